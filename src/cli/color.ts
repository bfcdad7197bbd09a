/**
 * Whether a stream gets colours; the first that speaks decides: the flags, NO_COLOR, FORCE_COLOR, a terminal that can
 * do none, and whether it is a terminal at all.
 */
export function wantsColor(
  flag: boolean | undefined,
  env: Readonly<Record<string, string | undefined>>,
  isTty: boolean,
): boolean {
  if (flag !== undefined) return flag;
  if (isSet(env.NO_COLOR)) return false;
  if (isSet(env.FORCE_COLOR)) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return env.TERM === 'dumb' ? false : isTty;
}

function isSet(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}
