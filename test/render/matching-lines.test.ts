import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/model/json.js';
import { matchingLines } from '../../src/render/matching-lines.js';
import { readDocuments } from '../../src/render/yaml/read-documents.js';

function lines(rendered: JsonValue, declared: string): Record<string, number> {
  const [document] = readDocuments(declared, 'x').documents;
  if (document === undefined) throw new Error('no document');
  return Object.fromEntries(matchingLines(rendered, document.value, document.origins.lines));
}

describe('matchingLines', () => {
  it('gives the line of what stayed the same, and none to what was changed or added', () => {
    expect(
      lines({ spec: { replicas: 5, paused: false, minReadySeconds: 1 } }, 'spec:\n  replicas: 3\n  paused: false\n'),
    ).toEqual({
      '': 1,
      '/spec': 1,
      '/spec/paused': 3,
    });
  });

  it('follows items by name when others were put before them', () => {
    const declared = 'c:\n- name: web\n  image: a\n- name: log\n  image: b\n';
    const rendered = {
      c: [
        { name: 'proxy', image: 'p' },
        { name: 'log', image: 'b' },
        { name: 'web', image: 'z' },
      ],
    };
    expect(lines(rendered, declared)).toEqual({
      '': 1,
      '/c': 1,
      '/c/1': 4,
      '/c/1/name': 4,
      '/c/1/image': 5,
      '/c/2': 2,
      '/c/2/name': 2,
    });
  });

  it('follows items without names where they are equal, each once', () => {
    expect(lines({ args: ['-v', '-q', '-v', '-v'] }, 'args:\n- -q\n- -v\n- -v\n')).toEqual({
      '': 1,
      '/args': 1,
      '/args/0': 3,
      '/args/1': 2,
      '/args/2': 4,
    });
  });

  it('takes a change of type for a change, and 1 for 1', () => {
    expect(lines({ a: { b: 1 }, c: 1, d: null, 'e/~': 'x' }, 'a: [b]\nc: 1\nd: null\ne/~: x\n')).toEqual({
      '': 1,
      '/c': 2,
      '/d': 3,
      '/e~1~0': 4,
    });
  });

  it('gives every pointer its own line where nothing changed, and only lines that were there', () => {
    const json = fc.jsonValue({ maxDepth: 4 }).map((value) => ({ root: value }) as JsonValue);
    fc.assert(
      fc.property(json, json, (same, other) => {
        const [document] = readDocuments(JSON.stringify(same, null, 1), 'x.json').documents;
        if (document === undefined) throw new Error('no document');
        const own = matchingLines(document.value, document.value, document.origins.lines);
        // Equal items may take each other's place, so lines are compared as a set of pointers.
        expect([...own.keys()].sort()).toEqual([...document.origins.lines.keys()].sort());
        const known = new Set(document.origins.lines.values());
        for (const line of matchingLines(other, document.value, document.origins.lines).values())
          expect(known).toContain(line);
      }),
    );
  });
});
