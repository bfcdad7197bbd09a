import { describe, expect, it } from 'vitest';
import { hasArgoRule } from '../../../src/verdict/health/argo-cd-kinds.js';
import argoKinds from '../../../src/verdict/health/argo-cd-kinds.yaml';
import dialects from '../../../src/verdict/health/dialects.yaml';
import { dialectOf } from '../../../src/verdict/health/generic/dialect.js';
import { MEANINGS } from '../../../src/verdict/health/generic/words.js';
import generic from '../../../src/verdict/health/generic.yaml';

type Lists = Readonly<Record<string, readonly string[]>>;
const words = generic as { readonly conditions: Lists; readonly endings: Lists; readonly phases: Lists };
const families = dialects as readonly Readonly<Record<string, unknown>>[];

function repeated(lists: Lists): readonly string[] {
  const all = Object.values(lists)
    .flat()
    .map((word) => word.toLowerCase());
  return all.filter((word, index) => all.indexOf(word) !== index);
}

describe('generic.yaml', () => {
  it.each(['conditions', 'endings', 'phases'] as const)('gives each word of %s one meaning', (name) => {
    expect(repeated(words[name])).toEqual([]);
  });
});

describe('dialects.yaml', () => {
  const KEYS = [
    ...['groups', 'kinds', 'source', 'notReady', 'conditions', 'reasons', 'phases', 'phaseFields', 'flags'],
    ...['collections', 'noStatus', 'suspendedFirst', 'requires', 'otherwise', 'otherPhase', 'failingLabels'],
    ...['errorFields', 'phaseless'],
  ];

  it.each(families.map((family) => [JSON.stringify([family.groups, family.kinds]), family] as const))(
    '%s has known keys and a source',
    (_name, family) => {
      expect(KEYS).toEqual(expect.arrayContaining(Object.keys(family)));
      expect([...MEANINGS, 'ignored']).toEqual(expect.arrayContaining(Object.keys(family.conditions ?? {})));
      expect(family.source).toMatch(/\w{3}/);
    },
  );

  it('is heard for every family: no earlier one hides it', () => {
    const heard = families.map(({ groups, kinds }) => {
      const [group = ''] = groups as readonly string[];
      const [kind = 'Anything'] = (kinds ?? []) as readonly string[];
      return dialectOf({ group: group.replace('*', 'any'), kind });
    });
    expect(new Set(heard).size).toBe(families.length);
  });
});

describe('argo-cd-kinds.yaml', () => {
  it('lists kinds by group', () => {
    for (const kinds of Object.values(argoKinds as Lists)) expect(kinds.length).toBeGreaterThan(0);
  });

  it.each([
    ['cert-manager.io', 'Certificate', true],
    ['cert-manager.io', 'CertificateRequest', false],
    ['s3.aws.upbound.io', 'Bucket', true],
    ['upbound.io', 'Bucket', false],
    ['argoproj.io', 'Workflow', true],
    ['argoproj.io', 'Application', false],
    ['verdict.example.test', 'Gadget', false],
  ])('%s %s: %s', (group, kind, expected) => {
    expect(hasArgoRule({ group, kind })).toBe(expected);
  });
});
