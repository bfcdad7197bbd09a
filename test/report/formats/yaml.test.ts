import fc from 'fast-check';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { jsonReport } from '../../../src/report/json.js';
import { yamlReport } from '../../../src/report/yaml.js';
import { BLOCKS, GAPS, HOSTILE } from '../more-worlds.js';
import { application, drift, INCIDENT, report, resource } from '../worlds.js';
import { hostileReport } from './hostile.js';

/** What a terminal or a runner obeys, and what reorders text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const OBEYED = /^\s*::|##[a-z]*\[|[\u0000-\u0009\u000b-\u001f\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/imu;

describe('report as YAML', () => {
  it.each([
    ['an incident', INCIDENT],
    ['gaps', GAPS],
    ['blocks', BLOCKS],
    ['hostile names', HOSTILE],
  ] as const)('says what the JSON says, in the same order: %s', (_, world) => {
    expect(JSON.stringify(load(yamlReport(world)))).toBe(JSON.stringify(JSON.parse(jsonReport(world))));
  });

  it('says so of any text, and nothing in it is obeyed', () => {
    fc.assert(
      fc.property(hostileReport, (world) => {
        const text = yamlReport(world);
        expect(JSON.stringify(load(text))).toBe(JSON.stringify(JSON.parse(jsonReport(world))));
        expect(text).not.toMatch(OBEYED);
        expect(jsonReport(world)).not.toMatch(OBEYED);
      }),
      { numRuns: 60 },
    );
  });

  it('keeps integers that no double can hold, and texts that look like other types', () => {
    const field = drift({ path: '.spec.budget', desired: 9007199254740993n, live: '12:30:45' });
    const text = yamlReport(report([application({ resources: [resource({ drift: [field] })] })]));
    expect(text).toContain('desired: 9007199254740993\n');
    expect(text).toContain('live: "12:30:45"\n');
  });
});
