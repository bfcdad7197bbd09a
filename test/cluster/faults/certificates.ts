import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether openssl is here, which makes the certificates. */
export const hasOpenssl = ((): boolean => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** A certificate with its key, in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** An authority of the test's own, and what it signs. */
export interface Authority {
  readonly ca: string;
  /** For a name or address (`IP:127.0.0.1`, `DNS:…`); `expired`: one that is no longer good. */
  sign(subject: string, expired?: boolean): Certificate;
}

/** Makes an authority whose files are in a folder that goes with the test. */
export function authority(folder: string, name: string): Authority {
  const openssl = (...args: readonly string[]): void =>
    void execFileSync('openssl', args, { stdio: 'pipe', cwd: folder });
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.pem`,
    '-days',
    '2',
    '-subj',
    `/CN=${name}`,
  );
  let made = 0;
  return {
    ca: read(`${name}.pem`),
    sign(subject, expired = false) {
      const at = `${name}-${made++}`;
      writeFileSync(join(folder, `${at}.ext`), `subjectAltName=${subject}\n`);
      openssl('req', ...key, '-keyout', `${at}.key`, '-out', `${at}.csr`, '-subj', '/CN=kube-apiserver');
      // One day before now: openssl takes -1 for tests of just this.
      const days = ['-days', expired ? '-1' : '1'];
      openssl(
        ...['x509', '-req', '-in', `${at}.csr`, '-CA', `${name}.pem`, '-CAkey', `${name}.key`, '-CAcreateserial'],
        ...['-extfile', `${at}.ext`, '-out', `${at}.pem`, ...days],
      );
      return { cert: read(`${at}.pem`), key: read(`${at}.key`) };
    },
  };
}
