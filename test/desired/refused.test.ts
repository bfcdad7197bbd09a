import { describe, expect, it } from 'vitest';
import { desiredOf, FILE } from './world.js';

const named = (apiVersion: string, kind: string, metadata: string): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: ${metadata}\n`;
const refused = (yaml: string, code: string, file?: string) =>
  desiredOf(yaml, file).findings.filter((finding) => finding.code === code);

const variable = (name: string): string => `$\{${name}}`;

describe('a name that the API server refuses', () => {
  it('is an error with its place', () => {
    const yaml = named('v1', 'ConfigMap', '\n  namespace: Prod\n  name: Catalog_API');
    expect(refused(yaml, 'invalid-name')).toEqual([
      {
        code: 'invalid-name',
        severity: 'error',
        resource: { group: '', version: 'v1', kind: 'ConfigMap', namespace: 'Prod', name: 'Catalog_API' },
        path: '.metadata.name',
        message:
          'the API server refuses this name: only lower-case letters, digits, - and . are allowed, a letter or digit beside each . and at both ends, and at most 253 characters',
        origin: { file: FILE, line: 5 },
      },
      {
        code: 'invalid-name',
        severity: 'error',
        resource: { group: '', version: 'v1', kind: 'ConfigMap', namespace: 'Prod', name: 'Catalog_API' },
        path: '.metadata.namespace',
        message:
          'the API server refuses this namespace: only lower-case letters, digits and - are allowed, a letter or digit at both ends, and at most 63 characters',
        origin: { file: FILE, line: 4 },
      },
    ]);
  });

  // Each was tried on an API server (Kubernetes 1.36).
  const long = (length: number): string => 'a'.repeat(length);
  it.each<[string, string, string, boolean]>([
    ['v1', 'ConfigMap', 'a.b-c.1', true],
    ['v1', 'ConfigMap', 'a..b', false],
    ['v1', 'ConfigMap', '-a', false],
    ['v1', 'ConfigMap', long(253), true],
    ['v1', 'ConfigMap', long(254), false],
    ['v1', 'Namespace', 'a.b', false],
    ['v1', 'Service', '1b', true],
    ['v1', 'Service', 'a.b', false],
    ['v1', 'Service', long(64), false],
    ['batch/v1', 'CronJob', long(52), true],
    ['batch/v1', 'CronJob', long(53), false],
    ['batch/v1', 'Job', long(53), true],
    ['apps/v1', 'Deployment', 'A_b', false],
    ['policy/v1', 'PodDisruptionBudget', 'A_b', true],
    ['rbac.authorization.k8s.io/v1', 'Role', 'A:b@c', true],
    ['rbac.authorization.k8s.io/v1', 'Role', 'a/b', false],
    ['rbac.authorization.k8s.io/v1', 'Role', 'a%b', false],
    ['rbac.authorization.k8s.io/v1', 'Role', '..', false],
    ['constructor/v1', 'ConfigMap', 'A_b', true],
    ['example.com/v1', 'Deployment', 'A_b', true],
  ])('%s %s %s: accepted is %s', (apiVersion, kind, name, accepted) => {
    const yaml = named(apiVersion, kind, `{name: "${name}"}`);
    expect(refused(yaml, 'invalid-name')).toHaveLength(accepted ? 0 : 1);
  });

  it.each([
    [
      'a placeholder',
      named('v1', 'ConfigMap', `{name: "catalog-${variable('CLUSTER')}", namespace: "${variable('NS')}"}`),
    ],
    ['made by the server', named('v1', 'ConfigMap', '{generateName: catalog-}')],
    ['cluster-scoped, so its namespace is dropped', named('v1', 'Namespace', '{name: shop, namespace: A_b}')],
  ])('is not one that is %s', (_, yaml) => {
    expect(refused(yaml, 'invalid-name')).toEqual([]);
  });
});

describe('a Secret whose data is no base64', () => {
  const secret = (data: string): string => `${named('v1', 'Secret', '{name: database}')}data:\n${data}`;

  it('is an error that names its keys and the place of the first, never a value', () => {
    const findings = refused(secret('  good: aHVudGVyMg==\n  user: app-user\n  port: 5432\n'), 'invalid-base64');
    expect(findings).toEqual([
      {
        code: 'invalid-base64',
        severity: 'error',
        resource: { group: '', version: 'v1', kind: 'Secret', namespace: 'marketplace', name: 'database' },
        message: 'the API server refuses this Secret: the values of port, user under data are no base64',
        origin: { file: FILE, line: 6 },
      },
    ]);
    const [one] = refused(secret('  a/b~c: hunter2!'), 'invalid-base64', '-');
    expect(one).toMatchObject({ message: expect.stringContaining('the value of a/b~c under data is no base64') });
    expect(JSON.stringify(one)).not.toContain('hunter2');
  });

  // Each was tried on an API server (Kubernetes 1.36).
  it.each<[string, boolean]>([
    ['"aHVudGVy\\nMg==\\r\\n"', true],
    ['aHVudGVyMh==', true],
    ['""', true],
    ['null', true],
    ['[1, 2]', true],
    ['aHVudGVyMg', false],
    ['"aH VudGVyMg=="', false],
    ['ab-_', false],
    ['aHVudGVyMg==aHVu', false],
    ['true', false],
    ['{a: b}', false],
  ])('%s: accepted is %s', (value, accepted) => {
    expect(refused(secret(`  password: ${value}`), 'invalid-base64')).toHaveLength(accepted ? 0 : 1);
  });

  it.each([
    ['encrypted', secret('  password: "ENC[AES256_GCM,data:x]"\nsops: {mac: "ENC[AES256_GCM,data:y]"}')],
    ['a placeholder', secret('  password: "<path:kv/data/catalog#password>"')],
    ['text under stringData', `${named('v1', 'Secret', '{name: database}')}stringData: {password: "hunter2!"}`],
    ['of another kind', `${named('v1', 'ConfigMap', '{name: database}')}data: {password: "hunter2!"}`],
  ])('is not one that is %s', (_, yaml) => {
    expect(refused(yaml, 'invalid-base64')).toEqual([]);
  });
});
