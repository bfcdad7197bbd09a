/**
 * What a recording keeps of a Secret's value: whether it equals desired, and nothing else. The texts are no base64, so
 * no real value can be mistaken for one.
 */
export const RECORDED_EQUAL = '(recorded: equal to desired)';
export const RECORDED_DIFFERENT = '(recorded: different from desired)';
export const RECORDED_UNDECLARED = '(recorded: not in desired)';

/** True for a text that a recording put in place of a secret value. */
export function isRecordedSecret(text: unknown): text is string {
  return text === RECORDED_EQUAL || text === RECORDED_DIFFERENT || text === RECORDED_UNDECLARED;
}
