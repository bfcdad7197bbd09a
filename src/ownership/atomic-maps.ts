/**
 * Names of fields that are atomic maps wherever a built-in kind has them with that many keys: owned and replaced as a
 * whole. For output without a schema only. From `x-kubernetes-map-type: atomic` in the OpenAPI of Kubernetes 1.36; names
 * that are granular in some kind (ConfigMap's `data`, an env source's `secretRef`, a probe's `port`) are left out.
 */
export const ATOMIC_MAPS: ReadonlySet<string> = new Set([
  'claimRef',
  'configMapKeyRef',
  'controllerExpandSecretRef',
  'controllerPublishSecretRef',
  'dataSource',
  'fieldRef',
  'fileKeyRef',
  'involvedObject',
  'labelSelector',
  'matchConstraints',
  'matchResources',
  'namespaceSelector',
  'nodeExpandSecretRef',
  'nodePublishSecretRef',
  'nodeSelector',
  'nodeStageSecretRef',
  'objectSelector',
  'paramKind',
  'paramRef',
  'podSelector',
  'preference',
  'regarding',
  'related',
  'required',
  'resourceFieldRef',
  'roleRef',
  'scaleTargetRef',
  'scopeSelector',
  'secretKeyRef',
  'selector',
  'targetRef',
]);
