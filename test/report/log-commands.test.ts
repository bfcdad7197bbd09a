import { describe, expect, it } from 'vitest';
import type { OwnersReport } from '../../src/model/owners-report.js';
import type { Report } from '../../src/model/report.js';
import { jsonReport } from '../../src/report/json.js';
import { textOwners } from '../../src/report/owners.js';
import { hasUnsafe, printable } from '../../src/report/safe-text.js';
import { statusTable } from '../../src/report/status.js';
import { textReport } from '../../src/report/text.js';
import type { TextOptions } from '../../src/report/text-options.js';
import { BLOCKS, GAPS } from './more-worlds.js';
import { CATALOG } from './owners-world.js';
import { INCIDENT, NOW } from './worlds.js';

/** What a runner of GitHub, Azure or TeamCity obeys when it stands in a log. */
const OBEYED = /^\s*::|##[a-z]*\[/im;

const COMMANDS = [
  '::error file=app.ts::all is lost',
  ' \u00a0::set-output name=token::x',
  '##[error]all is lost',
  'text ##vso[task.setvariable variable=token]x',
  "##teamcity[buildProblem description='x']",
  'two lines\n::add-mask::x\r\n  ::stop-commands::x',
];

describe('commands to a CI runner', () => {
  it.each(COMMANDS)('are none once %j is printable', (text) => {
    const shown = printable(text);
    expect(shown).not.toMatch(OBEYED);
    expect(printable(shown)).toBe(shown);
    expect(hasUnsafe(text)).toBe(true);
  });

  it('are told by an escape that a reader can undo', () => {
    expect(printable('::error::x')).toBe('\\u003a:error::x');
    expect(printable('see ##[error] there')).toBe('see \\u0023#[error] there');
  });

  it.each(['Deployment::catalog', '2001:db8::1', 'C# [9]', '# comment', '## heading', 'a:b'])('%j is none', (text) => {
    expect(printable(text)).toBe(text);
  });

  const text: TextOptions = {
    width: undefined,
    color: false,
    now: NOW,
    time: 'relative',
    verbose: true,
    quiet: false,
    showExplained: true,
    maskNamed: false,
  };

  it.each([undefined, 20, 60, 120])(
    'never stand in a text, whatever value or name holds them (%s columns)',
    (width) => {
      for (const command of COMMANDS) {
        for (const world of [INCIDENT, GAPS, BLOCKS]) {
          const hostile = spoken(world, command) as Report;
          expect(textReport(hostile, { ...text, width })).not.toMatch(OBEYED);
          expect(statusTable(hostile, { ...text, width })).not.toMatch(OBEYED);
          expect(jsonReport(hostile)).not.toMatch(/^\s*::/m);
        }
        expect(textOwners(spoken(CATALOG, command) as OwnersReport, { ...text, width })).not.toMatch(OBEYED);
      }
    },
  );
});

/** Texts that the report's own code chooses; every other one comes from Git or the cluster. */
const OURS = new Set(['status', 'sync', 'outcome', 'code', 'change', 'severity', 'category', 'confidence', 'path']);

function spoken(value: unknown, command: string, key = ''): unknown {
  if (typeof value === 'string') return OURS.has(key) || key === 'pointer' ? value : `${command} ${value}`;
  if (Array.isArray(value)) return value.map((item) => spoken(item, command, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, spoken(inner, command, name)]));
}
