import { expect, it } from 'vitest';
import { statusTable } from '../../src/report/status.js';
import type { TextOptions } from '../../src/report/text-options.js';
import { GAPS } from './more-worlds.js';
import { INCIDENT, NOW, report } from './worlds.js';

const OPTIONS: TextOptions = {
  width: undefined,
  color: false,
  now: NOW,
  time: 'relative',
  verbose: false,
  quiet: false,
  showExplained: false,
  maskNamed: false,
};
const WORLD = report([...INCIDENT.applications, ...GAPS.applications]);

it('is a table where the terminal is wide enough for it', () => {
  const piped = statusTable(WORLD, OPTIONS);
  expect(piped).toMatch(/^APPLICATION {3}/);
  expect(statusTable(WORLD, { ...OPTIONS, width: 200 })).toBe(piped);
});

it('is a block for each application where it is not', () => {
  expect(statusTable(report(INCIDENT.applications), { ...OPTIONS, width: 30 })).toBe(
    [
      'catalog-prod',
      'sync    OutOfSync',
      'health  Healthy',
      'action  merge-or-sync',
      'drift   2 fields',
      '        drifted: 1',
      '        unexplained, 1',
      '        explained · 1',
      '        undeclared field',
      '',
    ].join('\n'),
  );
});

it.each([20, 30, 60])('breaks no word at %i columns', (width) => {
  for (const verbose of [false, true]) {
    const lines = statusTable(WORLD, { ...OPTIONS, width, verbose }).split('\n');
    for (const line of lines.filter((one) => one.length > width)) expect(line.trim()).toMatch(/^\S+$/);
  }
});
