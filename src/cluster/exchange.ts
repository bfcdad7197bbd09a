import { setMaxListeners } from 'node:events';
import type http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionOptions } from '../model/connection-options.js';
import { GitdriftError } from '../model/errors.js';
import type { ClusterIo } from './cluster-io.js';
import { type Connection, serverText } from './connection.js';
import { isPassing, unreachable } from './connection-errors.js';
import { type Authorization, authorize } from './credentials.js';
import { limitConcurrency } from './limit-concurrency.js';
import { isLoopback } from './proxy.js';
import { type RawAnswer, TimeLimitError, TooLongError } from './receive.js';
import { retryAfterMs } from './retry-after.js';

/** What a request is sent with. Holds credentials: never print it. */
export interface Sending {
  readonly options: {
    readonly agent: http.Agent;
    readonly headers: Readonly<Record<string, string | string[]>>;
    readonly signal?: AbortSignal;
  };
  readonly timeoutMs: number;
}

/** Sends one request, once. */
export type Send = (sending: Sending) => Promise<RawAnswer>;

/** What came of a request: the server's answer, or none in time, or none that ends. */
export type Outcome =
  | { readonly kind: 'answered'; readonly answer: RawAnswer }
  | { readonly kind: 'unanswered'; readonly reason: string };

/**
 * Gives `send` credentials and its turn, and has it send again what may pass: statuses of `retried`, connections that
 * broke. Throws a GitdriftError where the server cannot be reached, refuses the credentials, or the run is interrupted.
 */
export type Exchange = (send: Send, retried: ReadonlySet<number>) => Promise<Outcome>;

const RETRIES = 4;
const FIRST_WAIT_MS = 250;
/** All waits of one request together; a server that asks for more is not waited for. */
const WAIT_BUDGET_MS = 60_000;
const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_CONCURRENCY = 8;

/** Makes the exchange with one API server: its credentials, its limit of requests in flight, its warnings. */
export function createExchange(
  connection: Connection,
  options: ConnectionOptions,
  io: ClusterIo,
  onWarning: (text: string) => void,
): Exchange {
  const limited = limitConcurrency(Math.max(1, options.concurrency ?? DEFAULT_CONCURRENCY));
  const timeoutMs = options.requestTimeoutMs ?? DEFAULT_TIMEOUT_MS;
  // Each request in flight listens for the interrupt; Node would warn of a leak from the eleventh on.
  if (io.signal !== undefined) setMaxListeners(0, io.signal);
  const common = {
    // On the way through the own machine packing takes longer than the bytes that it saves.
    'Accept-Encoding': isLoopback(new URL(connection.server).hostname) ? 'identity' : 'gzip',
    'User-Agent': io.userAgent ?? 'gitdrift',
  };
  let credentials: Promise<Authorization> | undefined;
  let refused: Promise<Authorization> | undefined;

  const attempt = async (send: Send): Promise<RawAnswer> => {
    const sendAs = async (authorization: Promise<Authorization>): Promise<RawAnswer> => {
      const { agent, headers } = await authorization;
      return send({
        options: { agent, headers: { ...headers, ...common }, ...(io.signal !== undefined && { signal: io.signal }) },
        timeoutMs,
      });
    };
    credentials ??= authorize(connection, io);
    const used = credentials;
    const answer = await sendAs(used);
    if (answer.status !== 401) return answer;
    // A token may have expired meanwhile: they are got anew once in a run, whoever is the first to notice.
    if (refused === undefined) {
      refused = used;
      credentials = authorize(connection, io);
    }
    return used === refused ? sendAs(credentials) : answer;
  };

  const exchange: Exchange = async (send, retried) => {
    let waited = 0;
    for (let retry = 0; ; retry++) {
      throwIfInterrupted(io);
      const outcome = await attempt(send).catch((error: unknown) => ({ error }));
      if ('error' in outcome) {
        const { error } = outcome;
        throwIfInterrupted(io);
        if (error instanceof GitdriftError) throw error;
        if (error instanceof TimeLimitError) return { kind: 'unanswered', reason: lateText(timeoutMs) };
        if (error instanceof TooLongError) return { kind: 'unanswered', reason: 'the answer is longer than 500 MB' };
        if (!isPassing(error) || retry >= RETRIES) throw unreachable(error, connection);
      } else {
        for (const text of warningsOf(outcome)) onWarning(text);
        if (!retried.has(outcome.status)) return answered(outcome, connection);
      }
      const asked = 'error' in outcome ? undefined : retryAfterMs(outcome.headers, io.now);
      const wait = asked ?? FIRST_WAIT_MS * 2 ** retry;
      if ('status' in outcome && (retry >= RETRIES || waited + wait > WAIT_BUDGET_MS)) {
        return answered(outcome, connection);
      }
      waited += wait;
      if (wait >= 1000) io.progress?.(`waiting ${Math.round(wait / 1000)} s, as the API server asks`);
      await pause(wait, io);
    }
  };
  return (send, retried) => limited(() => exchange(send, retried));
}

function answered(answer: RawAnswer, connection: Connection): Outcome {
  if (answer.status !== 401) return { kind: 'answered', answer };
  throw new GitdriftError(
    'cluster-refused',
    `${serverText(connection)} does not accept the credentials of ${connection.user.title}`,
    { hint: 'sign in again, then check with: kubectl auth whoami' },
  );
}

function lateText(timeoutMs: number): string {
  return `the API server did not answer within ${timeoutMs / 1000} s`;
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
