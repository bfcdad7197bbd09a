import { describe, expect, it } from 'vitest';
import { printJson } from '../../src/model/json-text.js';
import { secretCopies } from '../../src/secret-copies.js';
import { entry, SECRET, world } from '../ownership/worlds.js';
import { clientSideApply, judge, LAST_APPLIED } from './worlds.js';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const PASSWORDS = ['desired-password', 'live-password', 'applied-password'];

const secret = (password: string, annotations: Readonly<Record<string, string>> = {}): string =>
  JSON.stringify({
    ...SECRET,
    metadata: { name: 'db', namespace: 'marketplace', annotations },
    data: { password: base64(password), user: base64('catalog') },
  });

const leaks = (value: unknown): string[] => {
  const text = printJson(value);
  return PASSWORDS.flatMap((password) => [password, base64(password)]).filter((form) => text.includes(form));
};

describe('a Secret’s report', () => {
  const HELD = { 'f:data': { 'f:password': {} } };

  it.each<[string, string]>([
    ['as the last apply left it', 'live-password'],
    ['changed since the last apply', 'applied-password'],
    ['changed since the last apply of what Git declares', 'desired-password'],
  ])('shows no value where live is %s', (_, applied) => {
    const report = judge({
      desired: secret('desired-password'),
      live: secret('live-password'),
      lastApplied: secret(applied),
      managedFields: [clientSideApply({}), entry('kubectl-edit', 'Update', HELD, { apiVersion: 'v1' })],
    });
    expect(report.drift.map(({ path, masked }) => [path, masked])).toEqual([['.data.password', true]]);
    expect(leaks(report)).toEqual([]);
  });

  it('compares stringData with what the last apply set', () => {
    const asText = JSON.stringify({
      ...SECRET,
      metadata: { name: 'db', namespace: 'marketplace' },
      stringData: { password: 'live-password', user: 'catalog' },
    });
    const report = judge({ desired: secret('desired-password'), live: secret('live-password'), lastApplied: asText });
    expect(report.drift.map(({ explanation }) => explanation.code)).toEqual(['git-ahead']);
    expect(report.drift[0]?.explanation.message).toMatch(/^live still holds what the last apply set/);
    expect(leaks(report)).toEqual([]);
  });

  it.each(['data', 'stringData'])('shows no key of a map that stands in place of a value of %s', (field) => {
    const desired = JSON.stringify({
      ...SECRET,
      metadata: { name: 'db', namespace: 'marketplace' },
      [field]: { settings: { 'live-password': ['desired-password'] } },
    });
    for (const live of [
      secret('x'),
      { kind: 'missing' } as const,
      JSON.stringify({ ...SECRET, metadata: { name: 'db' } }),
    ]) {
      expect(leaks(judge({ desired, live }))).toEqual([]);
    }
    expect(judge({ desired, live: secret('x') }).drift.map(({ path, desired }) => [path, desired])).toContainEqual([
      '.data.settings',
      '(secret value 2)',
    ]);
  });

  it('shows no copy of the values in an annotation', () => {
    const copy = { 'kapp.k14s.io/original': secret('live-password'), 'tool.example/note': 'rotated live-password' };
    const world = { desired: secret('live-password'), live: secret('live-password', copy) };
    const shown = judge(world);
    expect(shown.undeclared.map(({ path, live }) => [path, live])).toEqual([
      ['.metadata.annotations["kapp.k14s.io/original"]', '(not shown: a copy of the Secret)'],
      ['.metadata.annotations["tool.example/note"]', '(not shown: a copy of the Secret)'],
    ]);
    expect(leaks(shown)).toEqual([]);
    expect(leaks(judge({ ...world, showSecrets: true }))).not.toEqual([]);
  });
});

it('finds the annotations that repeat a Secret’s values, and no others', () => {
  const annotations = {
    [LAST_APPLIED]: 'cut off {',
    'kapp.k14s.io/original': '{"data": {}}',
    'tool.example/base64': `was ${base64('live-password')}`,
    'tool.example/checksum': 'sha256:1f3a',
  };
  const data = { password: base64('live-password') };
  expect([...secretCopies(world(SECRET, undefined, { metadata: { annotations }, data }))].sort()).toEqual([
    'kapp.k14s.io/original',
    LAST_APPLIED,
    'tool.example/base64',
  ]);
  const settings = world({ apiVersion: 'v1', kind: 'ConfigMap' }, undefined, { metadata: { annotations }, data });
  expect([...secretCopies(settings)]).toEqual([]);
});
