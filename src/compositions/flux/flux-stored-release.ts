import { readStoredRelease, releaseSecretName, type StoredRelease } from '../../gitops/flux/stored-release.js';
import type { FluxHelmRelease } from '../../model/flux.js';
import { dig, digString, isArray } from '../../model/json.js';
import type { FluxObjects } from './flux-objects.js';

/** The release that helm-controller installed last, or why it cannot be read. */
export type FoundRelease =
  | { readonly kind: 'found'; readonly release: StoredRelease }
  | { readonly kind: 'unreadable'; readonly reason: string };

/**
 * Reads the release that the history of a HelmRelease names: the newest that is deployed, else the newest. A get of one
 * Secret, so that no right to list Secrets is needed.
 */
export async function storedReleaseOf(
  { object, releaseName, storageNamespace }: FluxHelmRelease,
  objects: FluxObjects,
): Promise<FoundRelease> {
  const history = dig(object, 'status', 'history');
  const entries = isArray(history) ? history : [];
  const chosen = entries.find((entry) => digString(entry, 'status') === 'deployed') ?? entries[0];
  const version = dig(chosen, 'version');
  if (typeof version !== 'number') return { kind: 'unreadable', reason: 'its status names no release' };
  const name = releaseSecretName(digString(chosen, 'name') ?? releaseName, version);
  const namespace = digString(object, 'status', 'storageNamespace') ?? storageNamespace;
  const secret = await objects.find('', { kind: 'Secret', namespace, name });
  if (secret.kind !== 'found') return { kind: 'unreadable', reason: `Secret ${namespace}/${name}: ${secret.reason}` };
  const release = readStoredRelease(secret.object);
  return release === undefined
    ? { kind: 'unreadable', reason: `Secret ${namespace}/${name} holds no release that can be read` }
    : { kind: 'found', release };
}
