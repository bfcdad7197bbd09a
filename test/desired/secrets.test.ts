import { describe, expect, it } from 'vitest';
import { desiredOf, FILE, objectsOf } from './world.js';

const secret = (body: string): string => `apiVersion: v1\nkind: Secret\nmetadata: {name: database}\n${body}`;
const variable = (name: string): string => `$\{${name}}`;
const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';

function plaintext(yaml: string, file = FILE) {
  return desiredOf(yaml, file).findings.filter(({ code }) => code === 'plaintext-secret');
}

describe('a Secret that whoever reads the file can read', () => {
  it('is named with its keys and its place, never with its values', () => {
    const yaml = secret('type: Opaque\nstringData:\n  host: ""\n  password: hunter2\n  user: app\n');
    expect(plaintext(yaml)).toEqual([
      {
        code: 'plaintext-secret',
        severity: 'warning',
        resource: { group: '', version: 'v1', kind: 'Secret', namespace: 'marketplace', name: 'database' },
        message:
          'whoever reads the file can read the values of password, user: encrypt it, or let the cluster fetch it',
        origin: { file: FILE, line: 7 },
      },
    ]);
  });

  it('is not hidden by base64', () => {
    const [finding] = plaintext(secret(`data: {password: ${base64('hunter2')}}`));
    expect(finding?.message).toContain('the value of password (base64 hides nothing)');
    expect(finding?.message).not.toContain('hunter2');
  });

  it.each([
    ['has only empty values', 'stringData: {password: ""}'],
    ['has no values', 'type: Opaque'],
    ['is filled in by the server', 'type: kubernetes.io/service-account-token\nstringData: {token: x}'],
    ['holds certificates', `data: {ca.crt: ${base64(CERTIFICATE + CERTIFICATE)}}`],
    ['is encrypted', 'data: {password: "ENC[AES256_GCM,data:x]"}\nsops: {mac: "ENC[AES256_GCM,data:y]"}'],
    [
      'holds placeholders',
      `stringData: {a: "<path:kv/data/x#a>", b: "ref+vault://x#/b", c: "${variable('C')}", d: "{{ .d }}"}`,
    ],
    ['holds encoded placeholders', `data: {a: ${base64(variable('A'))}, b: "<path:kv/data/x#b>"}`],
  ])('is not one that %s', (_, body) => {
    expect(plaintext(secret(body))).toEqual([]);
  });

  it('is a private key beside a certificate', () => {
    const key = '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n';
    const [finding] = plaintext(secret(`data: {tls.crt: ${base64(CERTIFICATE)}, tls.key: ${base64(key)}}`));
    expect(finding?.message).toContain('the value of tls.key (base64');
  });

  it('is not looked for in standard input, nor in other kinds', () => {
    expect(plaintext(secret('stringData: {password: hunter2}'), '-')).toEqual([]);
    expect(plaintext('apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata: {password: hunter2}')).toEqual([]);
    const sealed = 'apiVersion: bitnami.com/v1alpha1\nkind: SealedSecret\nmetadata: {name: x, namespace: shop}\n';
    const desired = desiredOf(`${sealed}spec: {encryptedData: {password: AgBy3i4O}}`);
    expect(desired.findings).toEqual([]);
    expect(objectsOf(desired)).toEqual(['SealedSecret shop/x']);
  });
});

describe('an object that SOPS encrypted', () => {
  it('is compared without the notes of SOPS', () => {
    const yaml = secret('data: {password: "ENC[AES256_GCM,data:x]"}\nsops: {mac: "ENC[AES256_GCM,data:y]"}');
    const [object] = desiredOf(yaml).objects;
    expect(object).toMatchObject({ encrypted: true, object: { data: { password: 'ENC[AES256_GCM,data:x]' } } });
    expect(object?.object).not.toHaveProperty('sops');
  });

  it('keeps a field called sops without a MAC, which SOPS never leaves out', () => {
    const [object] = desiredOf(secret('sops: {version: 3.9.0}')).objects;
    expect(object?.object).toHaveProperty('sops');
    expect(object).not.toHaveProperty('encrypted');
  });
});
