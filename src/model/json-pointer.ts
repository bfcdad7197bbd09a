/** The RFC 6901 pointer of a key or an index below another pointer. */
export function pointerBelow(pointer: string, step: string | number): string {
  return `${pointer}/${escapedStep(String(step))}`;
}

/** The RFC 6901 pointer of these keys and indices. */
export function pointerOf(steps: readonly (string | number)[]): string {
  return steps.reduce(pointerBelow, '');
}

/** The keys and indices of an RFC 6901 pointer; a text that does not begin with `/` counts as the root. */
export function pointerSteps(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Most keys need no escape, and some walks come by every key of a large file. */
function escapedStep(step: string): string {
  return step.includes('~') || step.includes('/') ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step;
}
