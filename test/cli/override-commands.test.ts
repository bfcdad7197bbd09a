import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../../src/config/policy/parse-policy.js';
import { engine } from '../../src/engine.js';
import { scratch } from '../source/repositories.js';
import { transcript } from './fake-io.js';

const WORLD = fileURLToPath(new URL('../../fixtures/reasons/policy/', import.meta.url));

/** The world of fixtures/reasons/policy with another policy file, or none. */
function world(policy?: string): string {
  const folder = scratch();
  for (const name of ['desired', 'live.json']) cpSync(join(WORLD, name), join(folder, name), { recursive: true });
  if (policy !== undefined) write(folder, policy);
  return folder;
}

/** The policy of a folder; a text without a version gets it. */
function write(folder: string, policy: string): void {
  const version = policy.startsWith('apiVersion:') ? '' : 'apiVersion: gitdrift.io/v1\n';
  writeFileSync(join(folder, 'gitdrift.yaml'), `${version}${policy}`);
}

const run = (folder: string, ...argv: readonly string[]) =>
  transcript([...argv, '--live', join(folder, 'live.json'), '-n', 'marketplace'], engine, {
    cwd: folder,
    env: { PATH: process.env.PATH },
    now: new Date('2026-11-30T12:00:00Z'),
  });

const gateOf = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';
const IMAGE = '.spec.template.spec.containers[name="web"].image';
const WORDS = ['--reason', 'hotfix: carts', '--until', '8h'];

describe('override', () => {
  it('prints the record of a field, for the value that live has, and changes nothing', async () => {
    const folder = world();
    const { code, out, err } = await run(
      folder,
      ...['override', 'deploy/catalog', 'spec.template.spec.containers[0].image', 'desired', ...WORDS],
      ...['--ticket', 'OPS-4711', '--approved-by', 'the lead'],
    );
    expect(out).toBe(`apiVersion: gitdrift.io/v1
overrides:
  - resource: {group: apps, kind: Deployment, namespace: marketplace, name: catalog}
    path: ".spec.template.spec.containers[name=\\"web\\"].image"
    value: "registry.example/catalog:2.4.1-hotfix"
    reason: "hotfix: carts"
    ticket: OPS-4711
    approvedBy: "the lead"
    until: "2026-11-30T20:00:00Z"
`);
    expect(err).toContain(
      'note: for a policy file: gitdrift.yaml at the root of the repository is found (docs/policy.md); it ends 2026-11-30T20:00:00Z',
    );
    expect(code).toBe(0);
    write(folder, out);
    const before = await run(world(), 'diff', 'desired', '--fail-on', 'manual');
    const after = await run(folder, 'diff', 'desired', '-o', 'json');
    expect(before.err).toBe('');
    expect(before.code).toBe(1);
    const report = JSON.parse(after.out) as { summary: { drift: { explained: number } } };
    expect(report.summary.drift.explained).toBe(2);
  });

  it('is for another value, or for any', async () => {
    const value = async (...flags: readonly string[]) => {
      const { out } = await run(world(), 'override', 'deploy/catalog', IMAGE, ...WORDS, ...flags);
      return parsePolicy(out, 'gitdrift.yaml').overrides?.[0]?.value;
    };
    expect(await value()).toBe('registry.example/catalog:2.4.1-hotfix');
    expect(await value('--any-value')).toBeUndefined();
    expect(await value('--value', 'registry.example/catalog:2.5.0')).toBe('registry.example/catalog:2.5.0');
    expect(await value('--value', '3')).toBe(3);
    expect(await value('--value', '"3"')).toBe('3');
    expect(await value('--value', '\u202etxt: [#')).toBe('\u202etxt: [#');
  });

  it('says where nothing differs yet', async () => {
    const { err, code } = await run(world(), 'override', 'cm/catalog-settings', '.data.page-size', 'desired', ...WORDS);
    expect([err.split('\n')[0], code]).toEqual([
      'note: .data["page-size"] does not differ now: the record is for a change to come'.replace(
        '["page-size"]',
        '.page-size',
      ),
      0,
    ]);
  });

  it.each<[string, readonly string[], RegExp]>([
    ['no reason', ['--until', '8h'], /an override needs a reason/],
    ['an empty reason', ['--reason', '', '--until', '8h'], /--reason needs a value/],
    ['no end', ['--reason', 'r'], /an override has to end: --until is missing/],
    [
      'an end that is over',
      ['--reason', 'r', '--until', '2026-11-30T11:00:00Z'],
      /--until 2026-11-30T11:00:00Z is over already/,
    ],
    ['an end that is none', ['--reason', 'r', '--until', 'friday'], /--until cannot read the time "friday"/],
    ['a bare number', ['--reason', 'r', '--until', '8'], /--until cannot read the time "8"/],
    ['two kinds of value', [...WORDS, '--value', 'a', '--any-value'], /--value and --any-value exclude each other/],
  ])('refuses %s', async (_, flags, said) => {
    const { code, out, err } = await run(world(), 'override', 'deploy/catalog', IMAGE, ...flags);
    expect(err).toMatch(said);
    expect([code, out]).toEqual([2, '']);
  });
});

