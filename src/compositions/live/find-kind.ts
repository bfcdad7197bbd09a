import { gvkOf, kindsNamed } from '../../cluster/kind-names.js';
import { GitdriftError } from '../../model/errors.js';
import type { Gvk } from '../../model/resource.js';
import { ANY_TYPE, gvkKey } from '../../model/schema.js';
import type { OpenCluster } from './open-cluster.js';

/**
 * The kind that a user means by `deploy`, `Deployment`, `deployments.apps` or `certificates.cert-manager.io`: a
 * built-in one, else one that the cluster serves. Throws `usage` where there is none, or more than one.
 */
export async function findKind(text: string, open: OpenCluster): Promise<Gvk> {
  const builtIn = kindsNamed(text, open.builtIn);
  const candidates = builtIn.length > 0 ? builtIn : await servedKinds(text, open);
  const groups = [...new Set(candidates.map(({ group }) => group))];
  // Core before others, as kubectl takes it; among the rest the user has to say which.
  const chosen = candidates.find(({ group }) => group === '') ?? candidates[0];
  if (chosen === undefined) {
    throw new GitdriftError('usage', `no kind is named ${JSON.stringify(text)}`, {
      hint: 'give a kind, its plural or a short name, such as Deployment, deployments.apps or deploy',
    });
  }
  if (groups.length > 1 && chosen.group !== '') {
    throw new GitdriftError('usage', `${JSON.stringify(text)} is a kind of several groups: ${groups.join(', ')}`, {
      hint: `say which: ${chosen.kind.toLowerCase()}.${chosen.group}`,
    });
  }
  return chosen;
}

/** Custom kinds, by the cluster's list of what it serves (`group/version/Kind`), the preferred version first. */
async function servedKinds(text: string, open: OpenCluster): Promise<readonly Gvk[]> {
  const [name = '', ...groupParts] = text.toLowerCase().split('.');
  const group = groupParts.join('.');
  const served = (await open.cluster.apiVersions()).filter((entry) => entry.split('/').length === 3).map(gvkOf);
  const inGroup = served.filter((gvk) => group === '' || gvk.group === group);
  const byKind = inGroup.filter((gvk) => gvk.kind.toLowerCase() === name);
  // Plurals have to be asked for, one group at a time, so only where the text is no kind.
  const asked = byKind.length > 0 ? byKind : inGroup;
  const kinds = await Promise.all(asked.map(async (gvk) => [gvkKey(gvk), await open.kind(gvk)] as const));
  return kindsNamed(text, {
    types: {},
    kinds: Object.fromEntries(
      kinds.map(([key, info]) => [key, { type: ANY_TYPE, custom: true, namespaced: true, plural: '', ...info }]),
    ),
  });
}
