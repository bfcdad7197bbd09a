import { describe, expect, it } from 'vitest';
import { parseDocuments } from '../../src/cluster/recording/parse-documents.js';
import { parsePolicy } from '../../src/config/policy/parse-policy.js';
import { readSettings } from '../../src/gitops/argocd/read-settings.js';
import type { JsonValue } from '../../src/model/json.js';
import { isTree } from '../../src/model/tree.js';
import { readDocuments } from '../../src/render/yaml/read-documents.js';

/** A billion texts in ten lines. */
const BOMB = Array.from({ length: 10 }, (_, at) =>
  at === 0
    ? 'a0: &a0 [x, x, x, x, x, x, x, x, x, x]'
    : `a${at}: &a${at} [${Array(10)
        .fill(`*a${at - 1}`)
        .join(', ')}]`,
).join('\n');

const ITSELF = 'apiVersion: &a [*a]\n';

describe.each([
  ['a bomb', BOMB],
  ['a value that holds itself', ITSELF],
])('%s of aliases', (_name, text) => {
  it('is refused in a manifest', () => {
    expect(() => readDocuments(text, 'web.yaml')).toThrow(expect.objectContaining({ code: 'manifest-invalid' }));
  });

  it('is refused in a policy', () => {
    expect(() => parsePolicy(text, 'gitdrift.yaml')).toThrow(expect.objectContaining({ code: 'config' }));
  });

  it('is refused in saved objects', () => {
    expect(() => parseDocuments(text, 'live.yaml')).toThrow(expect.objectContaining({ code: 'recording-invalid' }));
  });

  it('is a fault of Argo CD’s settings', () => {
    const data = { 'resource.compareoptions': text };
    const { faults } = readSettings({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'argocd-cm' }, data });
    expect(faults).toEqual([expect.stringContaining('resource.compareoptions')]);
  });
});

describe('a tree', () => {
  it('is what aliases do not blow up', () => {
    const shared = { a: 1 };
    expect(isTree([shared, shared, { b: [shared] }])).toBe(true);
  });

  it('is no value that is nested without end', () => {
    let value: JsonValue = [];
    for (let depth = 0; depth < 5000; depth++) value = [value];
    expect(isTree(value)).toBe(false);
  });
});
