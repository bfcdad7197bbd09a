import { GitdriftError } from '../model/errors.js';
import { withoutLogins } from '../model/url-login.js';
import type { Settings } from './settings.js';

/** The two sides of texts of the form `A=B`; an address may hold `=` itself, so the last one divides. Throws `usage`. */
export function pairs(
  settings: Settings,
  name: 'repo-map' | 'context-for',
  example: string,
): readonly (readonly [string, string])[] {
  return (settings.values[name] ?? []).map((text) => {
    const at = text.lastIndexOf('=');
    const [left, right] = [text.slice(0, Math.max(at, 0)).trim(), text.slice(at + 1).trim()];
    if (left !== '' && right !== '') return [left, right] as const;
    const saidAs = settings.saidAs(name);
    throw new GitdriftError('usage', `${saidAs} cannot read ${JSON.stringify(withoutLogins(text))}`, {
      hint: `write it as --${name} ${example}`,
    });
  });
}
