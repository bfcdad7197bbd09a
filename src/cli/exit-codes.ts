/** What each exit code means, in one phrase; docs/errors.md tells more. */
export const EXIT_CODES = [
  [0, 'the gate passed'],
  [1, 'the gate failed'],
  [2, 'usage, configuration, rendering or the cluster failed'],
  [3, 'something could not be compared, and nothing worse'],
  [130, 'interrupted'],
] as const;
