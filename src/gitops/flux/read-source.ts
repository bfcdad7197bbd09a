import type { FluxSource } from '../../model/flux.js';
import { dig, field, type JsonValue } from '../../model/json.js';
import { type KubernetesObject, refOf } from '../../model/resource.js';
import { isTrue, objects, optional, text } from '../argocd/text-fields.js';

/** Reads a source of Flux, of whatever kind. */
export function readSource(object: KubernetesObject): FluxSource {
  const { kind, namespace, name } = refOf(object);
  const spec = field(object, 'spec');
  const revision = text(object, 'status', 'artifact', 'revision');
  const ready = objects(dig(object, 'status', 'conditions')).find((condition) => text(condition, 'type') === 'Ready');
  const isReady = ready === undefined || text(ready, 'status') === 'True';
  return {
    kind,
    namespace,
    name,
    url: text(spec, 'url') || (kind === 'Bucket' ? `${text(spec, 'endpoint')}/${text(spec, 'bucketName')}` : ''),
    suspended: isTrue(spec, 'suspend'),
    ...optional('revision', revision),
    ...optional('commit', commitOf(revision)),
    wanted: wantedRevision(field(spec, 'ref')),
    ...optional('ignore', text(spec, 'ignore')),
    ...(isReady ? {} : { notReady: text(ready, 'message') || text(ready, 'reason') }),
    object,
  };
}

/** The commit of `main@sha1:<sha>`, `sha1:<sha>`, or of the older `main/<sha>`; '' where it is none. */
export function commitOf(revision: string): string {
  return /(?:^|[@/])(?:sha1:|sha256:)?([0-9a-f]{40}(?:[0-9a-f]{24})?)$/.exec(revision)?.[1] ?? '';
}

/** What `spec.ref` of a GitRepository asks for, by source-controller's precedence: commit, name, semver, tag, branch. */
function wantedRevision(ref: JsonValue | undefined): string {
  const [commit, name, semver, tag, branch] = ['commit', 'name', 'semver', 'tag', 'branch'].map((key) =>
    text(ref, key),
  );
  if (commit) return commit;
  if (name) return name;
  if (semver) return semver;
  if (tag) return `refs/tags/${tag}`;
  return `refs/heads/${branch || 'master'}`;
}
