import http from 'node:http';
import https from 'node:https';
import { digString, isObject, type JsonValue } from '../model/json.js';
import { parseJson, printJson } from '../model/json-text.js';
import type { DesiredObject, KubernetesObject } from '../model/resource.js';
import { listPath } from './api-paths.js';
import type { Connection } from './connection.js';
import type { Discover } from './discovery.js';
import { type DryRunRefusal, type DryRunUnavailable, refusalOf } from './dry-run-refusal.js';
import type { Exchange, Sending } from './exchange.js';
import { type RawAnswer, receive } from './receive.js';

/** What an apply of one object would give. */
export type DryRunResult =
  | { readonly kind: 'applied'; readonly object: KubernetesObject }
  | DryRunRefusal
  | DryRunUnavailable;

/** Has the API server try a forced server-side apply of an object as that field manager; nothing is stored. */
export type DryRun = (desired: DesiredObject, manager: string) => Promise<DryRunResult>;

/** Not 500: that is what an admission webhook that fails gives, and it would be called again each time. */
const RETRIED_STATUS = new Set([429, 502, 503, 504]);

/** Makes the one function that sends anything but GET. Loaded only where `--server-side` asks for it. */
export function createDryRun(connection: Connection, exchange: Exchange, discover: Discover): DryRun {
  return async ({ ref, object }, manager) => {
    const found = await discover(ref);
    if (found.kind !== 'served') return { kind: 'unavailable', reason: found.reason };
    const path = `${listPath(ref, found.info, ref.namespace)}/${encodeURIComponent(ref.name)}`;
    const outcome = await exchange(
      (sending) => sendDryRun(`${connection.server}${path}`, manager, object, sending),
      RETRIED_STATUS,
      `the dry run of ${path}`,
    );
    return outcome.kind === 'unanswered' ? { kind: 'unavailable', reason: outcome.reason } : readResult(outcome.answer);
  };
}

/**
 * Sends one PATCH. That it is a dry run is said here and nowhere else, so that no caller can leave it out:
 * `dryRun=All` runs authorisation, admission and validation and stores nothing (KEP-576).
 */
function sendDryRun(address: string, manager: string, object: KubernetesObject, sending: Sending): Promise<RawAnswer> {
  const url = new URL(address);
  url.search = new URLSearchParams({ dryRun: 'All', force: 'true', fieldManager: manager }).toString();
  const body = Buffer.from(yamlSafe(printJson(object)), 'utf8');
  const open = url.protocol === 'http:' ? http.request : https.request;
  const request = open(url, {
    ...sending.options,
    method: 'PATCH',
    headers: {
      ...sending.options.headers,
      Accept: 'application/json',
      'Content-Type': 'application/apply-patch+yaml',
      'Content-Length': body.length,
    },
  });
  request.end(body);
  return receive(request, sending.timeoutMs);
}

/**
 * JSON that reads the same as YAML, as which the server reads it: go-yaml refuses some characters that JSON leaves
 * bare, and folds others as line breaks (yaml.in/yaml readerc.go, is_printable and is_break of yamlprivateh.go).
 */
function yamlSafe(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function readResult({ status, text }: RawAnswer): DryRunResult {
  let value: JsonValue | undefined;
  try {
    value = parseJson(text);
  } catch {
    // Said below. The text is not quoted: it may be anything.
  }
  if (status < 200 || status >= 300) return refusalOf(status, digString(value, 'message'));
  return isObject(value) && isObject(value.metadata)
    ? { kind: 'applied', object: value as KubernetesObject }
    : { kind: 'unavailable', reason: 'the answer is not the object that was sent' };
}
