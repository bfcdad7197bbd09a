import { GitdriftError } from '../../model/errors.js';
import type { FluxCommon, FluxCondition, FluxIgnoreRule, FluxReference, FluxStatus } from '../../model/flux.js';
import { dig, field, isObject, type JsonObject, type JsonValue } from '../../model/json.js';
import type { KubernetesObject } from '../../model/resource.js';
import { isTrue, objects, optional, text, textMap, texts } from '../argocd/text-fields.js';
import { parseGoDuration } from '../next/go-duration.js';
import { readInventory } from './inventory.js';

/** What every object of Flux has, of one of `group`. Throws `manifest-invalid` where it is no such object. */
export function readCommon(
  object: KubernetesObject,
  wanted: { readonly group: string; readonly kind: string; readonly where: string },
): { readonly common: Omit<FluxCommon, 'ignore' | 'status'>; readonly spec: JsonObject } {
  const { metadata } = object;
  const name = text(metadata, 'name');
  const spec = field(object, 'spec');
  if (object.kind !== wanted.kind || !object.apiVersion.startsWith(`${wanted.group}/`)) {
    const found = `${object.kind || 'an object without a kind'} (${object.apiVersion})`;
    throw fluxInvalid(`${wanted.where} holds ${found}, no ${wanted.kind} of Flux`);
  }
  if (name === '') throw fluxInvalid(`the ${wanted.kind} in ${wanted.where} has no metadata.name`);
  if (!isObject(spec)) throw fluxInvalid(`the ${wanted.kind} ${name} in ${wanted.where} has no spec`);
  const common = {
    name,
    namespace: text(metadata, 'namespace') || 'flux-system',
    suspended: isTrue(spec, 'suspend'),
    ...duration('intervalMs', spec, 'interval'),
    ...duration('retryIntervalMs', spec, 'retryInterval'),
    ...duration('timeoutMs', spec, 'timeout'),
    targetNamespace: text(spec, 'targetNamespace'),
    commonLabels: textMap(dig(spec, 'commonMetadata', 'labels')),
    commonAnnotations: textMap(dig(spec, 'commonMetadata', 'annotations')),
    remote: isObject(field(spec, 'kubeConfig')),
    dependsOn: objects(field(spec, 'dependsOn')).map((entry) => ({
      kind: wanted.kind,
      namespace: text(entry, 'namespace') || text(metadata, 'namespace') || 'flux-system',
      name: text(entry, 'name'),
      ...optional('readyExpr', text(entry, 'readyExpr')),
    })),
    object,
  };
  return { common, spec };
}

type DurationName = 'intervalMs' | 'retryIntervalMs' | 'timeoutMs';

function duration<Name extends DurationName>(name: Name, spec: JsonObject, key: string): { [Key in Name]?: number } {
  const milliseconds = parseGoDuration(text(spec, key));
  return milliseconds === undefined ? {} : ({ [name]: milliseconds } as { [Key in Name]?: number });
}

/** The part of a status that both controllers write alike. */
export function readFluxStatus(object: KubernetesObject): FluxStatus {
  const status = field(object, 'status');
  const inventory = readInventory(status);
  return {
    conditions: objects(field(status, 'conditions')).map(readCondition),
    ...whole('generation', field(object.metadata, 'generation')),
    ...whole('observedGeneration', field(status, 'observedGeneration')),
    ...optional('appliedRevision', text(status, 'lastAppliedRevision')),
    ...optional('attemptedRevision', text(status, 'lastAttemptedRevision')),
    ...(inventory === undefined ? {} : { inventory }),
  };
}

function readCondition(condition: JsonObject): FluxCondition {
  return {
    type: text(condition, 'type'),
    status: text(condition, 'status'),
    reason: text(condition, 'reason'),
    message: text(condition, 'message'),
    ...optional('time', text(condition, 'lastTransitionTime')),
  };
}

function whole<Name extends string>(name: Name, value: JsonValue | undefined): { [Key in Name]?: number } {
  return typeof value === 'number' ? ({ [name]: value } as { [Key in Name]?: number }) : {};
}

/** The rules of a list of `{paths, target}`; `where` is what they are called by. */
export function readIgnoreRules(list: JsonValue | undefined, where: string): readonly FluxIgnoreRule[] {
  return objects(list).map((rule, at) => {
    const target = field(rule, 'target');
    return {
      origin: `${where}[${at}]`,
      paths: texts(field(rule, 'paths')),
      ...(isObject(target)
        ? {
            target: {
              group: text(target, 'group'),
              version: text(target, 'version'),
              kind: text(target, 'kind'),
              namespace: text(target, 'namespace'),
              name: text(target, 'name'),
              labelSelector: text(target, 'labelSelector'),
              annotationSelector: text(target, 'annotationSelector'),
            },
          }
        : {}),
    };
  });
}

/** A reference to a source; it stands in the namespace of who refers where it names none. */
export function readReference(value: JsonValue | undefined, namespace: string): FluxReference {
  return {
    kind: text(value, 'kind'),
    namespace: text(value, 'namespace') || namespace,
    name: text(value, 'name'),
  };
}

/** The fault of an object that is not what it should be. */
export function fluxInvalid(message: string): GitdriftError {
  return new GitdriftError('manifest-invalid', message, { hint: 'save it with: flux export, or kubectl get -o yaml' });
}
