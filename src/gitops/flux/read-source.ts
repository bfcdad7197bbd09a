import type { FluxImageReference, FluxInclude, FluxSource } from '../../model/flux.js';
import { dig, field, isObject, type JsonValue } from '../../model/json.js';
import { type KubernetesObject, refOf } from '../../model/resource.js';
import { isTrue, objects, optional, text, texts } from '../argocd/text-fields.js';

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
    include: includes(object),
    sparse: texts(field(spec, 'sparseCheckout')).map((folder) => folder.replace(/^(?:\.?\/)+|\/+$/g, '')),
    insecure: isTrue(spec, 'insecure'),
    ...(kind === 'OCIRepository' ? imageOf(field(spec, 'ref')) : {}),
    ...optional('layerType', text(spec, 'layerSelector', 'mediaType')),
    ...(isReady ? {} : { notReady: text(ready, 'message') || text(ready, 'reason') }),
    object,
  };
}

/** What the artifact includes; the status names the artifacts that it was made of, in the same order. */
function includes(object: KubernetesObject): readonly FluxInclude[] {
  const made = objects(dig(object, 'status', 'includedArtifacts'));
  return objects(dig(object, 'spec', 'include')).map((entry, at) => {
    const name = text(entry, 'repository', 'name');
    return {
      name,
      fromPath: text(entry, 'fromPath'),
      toPath: text(entry, 'toPath') || name,
      ...optional('commit', commitOf(text(made[at], 'revision'))),
    };
  });
}

function imageOf(ref: JsonValue | undefined): { readonly image?: FluxImageReference } {
  if (!isObject(ref)) return {};
  const image = {
    ...optional('digest', text(ref, 'digest')),
    ...optional('semver', text(ref, 'semver')),
    ...optional('semverFilter', text(ref, 'semverFilter')),
    ...optional('tag', text(ref, 'tag')),
  };
  return Object.keys(image).length === 0 ? {} : { image };
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
  // An exact version is a range of one for Flux, which a tag `v1.2.3` meets as well.
  if (semver) return /^v?\d+(?:\.\d+)*(?:[-+][\w.+-]+)?$/.test(semver) ? `=${semver}` : semver;
  if (tag) return `refs/tags/${tag}`;
  return `refs/heads/${branch || 'master'}`;
}
