import type { FieldDrift } from '../../model/drift.js';
import type { ResourceRef } from '../../model/resource.js';

/** The list of a report that a field is in. */
export type FieldList = 'drift' | 'undeclared' | 'ignored';

interface OfApplication {
  readonly application: string;
}

interface OfField extends OfApplication {
  readonly resource: ResourceRef;
  readonly path: string;
}

/** What is otherwise in the later of two reports. */
export type ReportChange =
  /** Only one of the reports has it. */
  | (OfApplication & { readonly kind: 'application-appeared' | 'application-gone' })
  /** A verdict of the application, and the later report's own word on it. */
  | (OfApplication & {
      readonly kind: 'verdict';
      readonly of: 'sync' | 'health';
      readonly from: string;
      readonly to: string;
      readonly message: string;
    })
  /** A verdict of an object, or whether it is there; `absent` where a report does not have it. */
  | (OfApplication & {
      readonly kind: 'object';
      readonly resource: ResourceRef;
      readonly of: 'outcome' | 'sync' | 'health';
      readonly from: string;
      readonly to: string;
    })
  /** It counts now and did not before. */
  | (OfField & { readonly kind: 'drifted'; readonly list: FieldList; readonly after: FieldDrift })
  /** It was a difference, and the object was looked at whole without finding it again. */
  | (OfField & { readonly kind: 'healed'; readonly list: FieldList; readonly before: FieldDrift })
  /** It still differs, with other values. */
  | (OfField & { readonly kind: 'value'; readonly before: FieldDrift; readonly after: FieldDrift })
  | (OfField & { readonly kind: 'writer'; readonly before: FieldDrift; readonly after: FieldDrift })
  /** Whether or why it is accounted for: `unexplained manual-change`, `ignored ignored-by-rule`. */
  | (OfField & {
      readonly kind: 'explanation';
      readonly from: string;
      readonly to: string;
      readonly after: FieldDrift;
    });

/** What changed between two reports, in the order of the later one; `before` and `after` are when they looked. */
export interface ReportComparison {
  readonly schemaVersion: '1';
  readonly kind: 'comparison';
  readonly tool: { readonly name: 'gitdrift'; readonly version: string };
  readonly before: { readonly generatedAt: string };
  readonly after: { readonly generatedAt: string };
  readonly counts: Readonly<Record<ReportChange['kind'], number>>;
  readonly changes: readonly ReportChange[];
}
