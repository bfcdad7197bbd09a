import type { ArgoApplication } from '../../model/argo-application.js';
import type { ArgoResourceVerdict } from '../../model/argo-verdict.js';
import { refText } from '../../model/resource.js';
import { wantsOtherNamespaceMetadata } from './managed-namespace.js';

/** One sentence on why an application is in sync or not; names three objects at most. */
export function syncMessage(resources: readonly ArgoResourceVerdict[], application: ArgoApplication): string {
  const differing = resources.filter(({ sync, counts }) => sync === 'OutOfSync' && counts);
  const unknown = resources.filter(({ sync, counts }) => sync === 'Unknown' && counts);
  const judged = resources.filter(({ sync }) => sync !== null);
  const parts = [
    ...(differing.length === 0
      ? []
      : [`${differing.length} of ${judged.length} objects out of sync: ${named(differing)}`]),
    ...(unknown.length === 0
      ? []
      : [`${unknown.length} of ${judged.length} objects could not be judged: ${named(unknown)}`]),
    ...(wantsOtherNamespaceMetadata(application)
      ? ['the application asks for other labels or annotations of its namespace than its last sync set']
      : []),
  ];
  if (parts.length > 0) return parts.join('; ');
  return judged.length === 0 ? 'nothing to compare' : `all ${judged.length} objects in sync`;
}

function named(resources: readonly ArgoResourceVerdict[]): string {
  const names = resources.map(({ ref }) => refText(ref)).sort();
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
}
