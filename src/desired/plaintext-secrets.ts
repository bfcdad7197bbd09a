import { Buffer } from 'node:buffer';
import { digString, field, isObject, type JsonValue } from '../model/json.js';
import { pointerOf } from '../model/json-pointer.js';
import { originAt } from '../model/manifest.js';
import type { Finding } from '../model/report.js';
import type { DesiredObject } from '../model/resource.js';
import { isPlaceholder } from '../model/withheld.js';

interface ReadableValue {
  readonly part: 'data' | 'stringData';
  readonly key: string;
}

/**
 * A finding for a Secret whose values anybody who reads the file can read; it names keys, never values. Not for what SOPS
 * encrypted, what another tool fills in, certificates (they are public), values that every
 * rendering gives anew or takes from a Secret of the cluster, and manifests from standard input, which may just have been
 * decrypted.
 */
export function plaintextFindings({
  ref,
  object,
  origins,
  encrypted,
  volatile = [],
  secret = [],
}: DesiredObject): readonly Finding[] {
  if (ref.group !== '' || ref.kind !== 'Secret' || encrypted || origins.file === '-') return [];
  // The server fills these in.
  if (digString(object, 'type') === 'kubernetes.io/service-account-token') return [];
  const readable = (['data', 'stringData'] as const).flatMap((part) => {
    const values = field(object, part);
    if (!isObject(values)) return [];
    const keys = Object.keys(values).filter((key) => isReadable(part, field(values, key)));
    return keys
      .filter((key) => ![...volatile, ...secret].includes(pointerOf([part, key])))
      .map((key): ReadableValue => ({ part, key }));
  });
  const [first] = readable;
  if (first === undefined) return [];
  const keys = [...new Set(readable.map(({ key }) => key))].sort();
  return [
    {
      code: 'plaintext-secret',
      severity: 'warning',
      resource: ref,
      message: `whoever reads the file can read ${keys.length === 1 ? 'the value' : 'the values'} of ${keys.join(', ')}${first.part === 'data' ? ' (base64 hides nothing)' : ''}: encrypt it, or let the cluster fetch it`,
      origin: originAt(origins, pointerOf([first.part, first.key])),
    },
  ];
}

const CERTIFICATES = /^\s*(?:-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----\s*)+$/;

function isReadable(part: ReadableValue['part'], value: JsonValue | undefined): boolean {
  if (typeof value !== 'string') return false;
  // A placeholder may stand under `data` as it is, or encoded.
  if (isPlaceholder(value)) return false;
  const text = part === 'data' ? Buffer.from(value, 'base64').toString('utf8') : value;
  return text !== '' && !isPlaceholder(text) && !CERTIFICATES.test(text);
}
