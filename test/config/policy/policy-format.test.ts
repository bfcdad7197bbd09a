import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { CORE_SCHEMA, load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../../../src/config/policy/parse-policy.js';
import { overrideRecord } from '../../../src/gitops/suspend/override-record.js';
import { GitdriftError } from '../../../src/model/errors.js';

const schema = new Ajv2020({ allowUnionTypes: true, strictRequired: false }).compile(
  JSON.parse(readFileSync(new URL('../../../docs/policy.schema.json', import.meta.url), 'utf8')) as object,
);

/** `ok`, or what is wrong with a policy, by the reader; and whether the published schema takes it. */
function read(text: string): { readonly said: string; readonly valid: boolean } {
  const whole = `apiVersion: gitdrift.io/v1\n${text}`;
  const valid = schema(load(whole, { schema: CORE_SCHEMA }));
  try {
    parsePolicy(whole, 'gitdrift.yaml');
    return { said: 'ok', valid };
  } catch (error) {
    if (!(error instanceof GitdriftError) || error.code !== 'config') throw error;
    return { said: `${error.message} | ${error.hint}`, valid };
  }
}

const rule = (parts: string): string => `rules:\n- {kinds: [{kind: ConfigMap}], effect: ignore, reason: r, ${parts}}\n`;
const record = (parts: string): string =>
  `overrides:\n- {resource: {group: apps, kind: Deployment, namespace: shop, name: web}, reason: r, ${parts}}\n`;
const UNTIL = 'until: 2026-12-01T08:00:00Z';

describe('a policy that can be used', () => {
  it.each<[string, string]>([
    ['nothing but its version', ''],
    ['a rule with paths', rule("paths: ['.data.mode', '.metadata.annotations[\"a.b/c\"]']")],
    ['a rule with a wildcard', rule("paths: ['.spec.list[*].ca', '.spec.*.ca']")],
    ['a rule with pointers', rule('jsonPointers: [/spec/replicas]')],
    ['a rule with jq', rule('jqPathExpressions: [\'.spec.list[] | select(.name == "a")\']')],
    ['a rule for a manager', rule('managedFieldsManagers: [our-sync]')],
    [
      'a rule that is narrowed down',
      rule(
        "paths: [.data], managers: [{prefix: our-}], on: drift, only: live, id: x, name: 'a-*', namespace: 'team-?'",
      ),
    ],
    [
      'an entry of ignoreDifferences',
      'rules:\n- {group: apps, kind: Deployment, jsonPointers: [/spec/replicas], effect: ignore, reason: r}\n',
    ],
    ['one without a group', 'rules:\n- {kind: ConfigMap, jsonPointers: [/data/a], effect: ignore, reason: r}\n'],
    ['an override', record(`path: .spec.paused, ${UNTIL}`)],
    [
      'an override with everything',
      record(`path: .spec.paused, value: true, ticket: OPS-1, approvedBy: the lead, ${UNTIL}`),
    ],
    ['an override of an object', record(`path: ., ${UNTIL}`)],
    ['an override until a day', record('path: .spec.paused, until: 2026-12-01')],
    ['an override in another zone', record('path: .spec.paused, until: "2026-12-01T08:00:00+02:00"')],
    [
      'an override with parts that were not filled in',
      record(`path: .spec.paused, ticket: '', approvedBy: '', ${UNTIL}`),
    ],
    ['a gate', 'gate: {failOn: [any, degraded, "finding:policy-changed"]}\n'],
    ['a gate that says nothing', 'gate: {}\n'],
  ])('has %s', (_, text) => {
    expect(read(text)).toEqual({ said: 'ok', valid: true });
  });
});

describe('a policy that cannot be used', () => {
  it.each<[string, string, RegExp]>([
    ['a key that nobody knows', 'overide: []\n', /:2: overide is no key .* did you mean overrides\?/],
    ['a key of a rule', rule('paths: [.data.a], manager: x'), /rules\[0\]\.manager is no key .*managers/],
    ['a rule without a field', rule('on: drift'), /rules\[0\] names no field/],
    [
      'a rule without an effect',
      'rules:\n- {kinds: [{kind: ConfigMap}], paths: [.data.a], reason: r}\n',
      /:3: rules\[0\] has no effect/,
    ],
    [
      'a rule without a reason',
      'rules:\n- {kinds: [{kind: ConfigMap}], paths: [.data.a], effect: ignore}\n',
      /has no reason/,
    ],
    ['a rule without a kind', 'rules:\n- {paths: [.data.a], effect: ignore, reason: r}\n', /has no kinds/],
    ['a rule with kinds twice', rule('kind: Secret, paths: [.data.a]'), /stands beside group or kind/],
    ['another effect', rule('paths: [.data.a]').replace('ignore', 'allow'), /effect cannot be "allow"/],
    ...['.', '.spec', '.metadata', "'.*'", "'[*]'", "'.spec.*'", "'.spec[*]'", '\'["spec"]\''].map(
      (path): [string, string, RegExp] => [
        `a path for everything: ${path}`,
        rule(`paths: [${path}]`),
        /takes the whole object/,
      ],
    ),
    ...["''", '/', '/spec', '/metadata'].map((pointer): [string, string, RegExp] => [
      `a pointer for everything: ${pointer}`,
      rule(`jsonPointers: [${pointer}]`),
      /takes the whole object/,
    ]),
    ...['.', '..', '.[]', '.spec', '.spec[]'].map((jq): [string, string, RegExp] => [
      `jq for everything: ${jq}`,
      rule(`jqPathExpressions: ['${jq}']`),
      /takes the whole object/,
    ]),
    ['an empty list', rule('paths: []'), /paths is empty/],
    ['only something else', rule('paths: [.data.a], only: git'), /only cannot be "git"/],
    ['a record without an end', record('path: .spec.paused'), /overrides\[0\] has no until/],
    [
      'a record without a reason',
      record(`path: .spec.paused, ${UNTIL}`).replace('reason: r', "reason: ''"),
      /reason has to be a text/,
    ],
    [
      'a record without a name',
      'overrides:\n- {resource: {kind: Pod}, path: .a, reason: r, until: 2026-12-01}\n',
      /has no name/,
    ],
    ['a record that ends some time', record('path: .spec.paused, until: tomorrow'), /until is no time: "tomorrow"/],
    ['a record with a local time', record('path: .spec.paused, until: "2026-12-01T08:00:00"'), /until is no time/],
    [
      "a Secret's value",
      `overrides:\n- {resource: {group: '', kind: Secret, namespace: shop, name: s}, path: .data.token, value: eA==, reason: r, ${UNTIL}}\n`,
      /would put the value of a Secret into a file/,
    ],
    ['a condition that nobody knows', 'gate: {failOn: [drift]}\n', /:2: gate\.failOn has no condition "drift"/],
    ['no condition', 'gate: {failOn: []}\n', /gate\.failOn names no condition/],
  ])('has %s', (_, text, said) => {
    const found = read(text);
    expect(found.said).toMatch(said);
    expect(found.valid).toBe(false);
  });

  // What a JSON Schema cannot say.
  it.each<[string, string, RegExp]>([
    ['a path that is none', rule("paths: ['.spec[']"), /is no field path/],
    ['a wildcard in an override', record(`path: '.spec.list[*].a', ${UNTIL}`), /is no field path: a wildcard/],
    ['a day that no calendar has', record('path: .spec.paused, until: 2026-02-30'), /until is no time/],
    ['a finding that nobody knows', 'gate: {failOn: ["finding:none-such"]}\n', /there is no code "none-such"/],
    ['none and more', 'gate: {failOn: [none, any]}\n', /says none and any at once/],
    [
      'an id twice',
      `${rule('id: a, paths: [.data.a]')}${rule('id: a, paths: [.data.b]').slice('rules:\n'.length)}`,
      /:4: rules\[1\] has the id a of another rule/,
    ],
    ['a glob that takes long', rule("paths: [.data.a], name: '*a*a*a*a*a*a'"), /more than 3 stars/],
    ['a glob with many alternatives', rule("paths: [.data.a], name: '{,a}{,a}{,a}{,a}'"), /2 lists of alternatives/],
    ['a glob that is none', rule("paths: [.data.a], name: '[a'"), /is no glob/],
    ['an expression that takes long', rule("paths: [.data.a], managers: [{pattern: '(a+)+$'}]"), /has a group/],
  ])('has %s, which only gitdrift finds', (_, text, said) => {
    expect(read(text).said).toMatch(said);
  });
});

describe('the record of suspend-plan', () => {
  const ref = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'shop', name: 'on' };
  const fields = [
    { path: '.spec.template.spec.containers[name="web"].image', value: 'registry.example/web:2' },
    { path: '.spec.paused', value: true },
  ];
  const printed = overrideRecord(ref, fields, new Date('2026-11-30T11:30:00Z'));

  it('asks for the reason that it does not know', () => {
    expect(read(printed)).toEqual({
      said: expect.stringMatching(/:6: overrides\[0\]\.reason has to be a text/),
      valid: false,
    });
  });

  it('can be read once it is filled in', () => {
    const filled = `apiVersion: gitdrift.io/v1\n${printed.replaceAll("reason: ''", 'reason: the database moves')}`;
    expect(parsePolicy(filled, 'gitdrift.yaml').overrides).toEqual(
      fields.map((field, at) => ({
        id: `overrides[${at}]`,
        resource: { group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'on' },
        ...field,
        reason: 'the database moves',
        until: '2026-12-01T12:00:00Z',
      })),
    );
  });
});
