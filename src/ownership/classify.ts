import { type FieldPath, printPath } from '../model/field-path.js';
import { LAST_APPLIED_PATH } from '../model/last-applied.js';
import type { KubernetesObject, ResourceRef } from '../model/resource.js';
import type { Evidence, Writer } from '../model/writer.js';
import type { Catalogue } from './catalogue.js';
import { type GitopsManager, isGitopsEntry } from './gitops-manager.js';
import { isArgocdThroughKubectl } from './last-applied.js';
import { entryRef, type OwningEntry } from './owners.js';
import { trackingToolsOf } from './tracking-marks.js';

/** What an entry is classified for. */
export interface ClassifyContext {
  readonly ref: ResourceRef;
  /** The field that it is about; the entry may name it under another path. */
  readonly path: FieldPath;
  readonly object: KubernetesObject;
  /** Who applies the object's desired state, where that is known: an entry of it is category gitops. */
  readonly gitops?: GitopsManager;
}

/**
 * Classifies the manager of an entry that names a field. A manager that the catalogue doesn't know is category
 * `unknown` and keeps its own name. The evidence quotes the entry; it never claims a person.
 */
export function classifyEntry(entry: OwningEntry, context: ClassifyContext, catalogue: Catalogue): Writer {
  const evidence: Evidence[] = [{ kind: 'managed-field', message: entryText(entry), resource: context.ref }];
  if (isArgocdThroughKubectl(entry, context.object)) {
    evidence.push({
      kind: 'annotation',
      message: 'the last-applied annotation that this entry wrote holds the tracking id, which Argo CD adds',
      resource: context.ref,
    });
    return { category: 'gitops', name: 'Argo CD, sync', ...entryRef(entry), confidence: 'likely', evidence };
  }
  const rule = catalogue.find(entry, { ...context.ref, tracking: trackingToolsOf(context.object) }, context.path);
  if (context.gitops !== undefined && isGitopsEntry(context.gitops, entry)) {
    evidence.push({ ...context.gitops.evidence, resource: context.ref });
    return {
      category: 'gitops',
      name: rule?.name ?? entry.manager,
      ...entryRef(entry),
      confidence: 'likely',
      evidence,
    };
  }
  if (rule?.alsoMeans !== undefined)
    evidence.push({
      kind: 'managed-field',
      message: `the name ${JSON.stringify(entry.manager)} can also mean: ${rule.alsoMeans}`,
    });
  evidence.push(...pathEvidence(context));
  return {
    category: rule?.category ?? 'unknown',
    name: rule?.name ?? (entry.manager === '' ? '(a manager without a name)' : entry.manager),
    ...entryRef(entry),
    confidence: rule === undefined ? 'possible' : (rule.confidence ?? 'likely'),
    evidence,
  };
}

/** `managedFields: kubectl-set (Update) names .spec.replicas, entry last written at the latest …`. */
function entryText(entry: OwningEntry): string {
  const where = entry.subresource === '' ? '' : `, subresource ${entry.subresource}`;
  const version = entry.versionDiffers ? `, recorded at ${entry.apiVersion}` : '';
  const time = entry.time === undefined ? 'the entry has no time' : `entry last written ${entry.time}`;
  return `managedFields: ${entry.manager || '(no name)'} (${entry.operation}${where}${version}) ${NAMES[entry.as](printPath(entry.at))}; ${time}`;
}

const NAMES: Readonly<Record<OwningEntry['as'], (path: string) => string>> = {
  leaf: (path) => `names ${path}`,
  below: (path) => `names fields below ${path}`,
  whole: (path) => `owns ${path} as a whole`,
};

/** Fields that tell what wrote them, whoever is recorded. */
const PATH_MARKS: readonly { readonly path: string; readonly message: string }[] = [
  {
    path: '.spec.template.metadata.annotations["kubectl.kubernetes.io/restartedAt"]',
    message: 'kubectl rollout restart, and programs that do the same, write this annotation',
  },
  {
    path: printPath(LAST_APPLIED_PATH),
    message: 'a client-side apply writes this annotation',
  },
  {
    path: '.metadata.annotations["deployment.kubernetes.io/revision"]',
    message: 'the Deployment controller writes this annotation',
  },
];

function pathEvidence({ path, ref }: ClassifyContext): readonly Evidence[] {
  const printed = printPath(path);
  return PATH_MARKS.filter((mark) => mark.path === printed).map(({ message }) => ({
    kind: 'annotation' as const,
    message,
    resource: ref,
  }));
}
