import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { builtinSchema } from '../../src/cluster/schema/builtin.js';
import { type Comparison, compareObject } from '../../src/compare/compare.js';
import { printPath } from '../../src/model/field-path.js';
import { RECORDED_DIFFERENT, RECORDED_EQUAL } from '../../src/model/recorded-secret.js';
import { type KubernetesObject, refOf } from '../../src/model/resource.js';
import { lines } from '../support/worlds.js';

const ENC = '"ENC[AES256_GCM,data:Tm90IHNlY3JldA==,iv:MTIz,tag:NDU2,type:str]"';
const variable = (name: string): string => `$\{${name}}`;
const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

interface Case {
  readonly desired: string;
  readonly live: string;
  readonly drift: readonly string[];
  readonly withheld: readonly string[];
}

function compare(
  { desired, live }: Pick<Case, 'desired' | 'live'>,
  encrypted: boolean,
  volatile: readonly string[] = [],
): Comparison {
  const object = load(desired) as KubernetesObject;
  return compareObject({
    ref: refOf(object),
    desired: object,
    live: load(live) as KubernetesObject,
    schema: builtinSchema(),
    applied: undefined,
    others: [],
    showSecrets: false,
    encrypted,
    volatile,
  });
}

function expectThat(one: Case, encrypted: boolean): void {
  const comparison = compare(one, encrypted);
  expect(lines(comparison)).toEqual(one.drift);
  expect(comparison.withheld.map(({ path, reason }) => `${printPath(path)} ${reason}`)).toEqual(one.withheld);
}

