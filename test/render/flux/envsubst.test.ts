import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/model/json.js';
import { envsubst } from '../../../src/render/flux/envsubst.js';
import { BadSubstitution } from '../../../src/render/flux/envsubst-parse.js';
import { printGoYaml } from '../../../src/render/flux/go-yaml.js';
import { readDocuments } from '../../../src/render/yaml/read-documents.js';

interface Row {
  readonly text?: string;
  readonly value?: JsonValue;
  readonly answer: JsonValue;
}

/**
 * What fluxcd/pkg envsubst (July 2026, strict) made of each text, and of each value printed and read by sigs.k8s.io/yaml 1.6
 * around it: recorded from the Go code.
 */
const recorded = JSON.parse(readFileSync(new URL('go-answers.json', import.meta.url), 'utf8')) as {
  readonly variables: Record<string, string>;
  readonly answers: readonly Row[];
};
const variables = new Map(Object.entries(recorded.variables));
const isError = (answer: JsonValue): boolean => typeof answer === 'object' && answer !== null && 'error' in answer;

describe('variables are put in as Flux does it', () => {
  const texts = recorded.answers.filter(({ text }) => text !== undefined);
  it.each(texts.map((row) => [row.text ?? '', row.answer] as const))('%j', (text, answer) => {
    if (isError(answer)) expect(() => envsubst(text, variables, true)).toThrow(BadSubstitution);
    else expect({ out: envsubst(text, variables, true) }).toEqual(answer);
  });

  const values = recorded.answers.filter(({ value }) => value !== undefined);
  it.each(values.map((row) => [row.value ?? null, row.answer] as const))('%j as an object', (value, answer) => {
    const read = (): JsonValue | undefined =>
      readDocuments(envsubst(printGoYaml(value), variables, true), 'object.yaml').documents[0]?.value;
    if (isError(answer)) expect(read).toThrow();
    else expect(read()).toEqual(answer);
  });

  it('leaves an undefined variable empty where Flux is older than 2.9', () => {
    expect(envsubst('a${missing}b', new Map(), false)).toBe('ab');
    expect(() => envsubst('a${missing}b', new Map(), true)).toThrow('"missing"');
  });
});
