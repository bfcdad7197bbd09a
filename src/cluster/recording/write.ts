import { dig, digString, isArray } from '../../model/json.js';
import { printJson } from '../../model/json-text.js';
import { compareRefs, type KubernetesObject, parseApiVersion, refKey, refOf } from '../../model/resource.js';
import { maskEncrypted } from './mask-encrypted.js';
import { isSecret, maskSecret } from './mask-secret.js';
import type { RecordingIndex } from './recording-index.js';
import { withoutRepositoryLogins } from './repository-logins.js';

/** What a recording is made of. */
export interface RecordingParts {
  /** All objects that were read. */
  readonly live: readonly KubernetesObject[];
  /** Secrets of live are compared with these, for their values are not kept; SOPS values in them name others. */
  readonly desired: readonly KubernetesObject[];
  readonly index: RecordingIndex;
}

/**
 * The text of a recording: a `v1 List` as kubectl reads and prints it, with our index under the key `gitdrift`. Holds
 * no value of a Secret, none that SOPS encrypted in desired, no credential, no login of a repository and no address of a server. The same parts always give the same text.
 */
export function writeRecording(parts: RecordingParts): string {
  const desired = new Map(parts.desired.map((object) => [refKey(refOf(object)), object]));
  const live = new Map(parts.live.map((object) => [`${object.apiVersion} ${refKey(refOf(object))}`, object]));
  const items = [...live.values()]
    .sort((a, b) => compareRefs(refOf(a), refOf(b)))
    .map((object) => {
      const declared = desired.get(refKey(refOf(object))) ?? declaredTemplate(object, desired);
      return isSecret(object) ? maskSecret(object, declared) : withoutRepositoryLogins(maskEncrypted(object, declared));
    });
  const { index } = parts;
  const gitdrift: RecordingIndex = {
    format: index.format,
    recordedAt: index.recordedAt,
    destination: destinationOf(index),
    kinds: [...index.kinds].sort(compareKinds),
    listed: [...index.listed].sort((a, b) => compareKinds(a, b) || (a.namespace < b.namespace ? -1 : 1)),
    missing: [...index.missing].sort(compareRefs),
    unreadable: [...index.unreadable].sort(compareRefs),
    secrets: [...index.secrets].sort(compareRefs),
    apiVersions: index.apiVersions,
    schemas: index.schemas,
  };
  return `${printJson({ apiVersion: 'v1', kind: 'List', metadata: {}, gitdrift, items }, 1)}\n`;
}

/** What desired declares of an earlier Pod template: that of the workload which it is kept for, at the same place. */
function declaredTemplate(
  object: KubernetesObject,
  desired: ReadonlyMap<string, KubernetesObject>,
): KubernetesObject | undefined {
  const owners = dig(object, 'metadata', 'ownerReferences');
  const namespace = digString(object.metadata, 'namespace') ?? '';
  for (const owner of isArray(owners) ? owners : []) {
    const { group } = parseApiVersion(digString(owner, 'apiVersion') ?? '');
    const [kind, name] = [digString(owner, 'kind') ?? '', digString(owner, 'name') ?? ''];
    const template = dig(desired.get(refKey({ group, kind, namespace, name })), 'spec', 'template');
    if (template === undefined) continue;
    const { apiVersion, metadata } = object;
    const spec = { template };
    return {
      apiVersion,
      kind: object.kind,
      metadata,
      ...(object.kind === 'ReplicaSet' ? { spec } : { data: { spec } }),
    };
  }
  return undefined;
}

/** Only the parts that may leave the machine, whatever else the caller's destination holds. */
function destinationOf({
  destination: { context, namespace, version },
}: RecordingIndex): RecordingIndex['destination'] {
  return {
    ...(context !== undefined && { context }),
    ...(namespace !== undefined && { namespace }),
    ...(version !== undefined && { version }),
  };
}

function compareKinds(
  a: { readonly group: string; readonly version: string; readonly kind: string },
  b: { readonly group: string; readonly version: string; readonly kind: string },
): number {
  return compareRefs({ ...a, namespace: '', name: '' }, { ...b, namespace: '', name: '' });
}