describe('the value of a Secret', () => {
  const live = JSON.stringify({
    apiVersion: 'v1',
    kind: 'List',
    items: [
      {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'shop', namespace: 'marketplace' },
        data: { token: 'aHVudGVyMg==' },
      },
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'shop', namespace: 'marketplace' },
        data: { DB_PASSWORD: 'hunter2' },
      },
    ],
  });
  const desired = `apiVersion: v1
kind: Secret
metadata: {name: shop}
data: {token: b3RoZXI=}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: shop}
data: {DB_PASSWORD: other}
`;

  it('is in no record, and neither is one whose name looks secret', async () => {
    const folder = scratch({ 'live.json': live, 'desired/shop.yaml': desired });
    const printed = [
      await run(folder, 'override', 'secret/shop', '.data.token', 'desired', ...WORDS),
      await run(folder, 'override', 'cm/shop', '.data.DB_PASSWORD', 'desired', ...WORDS),
      await run(folder, 'baseline', 'desired', ...WORDS),
    ];
    for (const { out, err, code } of printed) {
      expect(code).toBe(0);
      expect(out).toContain('resource: {group: "", kind: ');
      expect(`${out}${err}`).not.toMatch(/hunter2|aHVudGVyMg|value:/);
    }
    expect(printed[0]?.err).toContain('the record holds for any value');
    const given = await run(folder, 'override', 'secret/shop', '.data.token', ...WORDS, '--value', 'aHVudGVyMg==');
    expect([given.code, given.out]).toEqual([2, '']);
    expect(given.err).not.toContain('aHVudGVyMg');
    write(folder, printed[2]?.out ?? '');
    expect((await run(folder, 'diff', 'desired')).code).toBe(0);
  });
});

describe('baseline', () => {
  it('prints records with which the gate passes until they end, and not after', async () => {
    const folder = world();
    expect((await run(folder, 'diff', 'desired')).code).toBe(1);
    const { code, out, err } = await run(
      folder,
      'baseline',
      'desired',
      '--reason',
      'taken over',
      '--until',
      '2026-12-05',
    );
    expect(code).toBe(0);
    expect(err).toContain('note: 5 records, for a policy file: gitdrift.yaml ');
    write(folder, out);
    const passed = await run(folder, 'diff', 'desired');
    expect([gateOf(passed.out), passed.code]).toEqual(['gate: passed (exit 0)', 0]);
    const again = await run(folder, 'baseline', 'desired', '--reason', 'taken over', '--until', '2026-12-05');
    expect([again.out, again.code]).toEqual(['', 0]);
    write(folder, out.replaceAll('2026-12-06T00:00:00Z', '2026-11-30T12:00:00Z'));
    const ended = await run(folder, 'diff', 'desired');
    expect(ended.code).toBe(1);
    expect(ended.out).toContain('its override ended 2026-11-30T12:00:00Z (taken over)');
  });

  it('records objects that live lacks', async () => {
    const folder = scratch({
      'live.json': '{"apiVersion": "v1", "kind": "ConfigMapList", "items": []}',
      'desired/shop.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: shop}\ndata: {a: b}\n',
    });
    const { out } = await run(folder, 'baseline', 'desired', ...WORDS);
    expect(out).toContain('    path: "."\n');
    write(folder, out);
    expect((await run(folder, 'diff', 'desired')).code).toBe(0);
  });
});

