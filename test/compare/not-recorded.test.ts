import { describe, expect, it } from 'vitest';
import { builtinSchema } from '../../src/cluster/schema/builtin.js';
import { compareObject } from '../../src/compare/compare.js';
import { printPath } from '../../src/model/field-path.js';
import type { JsonObject } from '../../src/model/json.js';
import {
  RECORDED_DIFFERENT,
  RECORDED_EQUAL,
  RECORDED_NOTHING,
  RECORDED_REMOVED,
  RECORDED_UNDECLARED,
} from '../../src/model/recorded-secret.js';
import { refOf } from '../../src/model/resource.js';

const schema = builtinSchema('1.36');
const base64 = (text: string): string => Buffer.from(text).toString('base64');

function compared(apiVersion: string, kind: string, desired: JsonObject, live: JsonObject) {
  const of = ({ metadata, ...parts }: JsonObject) => ({
    apiVersion,
    kind,
    metadata: { name: 'payments', namespace: 'shop', ...(metadata as JsonObject | undefined) },
    ...parts,
  });
  const { differences, notRecorded } = compareObject({
    ref: refOf(of(desired)),
    desired: of(desired),
    live: of(live),
    schema,
    applied: undefined,
    others: [],
    showSecrets: false,
  });
  return {
    drift: differences.filter((one) => one.kind === 'drift').map(({ path }) => printPath(path)),
    unknown: notRecorded.map(printPath),
  };
}

describe('a value of a Secret that is not in the recording', () => {
  const of = (word: string) => compared('v1', 'Secret', { data: { key: base64('hunter2') } }, { data: { key: word } });

  it.each([
    [RECORDED_EQUAL, [], []],
    [RECORDED_DIFFERENT, ['.data.key'], []],
    [RECORDED_NOTHING, [], ['.data.key']],
    [RECORDED_REMOVED, [], ['.data.key']],
    // Git declares it since the recording.
    [RECORDED_UNDECLARED, [], ['.data.key']],
  ])('%s', (word, drift, unknown) => {
    expect(of(word)).toEqual({ drift, unknown });
  });

  it('is no reason to be silent about a key that live lacks', () => {
    const desired = { stringData: { key: 'hunter2', pin: '0042' } };
    expect(compared('v1', 'Secret', desired, { data: { key: RECORDED_NOTHING } })).toEqual({
      drift: ['.data.pin'],
      unknown: ['.data.key'],
    });
  });

  it('nor is an annotation that held a copy', () => {
    const metadata = (text: string): JsonObject => ({ metadata: { annotations: { 'tool.test/copy': text } } });
    expect(compared('v1', 'Secret', metadata('hunter2'), metadata(RECORDED_REMOVED))).toEqual({
      drift: [],
      unknown: ['.metadata.annotations["tool.test/copy"]'],
    });
  });
});

describe('in an object that is no Secret', () => {
  it.each([RECORDED_EQUAL, RECORDED_DIFFERENT, RECORDED_UNDECLARED])('%s is a text like any other', (text) => {
    const data = (flag: string): JsonObject => ({ data: { flag } });
    expect(compared('v1', 'ConfigMap', data('on'), data(text))).toEqual({ drift: ['.data.flag'], unknown: [] });
    expect(compared('v1', 'ConfigMap', data(text), data(text))).toEqual({ drift: [], unknown: [] });
  });

  it('nor does it hide the annotation of a Secret', () => {
    const metadata = (text: string): JsonObject => ({ metadata: { annotations: { team: text } } });
    expect(compared('v1', 'Secret', metadata('shop'), metadata(RECORDED_EQUAL)).drift).toEqual([
      '.metadata.annotations.team',
    ]);
  });

  const pod = (container: JsonObject): JsonObject => ({ spec: { containers: [{ name: 'web', ...container }] } });

  it('what SOPS encrypted at the recording and Git no longer does is unknown, and only that', () => {
    const live = pod({ image: 'web:1', env: [{ name: 'TOKEN', value: RECORDED_NOTHING }] });
    const desired = pod({ image: 'web:2', env: [{ name: 'TOKEN', value: 'plain now' }] });
    const { drift, unknown } = compared('v1', 'Pod', desired, live);
    expect(drift).toEqual(['.spec.containers[name="web"].image']);
    expect(unknown).toEqual(['.spec.containers[name="web"].env[name="TOKEN"].value']);
  });

  it('a list whose items cannot be told apart is unknown as a whole', () => {
    const args = compared(
      'v1',
      'Pod',
      pod({ args: ['--quiet', '--fast'] }),
      pod({ args: ['--quiet', RECORDED_NOTHING] }),
    );
    expect(args).toEqual({ drift: [], unknown: ['.spec.containers[name="web"].args'] });
    const live = pod({ env: [{ name: RECORDED_NOTHING, value: RECORDED_NOTHING }] });
    const env = compared('v1', 'Pod', pod({ env: [{ name: 'TOKEN', value: 'plain' }] }), live);
    expect(env).toEqual({ drift: [], unknown: ['.spec.containers[name="web"].env'] });
  });
});
