import type { Cluster } from '../../model/live.js';
import { compareRefs, type Gvk, type KubernetesObject, type ResourceRef, refKey, refOf } from '../../model/resource.js';
import { gvkKey, type SchemaBundle } from '../../model/schema.js';
import type {
  RecordedKind,
  RecordedList,
  RecordedMissing,
  RecordedSecret,
  RecordedUnreadable,
} from './recording-index.js';
import type { RecordingParts } from './write.js';

/**
 * A cluster that passes everything on and remembers the answers, so that a replay can give them again: run an analysis
 * with `cluster`, then give `parts(desired)` to `writeRecording`.
 */
export function observeCluster(observed: Cluster): {
  readonly cluster: Cluster;
  parts(desired: readonly KubernetesObject[]): RecordingParts;
} {
  const live = new Map<string, KubernetesObject>();
  const kinds = new Map<string, RecordedKind>();
  const listed = new Map<string, RecordedList>();
  const missing = new Map<string, RecordedMissing>();
  const unreadable = new Map<string, RecordedUnreadable>();
  const secrets = new Map<string, RecordedSecret>();
  let apiVersions: readonly string[] = [];
  let schemas: SchemaBundle = { types: {}, kinds: {} };
  const keep = (object: KubernetesObject): void =>
    void live.set(`${object.apiVersion} ${refKey(refOf(object))}`, object);

  const cluster: Cluster = {
    ...observed,
    get warnings() {
      return observed.warnings;
    },
    async kind(gvk) {
      const info = await observed.kind(gvk);
      if (info !== undefined) kinds.set(gvkKey(gvk), { ...onlyKind(gvk), ...info });
      return info;
    },
    async apiVersions() {
      apiVersions = await observed.apiVersions();
      return apiVersions;
    },
    async fetch(wanted) {
      const results = await observed.fetch(wanted);
      for (const ref of wanted) {
        const result = results.get(refKey(ref));
        if (result?.kind === 'found') keep(result.object);
        if (result?.kind === 'found' && result.desiredCheck !== undefined) {
          secrets.set(refKey(ref), { ...onlyRef(ref), desiredCheck: result.desiredCheck });
        }
        if (result?.kind === 'missing') missing.set(refKey(ref), { ...onlyRef(ref), ...noteOf(result) });
        if (result?.kind === 'unreadable') unreadable.set(refKey(ref), { ...onlyRef(ref), reason: result.reason });
      }
      return results;
    },
    async list(gvk, namespace) {
      const result = await observed.list(gvk, namespace);
      const complete = result.kind === 'listed';
      if (complete) for (const object of result.objects) keep(object);
      listed.set(`${gvkKey(gvk)} ${namespace}`, {
        ...onlyKind(gvk),
        namespace,
        complete,
        ...(!complete && { reason: result.reason, ...(result.notServed && { notServed: true }) }),
      });
      return result;
    },
    async schemas(asked) {
      const bundle = await observed.schemas(asked);
      schemas = { types: { ...schemas.types, ...bundle.types }, kinds: { ...schemas.kinds, ...bundle.kinds } };
      return bundle;
    },
  };

  return {
    cluster,
    parts: (desired) => ({
      live: [...live.values()].sort((a, b) => compareRefs(refOf(a), refOf(b))),
      desired,
      index: {
        format: 1,
        recordedAt: observed.now.toISOString(),
        destination: observed.destination,
        kinds: [...kinds.values()],
        listed: [...listed.values()],
        missing: [...missing.values()],
        unreadable: [...unreadable.values()],
        secrets: [...secrets.values()],
        apiVersions,
        schemas,
      },
    }),
  };
}

function onlyKind({ group, version, kind }: Gvk): Gvk {
  return { group, version, kind };
}

function onlyRef({ group, version, kind, namespace, name }: ResourceRef): ResourceRef {
  return { group, version, kind, namespace, name };
}

function noteOf(result: { readonly note?: string }): { note?: string } {
  return result.note === undefined ? {} : { note: result.note };
}
