import { duplicateFindings, orderFindings, schemaFindings } from '../../explain/findings.js';
import { withheldFindings } from '../../explain/withheld.js';
import type { Finding } from '../../model/report.js';
import type { FoundEvidence } from '../evidence/evidence.js';
import { overlaps } from '../evidence/overlaps.js';
import { type ComparedResource, type Judging, withheldOf } from './resource-report.js';

/** An application's compared objects, whoever renders and judges it. */
interface Compared {
  readonly compared: readonly ComparedResource[];
  readonly evidence: FoundEvidence;
  readonly judging: Judging;
}

/** What comparing the objects showed beside their differences: other writers, repeated items, orders, unknown schemas. */
export function comparedFindings({ compared, evidence, judging }: Compared): readonly Finding[] {
  const ofResources = compared.flatMap((resource) => [
    ...overlaps(resource, evidence.of(resource.desired.ref), judging),
    ...(resource.kind === 'compared'
      ? [
          ...duplicateFindings(resource.desired, resource.comparison.duplicates),
          ...orderFindings(resource.desired, resource.comparison.reordered),
          ...withheldFindings(resource.desired.ref, withheldOf(resource)),
        ]
      : []),
  ]);
  const unknown = compared.filter((one) => one.kind === 'compared' && !one.comparison.schemaKnown);
  return [...ofResources, ...schemaFindings(unknown.map(({ desired }) => desired))];
}
