import type { ArgoResourceFilter, ArgoSettings } from '../../model/argo-settings.js';
import { globMatches } from './ignore-rules.js';
import { ALWAYS_EXCLUDED } from './read-settings.js';

/**
 * True for a kind that Argo CD does not look at in that cluster: excluded, or not among those included (argo-cd
 * util/settings/resources_filter.go).
 */
export function isExcludedKind(
  gvk: { readonly group: string; readonly kind: string },
  server: string,
  { exclusions, inclusions }: ArgoSettings,
): boolean {
  const matches = (filter: ArgoResourceFilter): boolean => filterMatches(filter, gvk, server);
  if ([...ALWAYS_EXCLUDED, ...exclusions].some(matches)) return true;
  if (inclusions.some(matches)) return false;
  return inclusions.some((filter) => clusterMatches(filter, server));
}

function filterMatches(
  filter: ArgoResourceFilter,
  { group, kind }: { readonly group: string; readonly kind: string },
  server: string,
): boolean {
  const { apiGroups, kinds } = filter;
  return (
    (apiGroups.length === 0 || apiGroups.some((pattern) => globMatches(pattern, group))) &&
    (kinds.length === 0 || kinds.some((wanted) => wanted === '*' || wanted === kind)) &&
    clusterMatches(filter, server)
  );
}

function clusterMatches({ clusters }: ArgoResourceFilter, server: string): boolean {
  return clusters.length === 0 || clusters.some((pattern) => globMatches(pattern, server));
}
