/**
 * Cuts what may be a credential out of text that another program wrote: anything after `token`, `password`, `secret` or
 * `Bearer`, user and password of a URL, and every run of 32 or more token characters. At most 300 characters are kept.
 */
export function withoutSecrets(text: string): string {
  const cut = text
    .replace(/\b(bearer|token|password|passwd|secret|authorization)(["']?\s*[:=]\s*["']?|\s+)\S+/gi, '$1$2(hidden)')
    .replace(/(\w+:\/\/)[^\s/@]+@/g, '$1(hidden)@')
    .replace(/[A-Za-z0-9+/=_.~-]{32,}/g, (run) => (looksLikeName(run) ? run : '(hidden)'));
  return cut.length > 300 ? `${cut.slice(0, 299)}…` : cut;
}

/** Host names and paths are long too, but made of words. */
function looksLikeName(run: string): boolean {
  return run.split(/[./_-]/).every((part) => part.length < 24 && (!/\d/.test(part) || part.length < 16));
}
