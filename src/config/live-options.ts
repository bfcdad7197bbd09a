import type { ConnectionOptions } from '../model/connection-options.js';

/** Where live objects come from: an API server, or saved files. `schemaFiles` describe kinds that are not built in. */
export type LiveOptions =
  | { readonly kind: 'cluster'; readonly connection: ConnectionOptions; readonly schemaFiles: readonly string[] }
  | { readonly kind: 'recording'; readonly path: string; readonly schemaFiles: readonly string[] };
