import type { Tools } from '../../cli/engine.js';
import type { ApiServer } from '../../cluster/api-server.js';
import type { DryRun } from '../../cluster/dry-run.js';
import { builtinSchema, schemaVersionFor } from '../../cluster/schema/builtin.js';
import { mergeSchemas } from '../../cluster/schema/merge.js';
import { loadSchemaFile } from '../../cluster/schema/schema-file.js';
import { withServedTypes } from '../../cluster/schema/served-types.js';
import { hasUnknownField } from '../../cluster/schema/unknown-fields.js';
import type { LiveOptions } from '../../config/live-options.js';
import type { Cluster, KindInfo } from '../../model/live.js';
import type { DesiredObject, Gvk } from '../../model/resource.js';
import { gvkKey, type KindSchema, type SchemaBundle } from '../../model/schema.js';

/** An object, and the kind and name that it is known by. */
type Identified = Pick<DesiredObject, 'ref' | 'object'>;

/** A cluster (or a recording) together with what is known of its kinds. */
export interface OpenCluster {
  readonly cluster: Cluster;
  /** The shipped kinds of the cluster's version, or of the nearest one. */
  readonly builtIn: SchemaBundle;
  /** Plural and scope: from the shipped and given schemas, else from the cluster; undefined where neither knows. */
  kind(gvk: Gvk): Promise<KindInfo | undefined>;
  /** The schema that covers the kinds of these objects as far as anything is known of them. */
  schema(objects: readonly Identified[]): Promise<SchemaBundle>;
  /** Loads what asks the API server for dry runs (`--server-side`); absent where there are only saved objects. */
  readonly dryRun?: () => Promise<DryRun>;
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
  const opened = await open(live, tools);
  const cluster = through(opened);
  const given = mergeSchemas(...(await Promise.all(live.schemaFiles.map(loadSchemaFile))));
  const { version, exact } = schemaVersionFor(cluster.destination.version);
  const builtIn = builtinSchema(version);
  const known = withServedTypes(builtIn, given);

  /** A shipped schema of another version than the server's, which does not know all that the object declares. */
  const isDoubtful = ({ ref, object }: Identified): boolean => {
    const kind = kindSchema(known, ref);
    if (exact || kind === undefined || kindSchema(given, ref) !== undefined) return false;
    return hasUnknownField(object, kind.type, known);
  };

  return {
    cluster,
    ...('dryRun' in opened ? { dryRun: opened.dryRun } : {}),
    builtIn,
    async kind(gvk) {
      const schema = kindSchema(known, gvk);
      return schema ?? (await cluster.kind(gvk));
    },
    async schema(objects) {
      const doubtful = objects.filter(isDoubtful).map(({ ref }) => ref);
      const served = doubtful.length === 0 ? NOTHING : await cluster.schemas(doubtful);
      const shipped = withStandIns(withServedTypes(known, served), served, doubtful, version);
      const unknown = objects.map(({ ref }) => ref).filter((ref) => kindSchema(known, ref) === undefined);
      return unknown.length === 0 ? shipped : mergeSchemas(shipped, await cluster.schemas(unknown));
    },
  };
}

const NOTHING: SchemaBundle = { types: {}, kinds: {} };

/** The bundle with the kinds marked for which the cluster was asked and could not answer. */
function withStandIns(
  bundle: SchemaBundle,
  served: SchemaBundle,
  asked: readonly Gvk[],
  version: string,
): SchemaBundle {
  const marked = asked
    .filter((gvk) => kindSchema(served, gvk) === undefined)
    .map((gvk) => [gvkKey(gvk), { ...kindSchema(bundle, gvk), standIn: version }]);
  return marked.length === 0 ? bundle : { ...bundle, kinds: { ...bundle.kinds, ...Object.fromEntries(marked) } };
}

async function open(live: LiveOptions, tools: Tools): Promise<Cluster | ApiServer> {
  if (live.kind === 'recording') {
    const { openRecording } = await import('../../cluster/recording/open-recording.js');
    return openRecording(live.path, tools);
  }
  const { openApiServer } = await import('../../cluster/api-server.js');
  return openApiServer(live.connection, tools);
}

function kindSchema(bundle: SchemaBundle, gvk: Gvk): KindSchema | undefined {
  const key = gvkKey(gvk);
  return Object.hasOwn(bundle.kinds, key) ? bundle.kinds[key] : undefined;
}
