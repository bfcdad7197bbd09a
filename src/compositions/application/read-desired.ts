import { buildDesired, type Desired, declaredKinds } from '../../desired/build-desired.js';
import { excludedInVain, selectObjects } from '../../desired/select.js';
import { GitdriftError } from '../../model/errors.js';
import type { KindInfo } from '../../model/live.js';
import type { ManifestDocument } from '../../model/manifest.js';
import type { AnalyzeRequest } from '../../model/request.js';
import type { Gvk } from '../../model/resource.js';
import { gvkKey } from '../../model/schema.js';

/**
 * Desired objects of rendered documents, with the scope of every kind looked up, cut down to what was selected. Throws
 * `no-objects` where nothing is declared or selected, unless that is allowed: a gate that looks at nothing must not pass.
 */
export async function readDesired(
  documents: readonly ManifestDocument[],
  request: AnalyzeRequest,
  namespace: string,
  kind: (gvk: Gvk) => Promise<KindInfo | undefined>,
  warn: (warning: string) => void,
): Promise<Desired> {
  const scopes = new Map<string, KindInfo>();
  await Promise.all(
    [...declaredKinds(documents)].map(async ([key, gvk]) => {
      const info = await kind(gvk);
      if (info !== undefined) scopes.set(key, info);
    }),
  );
  const desired = buildDesired(documents, { namespace, kindOf: (gvk) => scopes.get(gvkKey(gvk)) });
  if (desired.objects.length + desired.notCompared.length === 0 && !request.allowEmpty) {
    throw new GitdriftError('no-objects', 'the desired state holds no object', {
      hint: 'check the path, the renderer and --recursive; --allow-empty accepts it',
    });
  }
  for (const name of excludedInVain(desired, request.select)) {
    warn(`--exclude-kind ${name} excludes nothing: the desired state has no object of that kind`);
  }
  const selected = selectObjects(desired, request.select);
  if (selected.objects.length + selected.notCompared.length === 0 && !request.allowEmpty) {
    const count = desired.objects.length + desired.notCompared.length;
    throw new GitdriftError('no-objects', `the selection leaves none of the ${count} objects of the desired state`, {
      hint: 'check --selector, --kind, --exclude-kind and --resource; --allow-empty accepts it',
    });
  }
  return selected;
}
