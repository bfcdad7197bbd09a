import { unwrapLists } from '../../desired/unwrap-lists.js';
import type { StoredRelease } from '../../gitops/flux/stored-release.js';
import type { FluxHelmRelease } from '../../model/flux.js';
import { digString, type JsonObject, type JsonValue, jsonEqual } from '../../model/json.js';
import type { ManifestDocument } from '../../model/manifest.js';
import { type KubernetesObject, type ResourceRef, refKey, refOf, refText } from '../../model/resource.js';

/** Why the next reconcile upgrades the release; undefined where it does not (helm-controller internal/action/verify.go). */
export function upgradeReason(
  stored: StoredRelease,
  now: { readonly chartVersion: string; readonly values: JsonObject; readonly commit: string | undefined },
): string | undefined {
  const version = (text: string): string => text.replace(/\+.*$/, '');
  if (stored.status !== 'deployed') return `its last release is ${stored.status}`;
  if (version(stored.chartVersion) !== version(now.chartVersion))
    return `the release is of chart ${stored.chartVersion}`;
  // The source-controller writes the beginning of the commit behind the version.
  const built = /\+(.*)$/.exec(stored.chartVersion)?.[1];
  if (now.commit !== undefined && built !== undefined && !now.commit.startsWith(built)) {
    return `the release is of the chart at ${built}`;
  }
  return jsonEqual(stored.values, now.values) ? undefined : 'the release has other values';
}

/** The end of a sentence that says what a release was compared with: how the stored one stands to it. */
export function storedText(
  stored: StoredRelease | undefined,
  pending: string | undefined,
  otherwise: readonly string[],
): string {
  if (stored === undefined) return '; no stored release could be read';
  if (pending !== undefined) return `; ${pending}, so the next reconcile upgrades it`;
  const same = `, which are those of release v${stored.version}`;
  if (otherwise.length === 0) return same;
  const which = `${otherwise.slice(0, 3).join(', ')}${otherwise.length > 3 ? ` and ${otherwise.length - 3} more` : ''}`;
  return `${same}; yet the release holds another ${which}. Post-renderers or common metadata that were changed upgrade it; a chart that was changed under its version does not, and templates may be random or ask the cluster`;
}

/** What becomes of a chart's own definitions, which are no part of a release. */
export function crdsText({ object }: FluxHelmRelease, crds: boolean): string {
  if (!crds) return '';
  const policy = (action: 'install' | 'upgrade', otherwise: string): string =>
    digString(object, 'spec', action, 'crds') ?? otherwise;
  return `; its crds/ are not compared (install: ${policy('install', 'Create')}, upgrade: ${policy('upgrade', 'Skip')})`;
}

/** Objects that the stored release holds otherwise than they are rendered now, or not at all, by name. */
export function renderedOtherwise(
  stored: readonly ManifestDocument[],
  rendered: readonly ManifestDocument[],
): readonly string[] {
  const held = new Map(stored.flatMap(unwrapLists).map(({ value }) => [idOf(value), value]));
  return rendered
    .flatMap(unwrapLists)
    .filter(({ value }) => {
      const there = held.get(idOf(value));
      return there === undefined || !jsonEqual(there, value);
    })
    .map(({ value }) => refText(refOf(value as KubernetesObject)))
    .sort();
}

function idOf(value: JsonValue): string {
  return refKey(refOf(value as KubernetesObject));
}

/** Objects of the stored release that the chart does not render any more; `helm.sh/resource-policy: keep` keeps one. */
export function droppedObjects(
  stored: readonly ManifestDocument[],
  rendered: readonly ManifestDocument[],
): readonly ResourceRef[] {
  const known = new Set(rendered.flatMap(unwrapLists).map(({ value }) => idOf(value)));
  return stored
    .flatMap(unwrapLists)
    .filter(({ value }) => !known.has(idOf(value)))
    .filter(({ value }) => digString(value, 'metadata', 'annotations', 'helm.sh/resource-policy') !== 'keep')
    .map(({ value }) => refOf(value as KubernetesObject));
}
