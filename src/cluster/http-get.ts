import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { GitdriftError } from '../model/errors.js';
import { digString, type JsonValue } from '../model/json.js';
import { parseJson } from '../model/json-text.js';
import { type Connection, serverText } from './connection.js';
import { cannotReach, isPassing, unreachable } from './connection-errors.js';
import type { ClusterIo, ConnectionOptions } from './connection-options.js';
import { type Authorization, authorize } from './credentials.js';
import { limitConcurrency } from './limit-concurrency.js';
import { retryAfterMs } from './retry-after.js';
import { type RawAnswer, sendGet, TimeLimitError } from './send-get.js';

/** What the API server said: JSON, or why not. `status` is 0 where it did not answer in time. */
export type Answer =
  | { readonly kind: 'ok'; readonly value: JsonValue }
  | { readonly kind: 'failed'; readonly status: number; readonly reason: string };

/** Asks for `path` (query included). Retries what may pass; throws a GitdriftError where the server cannot be reached. */
export type Get = (path: string, accept?: string) => Promise<Answer>;

const RETRIED_STATUS = new Set([429, 500, 502, 503, 504]);
const RETRIES = 4;
const FIRST_WAIT_MS = 250;
/** All waits of one request together; a server that asks for more is not waited for. */
const WAIT_BUDGET_MS = 60_000;
const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_CONCURRENCY = 8;

/** Makes the one function through which everything is asked of the API server; it can send nothing but GET. */
export function createGet(
  connection: Connection,
  options: ConnectionOptions,
  io: ClusterIo,
  onWarning: (text: string) => void,
): Get {
  const limited = limitConcurrency(Math.max(1, options.concurrency ?? DEFAULT_CONCURRENCY));
  const timeoutMs = options.requestTimeoutMs ?? DEFAULT_TIMEOUT_MS;
  // Each request in flight listens for the interrupt; Node would warn of a leak from the eleventh on.
  if (io.signal !== undefined) setMaxListeners(0, io.signal);
  let credentials: Promise<Authorization> | undefined;
  let refused: Promise<Authorization> | undefined;

  const attempt = async (path: string, accept: string): Promise<RawAnswer> => {
    const send = async (authorization: Promise<Authorization>): Promise<RawAnswer> =>
      sendGet(new URL(`${connection.server}${path}`), await authorization, {
        accept,
        userAgent: io.userAgent ?? 'gitdrift',
        timeoutMs,
        ...(io.signal !== undefined && { signal: io.signal }),
      });
    credentials ??= authorize(connection, io);
    const used = credentials;
    const answer = await send(used);
    if (answer.status !== 401) return answer;
    // A token may have expired meanwhile: they are got anew once in a run, whoever is the first to notice.
    if (refused === undefined) {
      refused = used;
      credentials = authorize(connection, io);
    }
    return used === refused ? send(credentials) : answer;
  };

  const ask = async (path: string, accept: string): Promise<Answer> => {
    let waited = 0;
    for (let retry = 0; ; retry++) {
      throwIfInterrupted(io);
      const outcome = await attempt(path, accept).catch((error: unknown) => ({ error }));
      if ('error' in outcome) {
        const { error } = outcome;
        throwIfInterrupted(io);
        if (error instanceof GitdriftError) throw error;
        if (error instanceof TimeLimitError) return lateAnswer(timeoutMs);
        if (!isPassing(error) || retry >= RETRIES) throw unreachable(error, connection);
      } else {
        for (const text of warningsOf(outcome)) onWarning(text);
        if (!RETRIED_STATUS.has(outcome.status)) return readAnswer(outcome, connection);
      }
      const asked = 'error' in outcome ? undefined : retryAfterMs(outcome.headers, io.now);
      const wait = asked ?? FIRST_WAIT_MS * 2 ** retry;
      if ('status' in outcome && (retry >= RETRIES || waited + wait > WAIT_BUDGET_MS)) {
        return readAnswer(outcome, connection);
      }
      waited += wait;
      if (wait >= 1000) io.progress?.(`waiting ${Math.round(wait / 1000)} s, as the API server asks`);
      await pause(wait, io);
    }
  };

  return (path, accept = 'application/json') => limited(() => ask(path, accept));
}

/** The text of an answer that ends the run: what a first request to the server must not get. */
export function asError(answer: Extract<Answer, { kind: 'failed' }>, connection: Connection): GitdriftError {
  return answer.status === 0 || answer.status >= 500
    ? new GitdriftError('cluster-unreachable', `${cannotReach(connection)}: ${answer.reason}`, {
        hint: 'try again; --request-timeout gives a slow server more time',
      })
    : new GitdriftError('cluster-refused', `${serverText(connection)} refuses: ${answer.reason}`, {
        hint: 'check that the address is that of a Kubernetes API server',
      });
}

function readAnswer(answer: RawAnswer, connection: Connection): Answer {
  const { status } = answer;
  if (status === 401) {
    throw new GitdriftError(
      'cluster-refused',
      `${serverText(connection)} does not accept the credentials of ${connection.user.title}`,
      { hint: 'sign in again, then check with: kubectl auth whoami' },
    );
  }
  let value: JsonValue | undefined;
  try {
    value = parseJson(answer.text);
  } catch {
    // Said below. The text is not quoted: it may be anything.
  }
  if (status >= 200 && status < 300) {
    if (value !== undefined) return { kind: 'ok', value };
    return { kind: 'failed', status, reason: 'the answer is no JSON (of a proxy, or broken off?)' };
  }
  if (status >= 300 && status < 400) {
    return { kind: 'failed', status, reason: `HTTP ${status}: sent elsewhere (the sign-in page of a proxy?)` };
  }
  const message = digString(value, 'message') ?? 'no reason given';
  return { kind: 'failed', status, reason: status === 403 ? `forbidden: ${message}` : `HTTP ${status}: ${message}` };
}

function lateAnswer(timeoutMs: number): Answer {
  return { kind: 'failed', status: 0, reason: `the API server did not answer within ${timeoutMs / 1000} s` };
}

/** `Warning: 299 - "text"` headers: deprecated versions and the like (KEP-1693). */
function warningsOf(answer: RawAnswer): readonly string[] {
  const header = answer.headers.warning;
  if (header === undefined) return [];
  return [...header.matchAll(/299 \S+ "((?:[^"\\]|\\.)*)"/g)].map((found) => (found[1] ?? '').replace(/\\(.)/g, '$1'));
}

function throwIfInterrupted(io: ClusterIo): void {
  if (io.signal?.aborted === true) throw new GitdriftError('interrupted', 'interrupted');
}

async function pause(milliseconds: number, io: ClusterIo): Promise<void> {
  if (io.wait !== undefined) return io.wait(milliseconds);
  await sleep(milliseconds, undefined, io.signal === undefined ? {} : { signal: io.signal }).catch(() => {
    throw new GitdriftError('interrupted', 'interrupted');
  });
}
