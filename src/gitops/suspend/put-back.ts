import { dig, digString, isArray } from '../../model/json.js';
import type { ChainNode } from '../../model/owner-chain.js';
import { type KubernetesObject, refText } from '../../model/resource.js';
import { declares, fieldText } from './declares.js';

/** A field of an owner that the plan writes, and the manager that it is written under. */
export interface Write {
  readonly path: readonly string[];
  readonly manager: string;
}

/** Whether a parent lets a write stand. */
export interface Standing {
  readonly kind: 'holds' | 'put-back' | 'unknown';
  readonly why: string;
}

/** What a parent does to a write into its child; `child` is as live has it. */
export function standing(parent: ChainNode, child: KubernetesObject, write: Write): Standing {
  const name = refText(parent.ref);
  if (parent.object === undefined && parent.role !== 'helm' && parent.role !== 'tool-run') {
    return unknown(`${name} could not be read (${parent.unread ?? 'no reason given'})`);
  }
  if (isItself(parent.object, child)) return holds(`${name} applies itself: once it is off it cannot undo that`);
  switch (parent.role) {
    case 'argocd-applicationset':
      return underSet(parent.object, name, child, write);
    case 'argocd-application':
      return underApplication(parent.object, name, child, write);
    case 'flux-kustomization':
      return underKustomization(parent.object, name, child, write);
    case 'flux-helmrelease':
      return underHelmRelease(parent.object, name, child, write);
    case 'flux-instance':
    case 'flux-resourceset':
      return underOperator(parent, name, child, write);
    case 'helm':
      return holds(`nothing puts it back before the next helm upgrade of ${name}`);
    case 'tool-run':
      return holds(`nothing puts it back before somebody runs ${name} again`);
    case 'config-sync':
      return underConfigSync(name, child, write);
    case 'operator':
    case 'object':
      return unknown(`whether the controller of ${name} puts it back is not known`);
  }
}

const holds = (why: string): Standing => ({ kind: 'holds', why });
const putBack = (why: string): Standing => ({ kind: 'put-back', why });
const unknown = (why: string): Standing => ({ kind: 'unknown', why });

/** Policies of an ApplicationSet that leave children alone (argo-cd ApplicationsSyncPolicy.AllowUpdate). */
const FROZEN: ReadonlySet<string> = new Set(['create-only', 'create-delete']);

function underSet(set: KubernetesObject | undefined, name: string, child: KubernetesObject, { path }: Write): Standing {
  const policy = digString(set, 'spec', 'syncPolicy', 'applicationsSync') ?? '';
  if (FROZEN.has(policy)) {
    return holds(
      `${name} has applicationsSync ${policy} and updates no child (unless its controller was started with a policy of its own: read back)`,
    );
  }
  if (exempts(set, digString(child.metadata, 'name') ?? '', path)) {
    return holds(`${name} ignores ${fieldText(path)} of this child (ignoreApplicationDifferences)`);
  }
  return putBack(`${name} sets the whole spec of its children, and puts ${fieldText(path)} back within milliseconds`);
}

/** True where ignoreApplicationDifferences already names the field, or something above it, for this child or for all. */
function exempts(set: KubernetesObject | undefined, child: string, path: readonly string[]): boolean {
  const rules = dig(set, 'spec', 'ignoreApplicationDifferences');
  const pointer = `/${path.join('/')}`;
  return (isArray(rules) ? rules : []).some((rule) => {
    const [of, pointers] = [digString(rule, 'name') ?? '', dig(rule, 'jsonPointers')];
    const names = isArray(pointers) ? pointers : [];
    return (of === '' || of === child) && names.some((one) => pointer === one || pointer.startsWith(`${String(one)}/`));
  });
}

function underApplication(
  application: KubernetesObject | undefined,
  name: string,
  child: KubernetesObject,
  { path }: Write,
): Standing {
  const options = dig(application, 'spec', 'syncPolicy', 'syncOptions');
  const own = (digString(child.metadata, 'annotations', 'argocd.argoproj.io/sync-options') ?? '').split(',');
  const replaces =
    (isArray(options) && options.includes('Replace=true')) || own.some((one) => one.trim() === 'Replace=true');
  const automated = dig(application, 'spec', 'syncPolicy', 'automated');
  const isOn = automated !== undefined && automated !== null && dig(automated, 'enabled') !== false;
  if (!isOn) return holds(`${name} does not sync by itself; a sync of it by hand may put it back`);
  if (replaces) return putBack(`${name} replaces the object at its next sync (Replace=true), undeclared fields too`);
  const { kind, evidence } = declares('argocd-application', child, path);
  const when = dig(automated, 'selfHeal') === true ? 'within a second' : 'with its next sync';
  if (kind === 'declared') return putBack(`${name} declares ${fieldText(path)} (${evidence}) and puts it back ${when}`);
  if (kind === 'unknown') return unknown(`whether ${name} declares ${fieldText(path)} is not known: ${evidence}`);
  return holds(
    `${name} does not declare ${fieldText(path)} (${evidence}), and its syncs leave undeclared fields alone`,
  );
}

