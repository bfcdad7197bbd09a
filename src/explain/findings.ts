import { type FieldPath, printPath } from '../model/field-path.js';
import { dig } from '../model/json.js';
import type { Finding, Fix } from '../model/report.js';
import { type DesiredObject, refText } from '../model/resource.js';
import { gvkKey } from '../model/schema.js';
import type { Autoscaler, AutoscalerEvidence } from './autoscaler.js';

/** Items of one key in a keyed list. */
interface Duplicate {
  readonly path: FieldPath;
  readonly key: string;
  readonly count: number;
}

/** What a user should be told of duplicate items: some ways of applying refuse them. */
export function duplicateFindings(desired: DesiredObject, duplicates: readonly Duplicate[]): Finding[] {
  return duplicates.map(({ path, key, count }) => ({
    code: 'duplicate-key',
    severity: 'warning',
    resource: desired.ref,
    path: printPath(path),
    message: `${count} items with ${key}: a server-side apply of this manifest is refused; otherwise the last one counts`,
  }));
}

/** Lists whose items stand in another order: an apply would reorder them, and that alone is no drift. */
export function orderFindings(desired: DesiredObject, reordered: readonly FieldPath[]): Finding[] {
  return reordered.map((path) => ({
    code: 'order-differs',
    severity: 'note',
    resource: desired.ref,
    path: printPath(path),
    message: 'the items stand in another order than desired declares; an apply would reorder them',
  }));
}

/** Git and an autoscaler that both set replicas: they will fight at every sync, drifted today or not. */
export function overlapFindings(desired: DesiredObject, evidence: AutoscalerEvidence, fix: () => Fix): Finding[] {
  const [hpa]: readonly (Autoscaler | undefined)[] = evidence.kind === 'known' ? evidence.autoscalers : [];
  if (hpa === undefined || typeof dig(desired.object, 'spec', 'replicas') !== 'number') return [];
  return [
    {
      code: 'overlapping-writers',
      severity: 'warning',
      resource: desired.ref,
      path: '.spec.replicas',
      message: `Git declares .spec.replicas and ${refText(hpa.ref)} sets it: every sync undoes the autoscaler`,
      fix: fix(),
    },
  ];
}

/** Kinds of which nothing is known: their objects were compared, but not as the server would compare them. */
export function schemaFindings(objects: readonly DesiredObject[]): Finding[] {
  const kinds = new Map<string, DesiredObject>();
  for (const object of objects) if (!kinds.has(gvkKey(object.ref))) kinds.set(gvkKey(object.ref), object);
  return [...kinds.values()].map(({ ref }) => ({
    code: 'schema-unknown',
    severity: 'warning',
    resource: ref,
    message: `nothing is known of the schema of ${gvkKey(ref)}: lists were compared as wholes and defaults count as undeclared; give its CustomResourceDefinition with --schema`,
  }));
}
