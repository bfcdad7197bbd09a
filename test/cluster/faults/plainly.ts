import { expect } from 'vitest';
import type { Ended } from '../scenarios/world.js';

/** A run that ended by itself and as designed: no exit code of ours is missing, and nobody gets to read a stack. */
export function plainly<Run extends Ended>(ended: Run): Run {
  expect([0, 1, 2, 3], ended.err).toContain(ended.code);
  expect(`${ended.out}${ended.err}`).not.toMatch(/^\s+at .*\(?.*:\d+:\d+\)?$|fault in gitdrift|UnhandledPromise/m);
  if (ended.code === 2) expect(ended.err).toMatch(/^error: .+/m);
  return ended;
}
