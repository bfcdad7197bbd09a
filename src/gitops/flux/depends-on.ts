import type { FluxApplication } from '../../model/flux.js';
import { dig, digString, isArray } from '../../model/json.js';
import { type KubernetesObject, refOf, refText } from '../../model/resource.js';
import { readReference } from './read-common.js';

/**
 * Why a dependency is not ready, so that nothing is applied and nothing is corrected before it is; undefined where it is
 * (kustomize-controller and helm-controller, checkDependencies). `revision` is that of the artifact of the application's own
 * source: a dependency of the same source has to have applied it.
 */
export function whyNotReady(
  application: FluxApplication,
  dependency: KubernetesObject,
  revision: string | undefined,
): string | undefined {
  const name = refText(refOf(dependency));
  const conditions = dig(dependency, 'status', 'conditions');
  const ready = (isArray(conditions) ? conditions : []).find((one) => digString(one, 'type') === 'Ready');
  if (ready === undefined) return `${name} has not run yet`;
  const [generation, observed] = [
    dig(dependency.metadata, 'generation'),
    dig(dependency, 'status', 'observedGeneration'),
  ];
  if (generation !== undefined && generation !== observed) {
    return `${name} has not run since its specification was changed`;
  }
  if (digString(ready, 'status') !== 'True') {
    const message = digString(ready, 'message') ?? '';
    return `${name} is not ready (${digString(ready, 'reason') ?? ''}${message === '' ? '' : `: ${message}`})`;
  }
  if (application.kind !== 'kustomization' || revision === undefined) return undefined;
  const { source } = application;
  const theirs = readReference(dig(dependency, 'spec', 'sourceRef'), refOf(dependency).namespace);
  const isSame = theirs.kind === source.kind && theirs.name === source.name && theirs.namespace === source.namespace;
  const applied = digString(dependency, 'status', 'lastAppliedRevision');
  return isSame && applied !== revision ? `${name} has not applied ${revision} of the same source yet` : undefined;
}
