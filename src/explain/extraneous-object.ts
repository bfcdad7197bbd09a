import type { ArgoResourceVerdict } from '../model/argo-verdict.js';
import type { Explanation, Next } from '../model/drift.js';

/** Why live has an object of an application that Git does not declare; explained only where it asks not to be counted. */
export function explainExtraneous({ counts, requiresPruning }: ArgoResourceVerdict): Explanation {
  if (!counts) {
    return {
      status: 'explained',
      code: 'ignore-extraneous',
      message: 'it asks not to be counted (compare-options: IgnoreExtraneous)',
    };
  }
  const whose = requiresPruning
    ? 'it is marked as an object of this application'
    : 'it bears a mark of this application';
  return {
    status: 'unexplained',
    code: 'extraneous-object',
    message: `${whose}, and Git declares it no more: it was taken out of Git and not pruned, or its mark was copied`,
  };
}

/** What happens to such an object. */
export function whatHappensToExtraneous({ requiresPruning }: ArgoResourceVerdict): Next {
  return requiresPruning
    ? { code: 'removed-at-sync', message: 'a sync with prune deletes it; one without leaves it' }
    : { code: 'stays', message: 'a sync leaves it: its tracking id names another object' };
}
