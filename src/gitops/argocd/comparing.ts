import type { ArgoIgnoreRule } from '../../model/argo-application.js';
import type { ArgoSettings } from '../../model/argo-settings.js';
import type { ArgoIgnoredField, ArgoTools } from '../../model/argo-verdict.js';
import type { SchemaBundle } from '../../model/schema.js';

/** What all comparisons of one application share. */
export interface Comparing {
  readonly settings: ArgoSettings;
  /** The Application's own rules. */
  readonly ignoreDifferences: readonly ArgoIgnoreRule[];
  readonly schema: SchemaBundle;
  readonly tools: ArgoTools;
  /** Filled while comparing: what ignore rules took out. */
  readonly ignored: ArgoIgnoredField[];
}

/** Argo CD's comparison of an object failed; everything of the application is then Unknown. */
export class ComparisonFault extends Error {}
