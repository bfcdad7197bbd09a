import type { Tools } from './cli/engine.js';
import { builtinSchema } from './cluster/schema/builtin.js';
import { mergeSchemas } from './cluster/schema/merge.js';
import { loadSchemaFile } from './cluster/schema/schema-file.js';
import type { LiveOptions } from './config/live-options.js';
import type { Cluster, KindInfo } from './model/live.js';
import type { Gvk } from './model/resource.js';
import { gvkKey, type SchemaBundle } from './model/schema.js';

/** A cluster (or a recording) together with what is known of its kinds. */
export interface OpenCluster {
  readonly cluster: Cluster;
  /** Plural and scope: from the shipped and given schemas, else from the cluster; undefined where neither knows. */
  kind(gvk: Gvk): Promise<KindInfo | undefined>;
  /** The schema that covers these kinds as far as anything is known of them. */
  schema(kinds: readonly Gvk[]): Promise<SchemaBundle>;
}

/**
 * Connects to the API server, or opens saved objects; the API client is loaded only where one is asked for. `through`
 * may stand between, as a recorder does.
 */
export async function openCluster(
  live: LiveOptions,
  tools: Tools,
  through: (cluster: Cluster) => Cluster = (cluster) => cluster,
): Promise<OpenCluster> {
  const cluster = through(await open(live, tools));
  const given = await Promise.all(live.schemaFiles.map(loadSchemaFile));
  const known = mergeSchemas(builtinSchema(), ...given);
  return {
    cluster,
    async kind(gvk) {
      const schema = kindSchema(known, gvk);
      return schema ?? (await cluster.kind(gvk));
    },
    async schema(kinds) {
      const unknown = kinds.filter((gvk) => kindSchema(known, gvk) === undefined);
      return unknown.length === 0 ? known : mergeSchemas(known, await cluster.schemas(unknown));
    },
  };
}

async function open(live: LiveOptions, tools: Tools): Promise<Cluster> {
  if (live.kind === 'recording') {
    const { openRecording } = await import('./cluster/recording/open-recording.js');
    return openRecording(live.path, tools);
  }
  const { openApiServer } = await import('./cluster/api-server.js');
  return openApiServer(live.connection, tools);
}

function kindSchema(bundle: SchemaBundle, gvk: Gvk): KindInfo | undefined {
  const key = gvkKey(gvk);
  return Object.hasOwn(bundle.kinds, key) ? bundle.kinds[key] : undefined;
}
