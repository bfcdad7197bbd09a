import http from 'node:http';
import https from 'node:https';
import type { Sending } from './exchange.js';
import { type RawAnswer, receive } from './receive.js';

/**
 * Sends one GET and reads the whole answer. No other method can be sent: but for the dry runs of `--server-side`
 * (dry-run.ts, loaded only with that flag), this is the only place of the API client that opens a request.
 */
export function sendGet(url: URL, accept: string, sending: Sending): Promise<RawAnswer> {
  const get = url.protocol === 'http:' ? http.get : https.get;
  const request = get(url, { ...sending.options, headers: { ...sending.options.headers, Accept: accept } });
  return receive(request, sending.timeoutMs);
}
