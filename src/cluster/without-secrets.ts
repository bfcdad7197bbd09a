import { withoutLogins } from '../model/url-login.js';

/** More than this is not looked at, so that it costs no time. */
const LOOKED_AT = 4096;
const SHOWN = 300;

/**
 * Cuts what may be a credential out of text that another program wrote: anything after `token`, `password`, `secret` or
 * `Bearer`, user and password of a URL, and every run of 32 or more token characters. At most 300 characters are kept.
 */
export function withoutSecrets(text: string): string {
  // Half a token could pass for none.
  const whole = text.length > LOOKED_AT ? `${text.slice(0, LOOKED_AT).replace(/(?<!\S)\S+$/, '')}…` : text;
  const cut = withoutLogins(whole)
    .replace(/\b(bearer|token|password|passwd|secret|authorization)(["']?\s*[:=]\s*["']?|\s+)\S+/gi, '$1$2(hidden)')
    .replace(/[A-Za-z0-9+/=_.~-]{32,}/g, (run) => (looksLikeName(run) ? run : '(hidden)'));
  return cut.length > SHOWN ? `${cut.slice(0, SHOWN - 1)}…` : cut;
}

/** Host names and paths are long too, but made of words. */
function looksLikeName(run: string): boolean {
  return run.split(/[./_-]/).every((part) => part.length < 24 && (!/\d/.test(part) || part.length < 16));
}
