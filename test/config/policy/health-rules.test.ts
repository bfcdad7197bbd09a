import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../../../src/config/policy/parse-policy.js';
import { GitdriftError } from '../../../src/model/errors.js';

const parse = (text: string) => parsePolicy(`apiVersion: gitdrift.io/v1\n${text}`, 'gitdrift.yaml');

/** Sentence and hint of the error that a rule must have. */
function fault(text: string): string {
  try {
    parse(`health:\n  - ${text}\n`);
  } catch (error) {
    if (error instanceof GitdriftError) return `${error.code}: ${error.message} | ${error.hint}`;
    throw error;
  }
  return 'no error';
}

const KINDS = 'kinds: [{group: logistics.example.com, kind: Warehouse}]';
const CASE = '{condition: Open, is: "True", health: Healthy}';

describe('health rules of a policy', () => {
  it('are read from the example of the docs', () => {
    const docs = readFileSync(new URL('../../../docs/policy.md', import.meta.url), 'utf8');
    const [, example = ''] = /## Health\n\n```yaml\n([\s\S]*?)```/.exec(docs) ?? [];
    expect(parsePolicy(example, 'gitdrift.yaml').health).toEqual([
      {
        kinds: [{ group: 'logistics.example.com', kind: 'Warehouse' }],
        judge: {
          kind: 'cases',
          cases: [
            { of: { path: '.status.roof' }, is: ['leaking', 'gone'], health: 'Degraded', message: 'it rains in' },
            { of: { condition: 'Open' }, is: ['True'], health: 'Healthy' },
          ],
          otherwise: 'Progressing',
        },
        reason: 'its controller writes no condition Ready',
      },
      {
        kinds: [{ group: 'logistics.example.com' }],
        judge: { kind: 'lua', script: expect.stringContaining('if obj.status ~= nil') },
        reason: "the team's other kinds have a field ok",
      },
    ]);
  });

  it('take numbers, flags and null as values, and are Progressing in doubt', () => {
    const { health } = parse(
      `health:\n  - {${KINDS}, cases: [{path: .status.n, is: [3, true, null], health: Healthy}], reason: r}\n`,
    );
    expect(health?.[0]?.judge).toEqual({
      kind: 'cases',
      cases: [{ of: { path: '.status.n' }, is: ['3', 'true', null], health: 'Healthy' }],
      otherwise: 'Progressing',
    });
    expect(parse('writers: []\n').health).toBeUndefined();
  });

  it.each<[string, string, RegExp]>([
    ['no kinds', `{cases: [${CASE}], reason: r}`, /^config: gitdrift\.yaml:3: health\[0\] has no kinds/],
    ['an empty list of kinds', `{kinds: [], cases: [${CASE}], reason: r}`, /health\[0\]\.kinds is empty/],
    ['no reason', `{${KINDS}, cases: [${CASE}]}`, /health\[0\] has no reason/],
    ['neither cases nor lua', `{${KINDS}, reason: r}`, /health\[0\] has to have either lua or cases/],
    ['both', `{${KINDS}, cases: [${CASE}], lua: x, reason: r}`, /has to have either lua or cases/],
    ['otherwise beside lua', `{${KINDS}, lua: x, otherwise: Unknown, reason: r}`, /otherwise says nothing beside lua/],
    ['no case', `{${KINDS}, cases: [], reason: r}`, /health\[0\]\.cases is empty/],
    [
      'a case of nothing',
      `{${KINDS}, cases: [{is: a, health: Healthy}], reason: r}`,
      /cases\[0\] has to name a path or a condition/,
    ],
    ['no values', `{${KINDS}, cases: [{path: .a, is: [], health: Healthy}], reason: r}`, /cases\[0\]\.is is empty/],
    [
      'a value with parts',
      `{${KINDS}, cases: [{path: .a, is: [{b: c}], health: Healthy}], reason: r}`,
      /is\[0\] has to be/,
    ],
    [
      'no health of that name',
      `{${KINDS}, cases: [{path: .a, is: b, health: Helthy}], reason: r}`,
      /cases\[0\]\.health cannot be "Helthy" \| did you mean Healthy\?/,
    ],
    ['no path', `{${KINDS}, cases: [{path: '.a[', is: b, health: Healthy}], reason: r}`, /\.path is no field path/],
    ['an unknown key', `{${KINDS}, case: [], reason: r}`, /health\[0\]\.case is no key .* did you mean cases\?/],
  ])('refuse %s', (_, text, message) => {
    expect(fault(text)).toMatch(message);
  });
});
