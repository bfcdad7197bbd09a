import type { FluxKustomization, FluxPostBuild, FluxStatus } from '../../model/flux.js';
import { dig, field, isObject, type JsonObject } from '../../model/json.js';
import { type KubernetesObject, parseApiVersion } from '../../model/resource.js';
import { isTrue, objects, optional, text, textMap } from '../argocd/text-fields.js';
import { fluxInvalid, readCommon, readFluxStatus, readIgnoreRules, readReference } from './read-common.js';

/** The group of Kustomizations, and of the labels and annotations that their controller reads. */
export const KUSTOMIZE_GROUP = 'kustomize.toolkit.fluxcd.io';

/** Reads a Flux Kustomization; `where` names the file or the cluster in messages. Throws `manifest-invalid`. */
export function readKustomization(object: KubernetesObject, where: string): FluxKustomization {
  const { common, spec } = readCommon(object, { group: KUSTOMIZE_GROUP, kind: 'Kustomization', where });
  const source = readReference(field(spec, 'sourceRef'), common.namespace);
  if (source.kind === '' || source.name === '') {
    throw fluxInvalid(`the Kustomization ${common.name} in ${where} names no source (spec.sourceRef)`);
  }
  const postBuild = field(spec, 'postBuild');
  return {
    kind: 'kustomization',
    ...common,
    source,
    path: text(spec, 'path'),
    prune: isTrue(spec, 'prune'),
    force: isTrue(spec, 'force'),
    waits: isTrue(spec, 'wait'),
    healthChecks: objects(field(spec, 'healthChecks')).map((check) => ({
      ...parseApiVersion(text(check, 'apiVersion')),
      kind: text(check, 'kind'),
      namespace: text(check, 'namespace'),
      name: text(check, 'name'),
    })),
    decrypts: isObject(field(spec, 'decryption')),
    ...(isObject(postBuild) ? { postBuild: readPostBuild(postBuild) } : {}),
    ignore: readIgnoreRules(field(spec, 'ignore'), 'spec.ignore'),
    status: readStatus(object),
    spec,
  };
}

function readPostBuild(postBuild: JsonObject): FluxPostBuild {
  return {
    substitute: textMap(field(postBuild, 'substitute')),
    substituteFrom: objects(field(postBuild, 'substituteFrom')).map((entry) => ({
      kind: text(entry, 'kind'),
      name: text(entry, 'name'),
      optional: isTrue(entry, 'optional'),
    })),
    always: text(postBuild, 'substituteStrategy') === 'Always',
  };
}

function readStatus(object: KubernetesObject): FluxStatus {
  const last = dig(object, 'status', 'history', 0);
  return {
    ...readFluxStatus(object),
    ...optional('lastReconciled', text(last, 'lastReconciled')),
    ...optional('lastStatus', text(last, 'lastReconciledStatus')),
  };
}
