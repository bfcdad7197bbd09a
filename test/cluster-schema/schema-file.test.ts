import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSchemaFile, parseSchemaFile } from '../../src/cluster/schema/schema-file.js';
import { GitdriftError } from '../../src/model/errors.js';

const CRD = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: orders.marketplace.example}
spec:
  group: marketplace.example
  names: {kind: Order, plural: orders}
  scope: Namespaced
  versions:
    - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
`;
const OPENAPI = JSON.stringify({
  openapi: '3.0.0',
  paths: {
    '/apis/offers.example/v1/offers/{name}': {
      get: {
        'x-kubernetes-group-version-kind': { group: 'offers.example', version: 'v1', kind: 'Offer' },
        responses: { '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/a.Offer' } } } } },
      },
    },
  },
  components: { schemas: { 'a.Offer': { type: 'object' } } },
});

const kindsIn = (text: string): string[] => Object.keys(parseSchemaFile(text, 'schema.yaml').kinds).sort();

function failure(text: string): GitdriftError {
  try {
    parseSchemaFile(text, 'schema.yaml');
  } catch (error) {
    if (error instanceof GitdriftError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('parseSchemaFile', () => {
  it.each([
    ['a CRD', CRD, ['marketplace.example/v1/Order']],
    ['CRDs among other manifests', `kind: Namespace\n---${CRD}---\nkind: Secret\n`, ['marketplace.example/v1/Order']],
    ['an OpenAPI document', OPENAPI, ['offers.example/v1/Offer']],
    ['both', `${CRD}---\n${OPENAPI}\n`, ['marketplace.example/v1/Order', 'offers.example/v1/Offer']],
    ['a List', `kind: List\nitems:\n  -${CRD.replaceAll('\n', '\n    ')}`, ['marketplace.example/v1/Order']],
  ])('reads %s', (_, text, kinds) => {
    expect(kindsIn(text)).toEqual(kinds);
  });

  it.each([
    ['broken YAML', 'kind: [\nkind', /schema\.yaml:2 is no valid YAML/, 2],
    ['no schema', 'kind: ConfigMap\n', /schema\.yaml holds no schema of any kind/, undefined],
    ['nothing', '', /holds no schema of any kind/, undefined],
    ['OpenAPI v2', '\n\nswagger: "2.0"\n', /schema\.yaml:3 is an OpenAPI v2 document/, 3],
    [
      'an old CRD',
      `${CRD}---\n${CRD.trim().replace('/v1', '/v1beta1')}\n`,
      /schema\.yaml:12 holds the CustomResourceDefinition orders\.marketplace\.example at "apiextensions\.k8s\.io\/v1beta1"/,
      12,
    ],
    ['a CRD that serves nothing', CRD.replace('served: true', 'served: false'), /serves no version/, 2],
  ])('refuses %s', (_, text, message, line) => {
    const error = failure(text);
    expect(error).toMatchObject({ code: 'schema-invalid', message: expect.stringMatching(message) });
    expect(error.position).toEqual({ file: 'schema.yaml', ...(line === undefined ? {} : { line }) });
    expect(error.hint).toContain('CustomResourceDefinitions');
  });
});

describe('loadSchemaFile', () => {
  let dir = '';
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'gitdrift-schema-'));
    await writeFile(join(dir, 'crds.yaml'), CRD);
  });
  afterAll(() => rm(dir, { recursive: true }));

  it('reads a file', async () => {
    expect(Object.keys((await loadSchemaFile(join(dir, 'crds.yaml'))).kinds)).toEqual(['marketplace.example/v1/Order']);
  });

  it('says that a file is not there', async () => {
    await expect(loadSchemaFile(join(dir, 'none.yaml'))).rejects.toMatchObject({
      code: 'schema-invalid',
      message: expect.stringMatching(/none\.yaml cannot be read/),
    });
  });
});