const secret = (body: string): string => `apiVersion: v1\nkind: Secret\nmetadata: {name: database}\n${body}`;
const config = (body: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n${body}`;
const pod = (container: string): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, image: web:1, ${container}}]}`;

describe('values that SOPS encrypted', () => {
  it.each<[string, Case]>([
    [
      'are only looked for, whatever live holds',
      {
        desired: secret(`data: {password: ${ENC}, user: YXBw}`),
        live: secret('data: {password: aHVudGVyMg==, user: YXBw}'),
        drift: [],
        withheld: ['.data.password encrypted'],
      },
    ],
    [
      'are drift where live lacks the key',
      {
        desired: secret(`stringData: {password: ${ENC}, token: ${ENC}}`),
        live: secret('data: {password: aHVudGVyMg==}'),
        drift: ['drift missing .data.token'],
        withheld: ['.data.password encrypted'],
      },
    ],
    [
      'leave the fields beside them compared',
      {
        desired: config(`data: {dsn: ${ENC}, mode: fast}`),
        live: config('data: {dsn: "postgres://app:hunter2@db", mode: slow, extra: "1"}'),
        drift: ['undeclared extra .data.extra', 'drift changed .data.mode'],
        withheld: ['.data.dsn encrypted'],
      },
    ],
    [
      'are found in items of keyed lists',
      {
        desired: pod(`env: [{name: TOKEN, value: ${ENC}}, {name: MODE, value: fast}]`),
        live: pod('env: [{name: TOKEN, value: hunter2}, {name: MODE, value: slow}]'),
        drift: ['drift changed .spec.containers[name="web"].env[name="MODE"].value'],
        withheld: ['.spec.containers[name="web"].env[name="TOKEN"].value encrypted'],
      },
    ],
    [
      'leave a list aside whose items cannot be told apart without them',
      {
        desired: pod(`env: [{name: ${ENC}, value: ${ENC}}], args: [--verbose, ${ENC}]`),
        live: pod('env: [{name: TOKEN, value: hunter2}], args: [--quiet, --token=hunter2]'),
        drift: [],
        withheld: [
          '.spec.containers[name="web"].args encrypted',
          '.spec.containers[name="web"].env encrypted',
          '.spec.containers[name="web"].env encrypted',
        ],
      },
    ],
    [
      'are no drift in a recording, which can only say that they differ',
      {
        desired: secret(`data: {password: ${ENC}}`),
        live: secret(`data: {password: ${JSON.stringify(RECORDED_DIFFERENT)}}`),
        drift: [],
        withheld: ['.data.password encrypted'],
      },
    ],
  ])('%s', (_, one) => expectThat(one, true));

  it('are values like any other where SOPS did not encrypt the object', () => {
    const one = { desired: config(`data: {note: ${ENC}}`), live: config('data: {note: other}') };
    expectThat({ ...one, drift: ['drift changed .data.note'], withheld: [] }, false);
  });

  it('are shown as words where they are missing, not as ciphertext', () => {
    const missing = compare({ desired: config(`data: {dsn: ${ENC}}`), live: config('data: {}') }, true);
    expect(missing.differences[0]?.desired).toBe('(encrypted value)');
    const all = compare({ desired: secret(`data: {a: ${ENC}, b: YQ==}`), live: secret('') }, true);
    expect(all.differences[0]?.desired).toEqual({ a: '(encrypted value)', b: '(secret value 1)' });
  });
});

it('live is not shown where it has another shape than what Git encrypts', () => {
  const parts = { desired: pod(`env: {token: ${ENC}}`), live: pod('env: [{name: TOKEN, value: hunter2}]') };
  const [difference] = compare(parts, true).differences;
  expect(difference).toMatchObject({ change: 'changed', live: '(encrypted value)' });
  expect(JSON.stringify(difference)).not.toMatch(/hunter2|ENC/);
});

describe('placeholders in a Secret', () => {
  it.each<[string, string, string, readonly string[]]>([
    [
      'of argocd-vault-plugin',
      'stringData: {password: "<path:kv/data/catalog#password>"}',
      base64('hunter2'),
      ['placeholder'],
    ],
    [
      'within a text',
      'stringData: {password: "postgres://app:<path:kv/data/db#pw>@db"}',
      base64('hunter2'),
      ['placeholder'],
    ],
    ['encoded', `data: {password: ${base64('<path:kv/data/catalog#password>')}}`, base64('hunter2'), ['placeholder']],
    ['of vals', 'stringData: {password: "ref+vault://kv/catalog#/password"}', base64('hunter2'), ['placeholder']],
    ['of Flux', `stringData: {password: "${variable('DB_PASSWORD')}"}`, base64('hunter2'), ['placeholder']],
    ['of a template', 'stringData: {password: "{{ .password }}"}', base64('hunter2'), ['placeholder']],
    [
      'that live holds as it is',
      `stringData: {password: "${variable('DB_PASSWORD')}"}`,
      base64(variable('DB_PASSWORD')),
      [],
    ],
    ['that a recording calls equal', `stringData: {password: "${variable('DB_PASSWORD')}"}`, RECORDED_EQUAL, []],
  ])('%s: only that the key is there is compared', (_, body, live, reasons) => {
    const withheld = reasons.map((reason) => `.data.password ${reason}`);
    const stored = secret(`data: {password: ${JSON.stringify(live)}}`);
    expectThat({ desired: secret(body), live: stored, drift: [], withheld }, false);
    expect(lines(compare({ desired: secret(body), live: secret('') }, false))).toHaveLength(1);
  });

  it('are not taken for one in a file of many lines, nor in another kind', () => {
    const file = 'stringData: {config: "text: {{ .alert }}\\nto: ops"}';
    const stored = secret(`data: {config: ${base64('text: {{ .alert }}\nto: dev')}}`);
    expectThat({ desired: secret(file), live: stored, drift: ['drift changed .data.config'], withheld: [] }, false);
    const map = {
      desired: config(`data: {url: "${variable('BASE')}/x"}`),
      live: config('data: {url: "https://shop/x"}'),
    };
    expectThat({ ...map, drift: ['drift changed .data.url'], withheld: [] }, false);
  });
});

describe('values that every rendering gives anew', () => {
  const random = (parts: Pick<Case, 'desired' | 'live'>, ...volatile: string[]) => {
    const { withheld, ...comparison } = compare(parts, false, volatile);
    return [
      ...lines({ ...comparison, withheld }),
      ...withheld.map(({ path, reason }) => `${printPath(path)} ${reason}`),
    ];
  };

  it.each<[string, Pick<Case, 'desired' | 'live'>, string, readonly string[]]>([
    [
      'of a Secret',
      { desired: secret('data: {password: YQ==, user: YXBw}'), live: secret('data: {password: Yg==, user: YXBw}') },
      '/data/password',
      ['.data.password random'],
    ],
    [
      'of a Secret, as text',
      { desired: secret('stringData: {password: a}'), live: secret('data: {password: Yg==}') },
      '/stringData/password',
      ['.data.password random'],
    ],
    [
      'in an item of a keyed list',
      {
        desired: pod('env: [{name: AT, value: "1"}]'),
        live: pod('env: [{name: MODE, value: x}, {name: AT, value: "2"}]'),
      },
      '/spec/containers/0/env/0/value',
      [
        'undeclared extra .spec.containers[name="web"].env[name="MODE"]',
        '.spec.containers[name="web"].env[name="AT"].value random',
      ],
    ],
    [
      'in a list that is owned as a whole',
      { desired: pod('args: ["--seed", "1"]'), live: pod('args: ["--seed", "2"]') },
      '/spec/containers/0/args/1',
      ['.spec.containers[name="web"].args random'],
    ],
    [
      'of a key with a slash',
      { desired: config('data: {"a/b": "1", c: "1"}'), live: config('data: {"a/b": "2", c: "2"}') },
      '/data/a~1b',
      ['drift changed .data.c', '.data["a/b"] random'],
    ],
    [
      'that live lacks are drift',
      { desired: config('data: {a: "1"}'), live: config('data: {}') },
      '/data/a',
      ['drift missing .data.a'],
    ],
  ])('%s', (_, parts, pointer, expected) => {
    expect(random(parts, pointer)).toEqual(expected);
  });

  it('are shown as words where live lacks them', () => {
    const [difference] = compare({ desired: config('data: {a: "1"}'), live: config('') }, false, [
      '/data/a',
    ]).differences;
    expect(difference?.desired).toEqual({ a: '(another value each time)' });
  });
});
