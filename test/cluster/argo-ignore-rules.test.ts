import { afterAll, describe, expect, inject, it } from 'vitest';
import { type JsonObject, type JsonValue, jsonEqual } from '../../src/model/json.js';
import { openJq } from '../../src/render/jq/jq-paths.js';
import { ignored, OBJECTS } from '../parity/argo-ignore-rules/ignored.js';
import { EXPRESSIONS, POINTERS } from '../parity/argo-ignore-rules/rules.js';
import { ask } from './oracles/ask.js';

const { controlplane = '' } = inject('cluster');
const jq = openJq();
afterAll(() => jq.close());

interface Outputs {
  readonly outputs: readonly JsonValue[];
}

/** What gojq leaves of each object: an error, or what is no object any more, leaves it as it is, as in Argo CD. */
function byGojq(filter: string): readonly JsonValue[] {
  const questions = OBJECTS.map((object) => ({ filter, input: object }));
  return ask<Outputs>(controlplane, 'jq', questions).map((answer, at) => {
    const object = OBJECTS[at] as JsonObject;
    if ('error' in answer || answer.outputs.length !== 1) return object;
    const [left] = answer.outputs;
    return typeof left === 'object' && left !== null && 'kind' in left ? left : object;
  });
}

/** The steps of a pointer that RFC 6901 allows, with list positions as numbers; undefined for any other text. */
function steps(pointer: string, object: JsonObject): readonly (string | number)[] | undefined {
  if (!pointer.startsWith('/')) return undefined;
  let here: unknown = object;
  const path: (string | number)[] = [];
  for (const part of pointer.slice(1).split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const step = Array.isArray(here) ? (/^(?:0|[1-9]\d*)$/.test(name) ? Number(name) : undefined) : name;
    if (step === undefined) return undefined;
    path.push(step);
    here = (here as Record<string | number, unknown> | undefined)?.[step];
    if (here === undefined || here === null) return undefined;
  }
  return path;
}

/** What Argo CD's own library reads beyond RFC 6901; test/parity/argo-ignore-rules compares these with it. */
const LENIENT: ReadonlySet<string> = new Set([
  '/spec/template/spec/containers/-1',
  '/spec/template/spec/containers/-3',
  '/spec/template/spec/containers/00',
  '/spec/template/spec/containers/+0',
]);

describe.skipIf(controlplane === '')('ignore rules beside gojq, which Argo CD uses', () => {
  it('are enough of them', () => {
    expect(EXPRESSIONS.length + POINTERS.length).toBeGreaterThanOrEqual(60);
  });

  it.each(EXPRESSIONS)('jq %s', (expression) => {
    const theirs = byGojq(`del(${expression})`);
    const ours = OBJECTS.map((object) => ignored({ object, expression }, jq));
    expect(ours.filter((left, at) => !jsonEqual(left, theirs[at]))).toEqual([]);
  });

  it.each(POINTERS.filter((pointer) => !LENIENT.has(pointer)))('pointer %j', (pointer) => {
    const theirs = OBJECTS.map((object) => {
      const path = steps(pointer, object);
      if (path === undefined) return object;
      const [answer] = ask<Outputs>(controlplane, 'jq', [
        { filter: `delpaths([${JSON.stringify(path)}])`, input: object },
      ]);
      if (answer === undefined || 'error' in answer) throw new Error(`no answer for ${pointer}`);
      return answer.outputs[0];
    });
    const ours = OBJECTS.map((object) => ignored({ object, pointer }, jq));
    expect(ours.filter((left, at) => !jsonEqual(left, theirs[at]))).toEqual([]);
  });
});
