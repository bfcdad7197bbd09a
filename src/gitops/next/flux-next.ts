import type { FieldDrift, Next } from '../../model/drift.js';
import { dig, digString, type JsonValue } from '../../model/json.js';
import type { KubernetesObject } from '../../model/resource.js';
import { compileFluxRules, fluxRuleFor } from '../flux/ignore-rules.js';
import { readIgnoreRules } from '../flux/read-common.js';
import { isDropped, isTakenOver, ownersOf } from '../flux/takeover.js';
import type { FluxSync } from './flux-sync.js';

/** One field of an object that Flux applies. */
export interface FluxField {
  readonly entry: FieldDrift;
  readonly list: 'drift' | 'ignored' | 'undeclared';
  readonly sync: FluxSync;
  /** The Kustomization or HelmRelease. */
  readonly owner: KubernetesObject;
  readonly live: KubernetesObject;
  readonly desired: KubernetesObject | undefined;
}

const GROUP = 'kustomize.toolkit.fluxcd.io';
const SETTLED: ReadonlySet<string> = new Set(['unknown-field', 'immutable-field']);
const AUTOSCALED: ReadonlySet<string> = new Set(['hpa-controls-replicas', 'keda-controls-replicas']);

/** What happens to one field if nobody acts; undefined where the owner's settings do not change that. */
export function fluxFieldNext(given: FluxField): Next | undefined {
  const { entry, list, sync, owner } = given;
  if (SETTLED.has(entry.explanation.code) || list === 'ignored') return undefined;
  const kept = owner.kind === 'HelmRelease' ? keptByHelmRelease(given) : keptByKustomization(given);
  if (kept !== undefined) return { code: 'stays', message: kept };
  if (list === 'undeclared') return undeclaredNext(given);
  const scaled = AUTOSCALED.has(entry.explanation.code);
  switch (sync.kind) {
    case 'suspended':
    case 'failing':
    case 'upgrade-only':
      return { code: 'stays-until-sync', message: sync.why };
    case 'reconciles':
      return scaled ? fight(entry, sync.when) : { code: 'reverted-at-reconcile', message: `set back ${sync.when}` };
  }
}

function fight({ desired, writer }: FieldDrift, when: string): Next {
  return {
    code: 'writers-fight',
    message: `set back to ${String(desired ?? 'the default')} ${when}, and ${writer.name} scales again: take replicas out of Git`,
  };
}

/** What happens to an object that live lacks. */
export function fluxMissingNext(sync: FluxSync): Next {
  if (sync.kind !== 'reconciles')
    return { code: 'stays-until-sync', message: sync.why.replace('it stays', 'it is not created') };
  return { code: 'reverted-at-reconcile', message: `created ${sync.when}` };
}

/** A mark, as label or annotation, of one of two objects. */
function mark(object: KubernetesObject | undefined, name: string): string | undefined {
  return digString(object, 'metadata', 'annotations', name) ?? digString(object, 'metadata', 'labels', name);
}

/** Why the object, or the field, is left alone by its Kustomization. */
function keptByKustomization({ live, desired, entry, owner }: FluxField): string | undefined {
  for (const object of [live, desired]) {
    if (mark(object, `${GROUP}/reconcile`)?.toLowerCase() === 'disabled') {
      return `Flux skips the object: ${GROUP}/reconcile is disabled on it`;
    }
    if (mark(object, `${GROUP}/ssa`)?.toLowerCase() === 'ignore') {
      return `Flux skips the object: ${GROUP}/ssa is Ignore on it`;
    }
  }
  if (mark(desired, `${GROUP}/ssa`)?.toLowerCase() === 'ifnotpresent') {
    return `Flux only creates the object: ${GROUP}/ssa is IfNotPresent in Git`;
  }
  if (isIgnored(dig(owner, 'spec', 'ignore'), entry.pointer, live)) {
    return 'spec.ignore of the Kustomization names the field: it never triggers an apply, and one for another reason adopts it';
  }
  return undefined;
}

function keptByHelmRelease({ live, desired, entry, owner, sync }: FluxField): string | undefined {
  if (sync.kind !== 'reconciles') return undefined;
  const name = 'helm.toolkit.fluxcd.io/driftDetection';
  if ([live, desired].some((object) => mark(object, name)?.toLowerCase() === 'disabled'))
    return `drift is not corrected until the next upgrade: ${name} is disabled on it`;
  const ignored = isIgnored(dig(owner, 'spec', 'driftDetection', 'ignore'), entry.pointer, desired ?? live);
  return ignored
    ? 'driftDetection.ignore of the HelmRelease names the field: it stays until the next upgrade'
    : undefined;
}

/** True where a rule that can be read names the place, or one above it. */
function isIgnored(rules: JsonValue | undefined, pointer: string, object: KubernetesObject): boolean {
  return fluxRuleFor(compileFluxRules(readIgnoreRules(rules, 'rules')).rules, object, [pointer]) !== undefined;
}

/** Flux drops undeclared fields of some managers: it takes their entries over before it applies (fluxcd/pkg ssa). */
function undeclaredNext({ entry, sync, live, desired, owner }: FluxField): Next {
  const owners = ownersOf(entry);
  // A field that somebody else holds as well stays his.
  const taken = owner.kind === 'Kustomization' && isDropped(owners) ? owners.find(isTakenOver) : undefined;
  const merges = [live, desired].some((object) => mark(object, `${GROUP}/ssa`)?.toLowerCase() === 'merge');
  if (taken === undefined || merges) {
    const why = taken === undefined ? 'Git says nothing about it' : `${GROUP}/ssa is Merge on the object`;
    return { code: 'stays', message: `a reconcile leaves it: ${why}` };
  }
  const taking = `Flux takes over what ${String(taken.manager)} wrote, also where Git says nothing about it`;
  return sync.kind === 'reconciles'
    ? { code: 'reverted-at-reconcile', message: `removed ${sync.when}: ${taking}` }
    : { code: 'stays-until-sync', message: `${sync.why === '' ? '' : `${sync.why}; `}then it is removed: ${taking}` };
}
