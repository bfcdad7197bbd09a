import type { SchemaBundle } from '../../src/model/schema.js';
import type { Api } from './api.js';
import type { Corpus } from './corpus.js';

/** What all cases of a run share: a cluster of its own, and what it serves. */
export interface TestWorld {
  readonly api: Api;
  readonly corpus: Corpus;
  /** The built-in kinds as gitdrift ships them, the custom ones as read from their definitions. */
  readonly bundle: SchemaBundle;
  /** The custom kinds as the cluster's OpenAPI tells them; every second case is judged with these. */
  readonly served: SchemaBundle;
  readonly namespace: string;
  /** Runs the real kubectl against the cluster. */
  kubectl(args: readonly string[], stdin: string): Promise<{ stdout: string; stderr: string }>;
}