describe('the gate of the policy file', () => {
  it.each<[string, readonly string[], Record<string, string>, string]>([
    [
      'decides where nothing else does',
      [],
      {},
      'gate: off, nothing fails it [fails on none, as gitdrift.yaml says] (exit 0)',
    ],
    ['gives way to a flag', ['--fail-on', 'any'], {}, 'gate: FAILED, 4 counted by --fail-on any (exit 1)'],
    [
      'gives way to the environment',
      [],
      { GITDRIFT_FAIL_ON: 'any' },
      'gate: FAILED, 4 counted by --fail-on any (exit 1)',
    ],
  ])('%s', async (_, flags, env, gate) => {
    const folder = world('gate: {failOn: [none]}\n');
    const { out } = await transcript(
      ['diff', 'desired', '--live', join(folder, 'live.json'), '-n', 'marketplace', ...flags],
      engine,
      {
        cwd: folder,
        env: { PATH: process.env.PATH, ...env },
      },
    );
    expect(gateOf(out)).toBe(gate);
  });

  it('counts what it names', async () => {
    const { out, code } = await run(world('gate: {failOn: [degraded, manual]}\n'), 'diff', 'desired');
    expect([gateOf(out), code]).toEqual([
      'gate: FAILED, 4 counted by the policy [fails on degraded, manual, as gitdrift.yaml says] (exit 1)',
      1,
    ]);
  });
});

describe('rules of the policy file', () => {
  const policy = readFileSync(join(WORLD, 'gitdrift.yaml'), 'utf8').split('\n').slice(1).join('\n');

  it('name themselves with --show-explained, and --no-ignore-rules turns those off that ignore', async () => {
    const folder = world(policy);
    const shown = await run(folder, 'diff', 'desired', '--show-explained');
    expect(shown.out).toContain('rule: currency');
    expect(shown.out).toContain('    ignored      .data.currency');
    const without = await run(folder, 'diff', 'desired', '--no-ignore-rules', '-v');
    expect(without.out).not.toContain('ignored      .data.currency');
    expect(without.out).not.toContain('the rule currency matched no difference');
    expect(without.out).toContain('rule incident-label');
  });

  it('take Argo CD\u2019s own syntax, jq included', async () => {
    const folder = world(`rules:
- {group: apps, kind: Deployment, name: catalog, effect: ignore, reason: r, jqPathExpressions: ['.spec.template.spec.containers[] | select(.name == "web") | .image']}
- {kind: Service, jsonPointers: [/spec/ports], effect: ignore, reason: r}
- {kind: ConfigMap, jsonPointers: [/metadata/labels], effect: ignore, reason: r}
- {kinds: [{group: apps}], paths: [.metadata.labels.incident], effect: explain, reason: r}
`);
    const { out, code } = await run(folder, 'diff', 'desired', '-o', 'json');
    const report = JSON.parse(out) as { applications: { resources: { kind: string; sync: string }[] }[] };
    expect(code).toBe(0);
    expect(report.applications[0]?.resources.map(({ kind, sync }) => `${kind} ${sync}`)).toEqual([
      'ConfigMap OutOfSync',
      'Service Synced',
      'Deployment Synced',
    ]);
  });

  it('with jq that is none, or that takes a whole spec, are an error', async () => {
    const jq = async (expression: string) => {
      const folder = world(
        `rules:\n- {kinds: [{kind: Deployment}], effect: ignore, reason: r, jqPathExpressions: ['${expression}']}\n`,
      );
      const { code, out, err } = await run(folder, 'diff', 'desired');
      return [code, out, err.split('\n')[0]];
    };
    expect(await jq('.spec |')).toEqual([
      2,
      '',
      expect.stringMatching(/^error: the rule rules\[0\] of the policy: jq cannot use the expression ".spec |"/),
    ]);
    expect(await jq('.spec | .')).toEqual([
      2,
      '',
      expect.stringContaining('it takes the whole object, or the whole of its spec'),
    ]);
    expect(await jq('.["spec"] | .[]')).toEqual([
      2,
      '',
      expect.stringContaining('it takes the whole object, or the whole of its spec'),
    ]);
    expect((await jq('halt'))[0]).toBe(1);
  });
});
