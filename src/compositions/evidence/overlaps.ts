import { storedSecret } from '../../compare/secret.js';
import { alternatingTemplate } from '../../explain/alternation.js';
import { overlapFindings } from '../../explain/findings.js';
import { type HeldField, stuckOwnership, twoGitopsTools } from '../../explain/held-fields.js';
import type { ObjectEvidence } from '../../explain/object-evidence.js';
import { type AppliedBy, dropOrIgnore } from '../../explain/overlap-fix.js';
import {
  comparePaths,
  type FieldPath,
  fieldElement,
  printPath,
  startsWith,
  toPointer,
  valueAt,
} from '../../model/field-path.js';
import { memberPaths, subset } from '../../model/field-set.js';
import { isArray, isObject, type JsonValue } from '../../model/json.js';
import { type Origin, originAt } from '../../model/manifest.js';
import type { Finding, Fix } from '../../model/report.js';
import type { SchemaBundle } from '../../model/schema.js';
import type { Catalogue } from '../../ownership/catalogue.js';
import { fieldWriters } from '../../ownership/field-writers.js';
import { isGitopsEntry } from '../../ownership/gitops-manager.js';
import { changesBetween } from '../../timeline/changes.js';
import type { ComparedObject, Judging } from '../application/field-report.js';
import type { ComparedResource } from '../application/resource-report.js';
import { lastAppliedNames } from './last-apply.js';

const POD_TEMPLATE = 'core/v1.PodTemplateSpec';
const REPLICAS: FieldPath = ['spec', 'replicas'].map(fieldElement);

/** Who else writes what desired declares, drifted today or not: autoscalers, other GitOps tools, ownership that stuck. */
export function overlaps(
  resource: ComparedResource,
  evidence: ObjectEvidence,
  { catalogue, schema }: Pick<Judging, 'catalogue' | 'schema'>,
): Finding[] {
  const { ref, origins } = resource.desired;
  const compared = resource.kind === 'compared' ? resource : undefined;
  const fix = (): Fix =>
    dropOrIgnore({
      resource: ref,
      pointer: '/spec/replicas',
      path: printPath(REPLICAS),
      origin: originAt(origins, '/spec/replicas'),
      appliedBy: appliedBy(compared),
      lastApplied: compared !== undefined && lastAppliedNames(compared.object, REPLICAS),
      ownedByGitopsAlone: compared !== undefined && isOwnedByGitopsAlone(compared, REPLICAS, catalogue),
    });
  const scaled = overlapFindings(resource.desired, evidence.autoscalers, fix);
  if (compared === undefined) return scaled;
  const held = heldFields(compared, catalogue);
  return [
    ...scaled,
    ...twoGitopsTools(ref, held),
    ...alternatingTemplate(ref, evidence.history, differing(schema)),
    ...stuckOwnership(ref, held),
  ];
}

/** The paths that two Pod templates differ in. */
function differing(schema: SchemaBundle): (a: JsonValue, b: JsonValue) => readonly string[] {
  const template = ['spec', 'template'].map(fieldElement);
  return (a, b) => changesBetween(a, b, POD_TEMPLATE, schema, template).map(({ path }) => printPath(path));
}

/**
 * What desired declares, live has as declared, and entries name: leaves only. A field that live shares in value, but
 * whose list or map differs as a whole, is left to the drift.
 */
function heldFields(resource: ComparedObject, catalogue: Catalogue): readonly HeldField[] {
  const { managed, desired, object, comparison, gitops } = resource;
  // Without an entry of a GitOps manager there is nothing that the others could have taken over.
  if (managed.kind !== 'entries' || gitops === undefined) return [];
  const entries = managed.entries.filter(({ subresource }) => subresource !== 'status');
  if (!entries.some(({ manager, subresource }) => subresource === '' && gitops.managers.includes(manager))) return [];
  // Most objects: nobody else holds anything, and to look through every field of a thousand of them takes long.
  if (entries.length === 1 && entries.every((entry) => isGitopsEntry(gitops, entry))) return [];
  const declared = storedSecret(desired.ref, desired.object);
  const live = storedSecret(desired.ref, object);
  const paths = new Map<string, FieldPath>();
  for (const entry of entries) {
    for (const path of memberPaths(entry.fields)) {
      if (isPart(entry.fields, path) || !isLeaf(declared, path) || !isLeaf(live, path)) continue;
      paths.set(printPath(path), path);
    }
  }
  return [...paths.values()]
    .filter((path) => !comparison.differences.some((one) => startsWith(path, one.path) || startsWith(one.path, path)))
    .sort(comparePaths)
    .flatMap((path) => {
      const found = fieldWriters({ object, managed, catalogue, gitops }, path);
      const origin: Origin = originAt(desired.origins, toPointer(path, desired.object));
      return found.kind === 'owned' ? [{ path: printPath(path), owners: found.owners, origin }] : [];
    });
}

/** True for the mark of a map or item that has members of its own below it. */
function isPart(fields: Parameters<typeof subset>[0], path: FieldPath): boolean {
  return (subset(fields, path)?.children.size ?? 0) > 0;
}

/** True where the value is there and has no parts that would be owned by themselves. */
function isLeaf(object: Parameters<typeof valueAt>[0], path: FieldPath): boolean {
  const value = valueAt(object, path);
  return value !== undefined && value !== null && (isArray(value) || !isObject(value));
}

function isOwnedByGitopsAlone(
  { object, managed, gitops }: ComparedObject,
  path: FieldPath,
  catalogue: Catalogue,
): boolean {
  const found = fieldWriters({ object, managed, catalogue, gitops }, path);
  return found.kind === 'owned' && found.owners.every((owner) => owner.gitops);
}

function appliedBy(compared: ComparedObject | undefined): AppliedBy {
  const tool = compared?.gitops?.tool;
  return tool === 'argocd' || tool === 'flux' ? tool : 'other';
}
