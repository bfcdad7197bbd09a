import type { ManagedFields, ManagedFieldsEntry } from '../model/managed-fields.js';
import { type KubernetesObject, refOf } from '../model/resource.js';
import type { EntryRef, Evidence } from '../model/writer.js';
import type { Catalogue } from './catalogue.js';
import { isArgocdThroughKubectl } from './last-applied.js';
import { compareEntries } from './owners.js';
import { type GitopsTool, type TrackingMark, trackingMarks } from './tracking-marks.js';

/** Who applies the desired state of an object: the field managers that count as it, and how we know. */
export interface GitopsManager {
  readonly tool: GitopsTool;
  /** Exact names; at least one. Ask `isGitopsEntry`, which knows more than the names. */
  readonly managers: readonly string[];
  readonly evidence: Evidence;
}

/**
 * The manager that applies the desired state of `object`: `given` (`--manager`) if there is one, else the tool whose
 * tracking marks the object carries, else a manager that the catalogue calls gitops and that has an entry. Undefined
 * where nothing tells; helm and kubectl count only where they are given.
 */
export function gitopsManagerOf(
  object: KubernetesObject,
  managed: ManagedFields,
  given: string | undefined,
  catalogue: Catalogue,
): GitopsManager | undefined {
  const entries = managed.kind === 'entries' ? [...managed.entries].sort(compareEntries) : [];
  if (given !== undefined) return givenManager(given, entries);
  return markedManager(object, entries) ?? catalogueManager(object, entries, catalogue);
}

/**
 * True for an entry of that manager. Desired state is applied through the main resource only, and what `kubectl` does
 * other than Apply are its imperative verbs.
 */
export function isGitopsEntry(gitops: GitopsManager | undefined, entry: EntryRef): boolean {
  if (gitops === undefined || entry.subresource !== '') return false;
  if (entry.manager === 'kubectl' && entry.operation !== 'Apply') return false;
  return gitops.managers.includes(entry.manager);
}

function givenManager(given: string, entries: readonly ManagedFieldsEntry[]): GitopsManager {
  const manager: GitopsManager = {
    tool: TOOL_OF.get(given) ?? 'other',
    managers: [given],
    evidence: { kind: 'managed-field', message: '' },
  };
  const own = entries.find((entry) => isGitopsEntry(manager, entry));
  const entry = own === undefined ? 'it has no entry in managedFields' : `it has an entry (${own.operation})`;
  return { ...manager, evidence: { kind: 'managed-field', message: `${given} was given by --manager; ${entry}` } };
}

/** A mark whose manager has an entry goes before one without. */
function markedManager(object: KubernetesObject, entries: readonly ManagedFieldsEntry[]): GitopsManager | undefined {
  const candidates = trackingMarks(object).map((mark) => {
    const managers = managersOf(mark, object, entries);
    return {
      mark,
      managers,
      hasEntry: entries.some(({ subresource, manager }) => subresource === '' && managers.includes(manager)),
    };
  });
  const chosen = candidates.find(({ hasEntry }) => hasEntry) ?? candidates.find(({ mark }) => !mark.needsEntry);
  if (chosen === undefined) return undefined;
  const { mark, managers, hasEntry } = chosen;
  const message = hasEntry ? mark.message : `${mark.message}; ${managers[0]} has no entry in managedFields`;
  return { tool: mark.tool, managers, evidence: { kind: 'annotation', message } };
}

function managersOf(
  mark: TrackingMark,
  object: KubernetesObject,
  entries: readonly ManagedFieldsEntry[],
): readonly string[] {
  const throughKubectl = mark.tool === 'argocd' && entries.some((entry) => isArgocdThroughKubectl(entry, object));
  return throughKubectl ? [...mark.managers, 'kubectl-client-side-apply'] : mark.managers;
}

function catalogueManager(
  object: KubernetesObject,
  entries: readonly ManagedFieldsEntry[],
  catalogue: Catalogue,
): GitopsManager | undefined {
  const ref = refOf(object);
  for (const entry of entries) {
    if (entry.subresource !== '') continue;
    const rule = catalogue.find(entry, ref);
    if (rule?.category !== 'gitops') continue;
    const message = `${entry.manager} (${rule.name}) has an entry in managedFields (${entry.operation})`;
    return {
      tool: TOOL_OF.get(entry.manager) ?? 'other',
      managers: [entry.manager],
      evidence: { kind: 'managed-field', message },
    };
  }
  return undefined;
}

const TOOL_OF: ReadonlyMap<string, GitopsTool> = new Map([
  ['argocd-controller', 'argocd'],
  ['argocd-application-controller', 'argocd'],
  ['argocd', 'argocd'],
  ['kustomize-controller', 'flux'],
  ['helm-controller', 'flux'],
  ['flux-operator', 'flux'],
  ['configsync.gke.io', 'config-sync'],
]);
