import { describe, expect, test } from 'vitest';
import { GitdriftError } from '../../src/model/errors.js';
import { desiredOf, FILE } from './world.js';

function fault(yaml: string, file = FILE): GitdriftError {
  try {
    desiredOf(yaml, file);
  } catch (error) {
    if (error instanceof GitdriftError) return error;
    throw error;
  }
  throw new Error('expected a fault');
}

const GOOD = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n';

describe('a document that is no Kubernetes object', () => {
  test.each([
    ['a text', 'just words\n', 1, 'document 1 is a text, not a Kubernetes object'],
    ['a list', '- a\n- b\n', 1, 'document 1 is a list'],
    ['the third one', `${GOOD}---\n# nothing\n---\n42\n`, 7, 'document 3 is the number 42'],
    ['no apiVersion', `${GOOD}---\nkind: ConfigMap\nmetadata: {name: x}\n`, 5, 'document 2 has no apiVersion'],
    ['no kind', 'apiVersion: v1\nmetadata: {name: x}\n', 1, 'has no kind'],
    ['a kind that is no text', 'apiVersion: v1\nkind: on\nmetadata: {name: x}\n', 2, 'has the boolean true as kind'],
    ['no metadata', 'apiVersion: v1\nkind: ConfigMap\n', 1, '(ConfigMap) has no metadata'],
    ['metadata that is a list', 'apiVersion: v1\nkind: ConfigMap\nmetadata: []\n', 3, 'has no metadata'],
    ['no name', 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  labels: {}\n', 3, 'neither metadata.name nor'],
    ['an empty name', 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ""\n', 3, 'neither metadata.name nor'],
    ['a name that is a number', 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: 1e3\n', 4, 'the number 1000'],
    ['a name that is a boolean', 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: on\n', 4, 'the boolean true'],
    [
      'a namespace that is a number',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: 7}\n',
      3,
      'metadata.namespace',
    ],
    [
      'an item of a list',
      'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Secret, metadata: {name: a}}\n- 5\n',
      5,
      'the number 5',
    ],
  ])('%s', (_, yaml, line, message) => {
    const error = fault(yaml);
    expect(error.code).toBe('manifest-invalid');
    expect(error.message).toContain(`${FILE}:${line}: document `);
    expect(error.message).toContain(message);
    expect(error.position).toEqual({ file: FILE, line });
    expect(error.hint).toBeDefined();
  });

  test('standard input is called by its name', () => {
    expect(fault('5\n', '-').message).toMatch(/^standard input:1: document 1 is the number 5/);
  });
});

describe('the hint says what the file looks like', () => {
  test.each([
    ['resources: [deploy.yaml]\n', 'apps/prod/kustomization.yaml', 'kustomization'],
    ['apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: []\n', FILE, 'kustomization'],
    ['resources: [deploy.yaml]\n', FILE, 'has to be named kustomization.yaml'],
    ['replicaCount: 2\nimage: {tag: "1"}\n', FILE, 'values of a Helm chart'],
    ['logLevel: info\n', 'chart/values-prod.yaml', 'values of a Helm chart'],
    ['apiVersion: v2\nname: web\nversion: 1.0.0\n', 'chart/Chart.yaml', 'Helm chart'],
    ['apiVersion: v2\nname: web\nversion: 1.0.0\n', FILE, 'Helm chart'],
    ['services: {web: {image: web}}\n', 'compose.yaml', 'compose file'],
    ['openapi: 3.0.0\ninfo: {}\n', FILE, 'OpenAPI'],
    ['swagger: "2.0"\ninfo: {}\n', FILE, 'OpenAPI'],
    ['$schema: https://json-schema.org/draft-07/schema\nproperties: {}\n', FILE, 'JSON Schema'],
    ['a: 1\n', FILE, 'every document needs apiVersion, kind and metadata.name'],
    ['apiVersion: v1\nkind: ConfigMap\nmetadata: {name: 5}\n', FILE, 'quotes'],
  ])('%j in %s', (yaml, file, hint) => {
    expect(fault(yaml, file).hint).toContain(hint);
  });
});
