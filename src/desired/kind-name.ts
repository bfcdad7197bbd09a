import type { Gvk } from '../model/resource.js';
import { SHORT_NAMES } from '../model/short-names.js';

/**
 * True where a user's text names the kind: `Deployment`, `deployments`, `deploy`, `deployments.apps`. Case does not
 * matter and the group may be left out; desired alone is known here, so plurals are guessed as English forms them.
 */
export function isKind(text: string, { group, kind }: Gvk): boolean {
  const [name = '', ...rest] = text.toLowerCase().split('.');
  const own = kind.toLowerCase();
  const wantedGroup = rest.join('.');
  if (wantedGroup !== '' && wantedGroup !== group.toLowerCase()) return false;
  const full = SHORT_NAMES.get(name) ?? name;
  return full === own || full === `${own}s` || full === `${own}es` || full === own.replace(/y$/, 'ies');
}
