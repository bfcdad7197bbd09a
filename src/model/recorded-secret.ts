/**
 * What a recording keeps of a Secret's value: whether it equals desired, and nothing else. The texts are no base64, so
 * no real value can be mistaken for one.
 */
export const RECORDED_EQUAL = '(recorded: equal to desired)';
export const RECORDED_DIFFERENT = '(recorded: different from desired)';
export const RECORDED_UNDECLARED = '(recorded: not in desired)';

/** In place of a value of which a recording tells nothing: SOPS encrypts it, or desired is not what it was compared with. */
export const RECORDED_NOTHING = '(recorded: value left out)';

/** In place of an annotation that held a copy of a Secret. */
export const RECORDED_REMOVED = '(recorded: removed)';

/** True for a text that a recording put in place of a secret value. */
export function isRecordedSecret(text: unknown): text is string {
  return (
    text === RECORDED_EQUAL || text === RECORDED_DIFFERENT || text === RECORDED_UNDECLARED || text === RECORDED_NOTHING
  );
}

/** True for a text that stands for a value of which nothing is known but that it is there. */
export function isLeftOut(text: unknown): boolean {
  return text === RECORDED_NOTHING || text === RECORDED_REMOVED;
}
