import { describe, expect, it } from 'vitest';
import { statusTable } from '../../src/report/status.js';
import { textReport } from '../../src/report/text.js';
import { applicationSync } from '../../src/verdict/sync.js';
import { application, drift, NOW, report, resource } from './worlds.js';

const OPTIONS = {
  width: undefined,
  color: false,
  now: NOW,
  time: 'relative',
  verbose: false,
  quiet: false,
  showExplained: false,
  maskNamed: false,
} as const;

const SECRET = resource({
  group: '',
  kind: 'Secret',
  name: 'database',
  health: null,
  message: '2 values not compared: encrypted with SOPS',
  withheld: [
    { path: '.data.password', reason: 'encrypted' },
    { path: '.data.user', reason: 'encrypted' },
  ],
});

/** The first and the last line of a text, which are read first. */
function ends(text: string): (string | undefined)[] {
  const lines = text.trimEnd().split('\n');
  return [lines[0], lines.at(-1)];
}

describe('values that were not compared', () => {
  it('are counted in the first and the last line of a Synced application, and named at the object', () => {
    const resources = [SECRET];
    const text = textReport(report([application({ resources, sync: applicationSync(resources) })]), OPTIONS);
    expect(ends(text)).toEqual([
      'catalog-prod   Synced   Healthy (none of its kinds has a health rule)   1 resource Synced; 2 values not compared',
      'gate: passed; 2 values not compared (exit 0)',
    ]);
    expect(text).toContain('2 values not compared: encrypted with SOPS');
  });

  it('are counted beside drift', () => {
    const drifted = resource({ sync: 'OutOfSync', drift: [drift({ path: '.spec.replicas', desired: 3, live: 5 })] });
    const resources = [SECRET, drifted];
    const gate = { counted: 1, passed: false, exitCode: 1 } as const;
    const whole = report([application({ resources, sync: applicationSync(resources) })], gate);
    const [first, last] = ends(textReport(whole, OPTIONS));
    expect(first).toMatch(/1 field drifted: 1 unexplained · 2 values not compared$/);
    expect(last).toMatch(/1 unexplained drift; 2 values not compared \(exit 1\)$/);
  });

  it('are counted in the table of applications', () => {
    expect(statusTable(report([application({ resources: [SECRET] })]), OPTIONS)).toMatch(
      /none · 2 values not compared\n$/,
    );
    expect(statusTable(report([application({ resources: [resource()] })]), OPTIONS)).toMatch(/none\n$/);
  });
});
