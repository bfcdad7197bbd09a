import { gunzipSync } from 'node:zlib';
import { dig, digString, field, isObject, type JsonObject } from '../../model/json.js';
import { parseJson } from '../../model/json-text.js';
import type { KubernetesObject } from '../../model/resource.js';

/** A release as Helm stores it in a Secret. Its manifest and values may hold secrets. */
export interface StoredRelease {
  readonly name: string;
  readonly namespace: string;
  readonly version: number;
  /** `deployed`, `superseded`, `failed`, `pending-upgrade` … */
  readonly status: string;
  readonly chartName: string;
  readonly chartVersion: string;
  /** What was installed, without hooks, namespaces and the marks that Helm adds. */
  readonly manifest: string;
  /** The user's values. */
  readonly values: JsonObject;
}

/** The name of the Secret that holds a version of a release. */
export function releaseSecretName(release: string, version: number): string {
  return `sh.helm.release.v1.${release}.v${version}`;
}

/** More than any release can hold: etcd takes no Secret of more than some MiB. */
const LIMIT = 256 * 1024 * 1024;

/**
 * The release in a Secret: base64 of the API, base64 of Helm, gzip, JSON. Undefined where the Secret holds none that can be
 * read, as in a recording, which keeps no values of Secrets.
 */
export function readStoredRelease(secret: KubernetesObject): StoredRelease | undefined {
  const data = digString(secret, 'data', 'release');
  if (data === undefined) return undefined;
  try {
    const bytes = Buffer.from(Buffer.from(data, 'base64').toString('latin1'), 'base64');
    const zipped = bytes.subarray(0, 3).equals(GZIP);
    const json = parseJson((zipped ? gunzipSync(bytes, { maxOutputLength: LIMIT }) : bytes).toString('utf8'));
    const [name, manifest] = [digString(json, 'name'), digString(json, 'manifest')];
    if (name === undefined || manifest === undefined) return undefined;
    const version = field(json, 'version');
    const values = field(json, 'config');
    return {
      name,
      namespace: digString(json, 'namespace') ?? '',
      version: typeof version === 'number' ? version : 0,
      status: digString(json, 'info', 'status') ?? '',
      chartName: String(dig(json, 'chart', 'metadata', 'name') ?? ''),
      chartVersion: String(dig(json, 'chart', 'metadata', 'version') ?? ''),
      manifest,
      values: isObject(values) ? values : {},
    };
  } catch {
    return undefined;
  }
}

const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);
