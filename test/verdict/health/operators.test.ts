import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/model/json.js';
import { assessHealth } from '../../../src/verdict/health/assess.js';
import { condition, liveObject } from './live-object.js';

const FOLDER = join(import.meta.dirname, 'operators');

/** One status, with what a careful person would say of it. */
interface Case {
  readonly is: string;
  readonly conditions?: readonly string[];
  readonly status?: JsonObject;
  readonly spec?: JsonObject;
  /** Of the spec; 1 where it is not told. */
  readonly generation?: number;
}

/** `Type Status Reason: message`; reason and message may be left out. */
function conditionOf(text: string): JsonValue {
  const [, type = '', status = '', reason = '', message = ''] =
    /^(\S+) ([^\s:]+)(?: ([^:]*))?(?:: (.*))?$/.exec(text) ?? [];
  return condition(type, status, reason, message);
}

function judged(kindText: string, { conditions, status, spec, generation = 1 }: Case): string {
  const [apiVersion = '', kind = ''] = kindText.split(' ');
  const told = conditions === undefined ? {} : { conditions: conditions.map(conditionOf) };
  const whole = status === undefined && conditions === undefined ? {} : { status: { ...status, ...told } };
  const health = assessHealth(liveObject(apiVersion, kind, { metadata: { generation }, spec: spec ?? {}, ...whole }));
  return health?.status ?? 'none';
}

describe.each(readdirSync(FOLDER))('%s', (file) => {
  const kinds = load(readFileSync(join(FOLDER, file), 'utf8')) as Readonly<Record<string, readonly Case[]>>;
  const cases = Object.entries(kinds).flatMap(([kind, all]) =>
    all.map((one) => [kind, JSON.stringify({ ...one, is: undefined }), one] as const),
  );
  it.each(cases)('%s %s', (kind, _, one) => {
    expect(one.is.split('|')).toContain(judged(kind, one));
  });
});