function underKustomization(
  kustomization: KubernetesObject | undefined,
  name: string,
  child: KubernetesObject,
  { path, manager }: Write,
): Standing {
  if (dig(kustomization, 'spec', 'suspend') === true) {
    return holds(`${name} is suspended; resuming it may take this back`);
  }
  if (mark(child, 'kustomize.toolkit.fluxcd.io/reconcile') === 'disabled') {
    return holds(`${name} skips the object (reconcile: disabled)`);
  }
  const { kind, evidence } = declares('flux-kustomization', child, path);
  const interval = digString(kustomization, 'spec', 'interval') ?? 'its interval';
  if (kind === 'declared') {
    return putBack(
      `${name} declares ${fieldText(path)} (${evidence}) and puts it back at its next reconcile (interval ${interval})`,
    );
  }
  if (manager.startsWith('kubectl')) {
    return putBack(
      `${name} takes over what managers named kubectl… wrote, at its next reconcile (interval ${interval})`,
    );
  }
  if (kind === 'unknown') return unknown(`whether ${name} declares ${fieldText(path)} is not known: ${evidence}`);
  return holds(`${name} does not declare ${fieldText(path)} (${evidence}), and leaves the fields of ${manager} alone`);
}

function underHelmRelease(
  release: KubernetesObject | undefined,
  name: string,
  child: KubernetesObject,
  { path }: Write,
): Standing {
  if (dig(release, 'spec', 'suspend') === true) return holds(`${name} is suspended`);
  if (digString(release, 'spec', 'driftDetection', 'mode') !== 'enabled') {
    return holds(`${name} corrects nothing before its next upgrade`);
  }
  const { kind, evidence } = declares('flux-helmrelease', child, path);
  if (kind === 'declared')
    return putBack(`${name} declares ${fieldText(path)} (${evidence}), and its drift detection puts it back`);
  if (kind === 'unknown') return unknown(`whether ${name} declares ${fieldText(path)} is not known: ${evidence}`);
  return holds(`${name} does not declare ${fieldText(path)} (${evidence})`);
}

/** Its remediator watches what it applied, and acts at once (kpt-config-sync pkg/remediator). */
function underConfigSync(name: string, child: KubernetesObject, { path }: Write): Standing {
  const { kind, evidence } = declares('config-sync', child, path);
  if (kind === 'declared') return putBack(`${name} declares ${fieldText(path)} (${evidence}) and puts it back at once`);
  if (kind === 'unknown') return unknown(`whether ${name} declares ${fieldText(path)} is not known: ${evidence}`);
  return holds(`${name} does not declare ${fieldText(path)} (${evidence})`);
}

/** Managers that a ResourceSet takes over. */
const OPERATOR_TAKES = ['kubectl', 'helm', 'kustomize-controller'];

function underOperator(
  { role, object }: ChainNode,
  name: string,
  child: KubernetesObject,
  { path, manager }: Write,
): Standing {
  if (mark(object, 'fluxcd.controlplane.io/reconcile') === 'disabled')
    return holds(`${name} is paused (reconcile: disabled)`);
  if (role === 'flux-instance') {
    return putBack(
      `${name} takes over what flux, kubectl and helm wrote into it, at its next reconcile (every hour by default)`,
    );
  }
  const { kind, evidence } = declares(role, child, path);
  if (kind === 'declared')
    return putBack(`${name} declares ${fieldText(path)} (${evidence}) and puts it back (every hour by default)`);
  if (OPERATOR_TAKES.some((one) => manager.startsWith(one))) {
    return putBack(`${name} takes over what ${manager} wrote, at its next reconcile (every hour by default)`);
  }
  if (kind === 'unknown') return unknown(`whether ${name} declares ${fieldText(path)} is not known: ${evidence}`);
  return holds(`${name} does not declare ${fieldText(path)} (${evidence}), and leaves the fields of ${manager} alone`);
}

function mark(object: KubernetesObject | undefined, key: string): string | undefined {
  return (
    digString(object, 'metadata', 'annotations', key) ?? digString(object, 'metadata', 'labels', key)
  )?.toLowerCase();
}

function isItself(parent: KubernetesObject | undefined, child: KubernetesObject): boolean {
  const of = (object: KubernetesObject | undefined, part: string): string | undefined =>
    digString(object, 'metadata', part);
  return parent?.kind === child.kind && ['name', 'namespace'].every((part) => of(parent, part) === of(child, part));
}
