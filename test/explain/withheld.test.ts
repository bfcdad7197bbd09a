import { expect, it } from 'vitest';
import { withheldFindings, withheldMessage } from '../../src/explain/withheld.js';
import type { WithheldReason, WithheldValue } from '../../src/model/withheld.js';

const resource = { group: '', version: 'v1', kind: 'Secret', namespace: 'marketplace', name: 'login' };
const value = (path: string, reason: WithheldReason): WithheldValue => ({ path, reason });

it.each<[string, readonly WithheldValue[], object[]]>([
  ['nothing', [], []],
  [
    'one value',
    [value('.data.password', 'random')],
    [
      {
        path: '.data.password',
        message:
          'each rendering gives another value of .data.password: it is not compared, and every sync that renders writes it anew',
      },
    ],
  ],
  [
    'several, one of a pod template',
    [value('.metadata.labels.at', 'random'), value('.spec.template.metadata.annotations.at', 'random')],
    [
      {
        message:
          'each rendering gives another value of .metadata.labels.at, .spec.template.metadata.annotations.at: they are not compared, and every sync that renders writes them anew and restarts the pods',
      },
    ],
  ],
])('of random values a finding warns: %s', (_, values, findings) => {
  expect(withheldFindings(resource, values)).toEqual(
    findings.map((finding) => ({ code: 'random-in-render', severity: 'warning', resource, ...finding })),
  );
});

it('counts random values beside the others, and tells of each kind in its own finding', () => {
  const values = [value('.data.a', 'random'), value('.data.b', 'encrypted')];
  expect(withheldMessage(values)).toBe('2 values not compared: 1 encrypted with SOPS, 1 another one in each rendering');
  expect(withheldFindings(resource, values).map(({ code }) => code)).toEqual([
    'values-not-compared',
    'random-in-render',
  ]);
});
