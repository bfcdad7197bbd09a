import type { FieldDrift } from './drift.js';
import type { ApplicationReport, Finding, ResourceReport } from './report.js';

/** One thing of a report that a gate may count; an `object` is one that only desired or only live has. */
export type Countable =
  | { readonly kind: 'drift' | 'undeclared'; readonly field: FieldDrift }
  | { readonly kind: 'object'; readonly resource: ResourceReport }
  | { readonly kind: 'health'; readonly application: ApplicationReport }
  | { readonly kind: 'finding'; readonly finding: Finding };

/**
 * True where a term of the gate (`unexplained`, `finding:CODE` …) counts the thing (docs/report.md). The exit code and the
 * formats for CI ask this one question, so that what a format calls a failure is what failed the gate.
 */
export function isCounted(thing: Countable, failOn: readonly string[]): boolean {
  return failOn.some((term) => countedBy(thing, term));
}

function countedBy(thing: Countable, term: string): boolean {
  switch (thing.kind) {
    case 'drift':
      return (
        term === 'any' ||
        (term === 'unexplained' && thing.field.explanation.status !== 'explained') ||
        (term === 'manual' && thing.field.writer.category === 'manual')
      );
    case 'undeclared':
      return (
        term === 'undeclared' ||
        (term === 'unexplained' && thing.field.explanation.status === 'unexplained') ||
        (term === 'manual' && thing.field.writer.category === 'manual')
      );
    case 'object':
      // An object that nothing was said about is as unexplained as one that was looked at in vain.
      return term === 'any' || (term === 'unexplained' && thing.resource.explanation?.status !== 'explained');
    case 'health':
      return term === 'degraded' && thing.application.health.status === 'Degraded';
    case 'finding':
      return term === `finding:${thing.finding.code}` || (term === 'error' && thing.finding.severity === 'error');
  }
}
