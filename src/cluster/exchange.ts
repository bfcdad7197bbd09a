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
import { isLoopback, proxyOf } from './proxy.js';
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
 * broke. `what` names the request for people. A server that stops to answer is not asked for ever. Throws a GitdriftError where the server cannot be reached, refuses the credentials, or the run is interrupted.
 */
export type Exchange = (send: Send, retried: ReadonlySet<number>, what: string) => Promise<Outcome>;

const RETRIES = 4;
const FIRST_WAIT_MS = 250;
/** All waits of one request together; a server that asks for more is not waited for. */
const WAIT_BUDGET_MS = 60_000;
/** All waits of a run together: what a thousand requests may wait for one by one is hours. */
const RUN_WAIT_BUDGET_MS = 300_000;
/** After so many requests in a row without an answer nothing more is asked, or each would take its whole time limit. */
const UNANSWERED_IN_A_ROW = 16;
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

  const patience = createPatience();
  let answeredBefore = false;

  const exchange: Exchange = async (send, retried, what) => {
    let waited = 0;
    for (let retry = 0; ; retry++) {
      throwIfInterrupted(io);
      if (patience.isOver()) return { kind: 'unanswered', reason: GIVEN_UP };
      const outcome = await attempt(send).catch((error: unknown) => ({ error }));
      let fault: string;
      if ('error' in outcome) {
        const { error } = outcome;
        throwIfInterrupted(io);
        if (error instanceof GitdriftError) throw error;
        if (error instanceof TimeLimitError) return patience.unanswered(lateText(timeoutMs));
        if (error instanceof TooLongError) return { kind: 'unanswered', reason: 'the answer is longer than 500 MB' };
        if (!isPassing(error)) throw unreachable(error, connection, proxyOf(connection, io.env));
        if (retry >= RETRIES) {
          // Of a server that answers others it is this one answer that does not get through.
          if (answeredBefore) return patience.unanswered(BROKEN_OFF);
          throw unreachable(error, connection, proxyOf(connection, io.env));
        }
        fault = 'the connection broke off';
      } else {
        answeredBefore = true;
        patience.answered();
        for (const text of warningsOf(outcome)) onWarning(text);
        if (!retried.has(outcome.status)) return answered(outcome, connection);
        fault = `HTTP ${outcome.status}`;
      }
      const asked = 'error' in outcome ? undefined : retryAfterMs(outcome.headers, io.now);
      const wait = asked ?? FIRST_WAIT_MS * 2 ** retry;
      if ('status' in outcome && (retry >= RETRIES || waited + wait > WAIT_BUDGET_MS || !patience.mayWait(wait))) {
        return answered(outcome, connection);
      }
      waited += wait;
      const why = `${fault}${asked === undefined ? '' : ', and the API server asks to wait'}`;
      const seconds = wait >= 1000 ? `${Math.round(wait / 1000)} s` : `${wait} ms`;
      io.note?.(`${what} was asked for again after ${seconds} (${retry + 1} of ${RETRIES} times): ${why}`);
      if (wait >= 1000) io.progress?.(`waiting ${seconds}: ${why}`);
      await pause(wait, io);
    }
  };
  return (send, retried, what) => limited(() => exchange(send, retried, what));
}

const GIVEN_UP = `not asked, for the API server left the last ${UNANSWERED_IN_A_ROW} requests without an answer`;
const BROKEN_OFF = `the connection broke off ${RETRIES + 1} times before the answer was whole (a proxy or load balancer in between?)`;

/** How long a run puts up with its server: for waits in all, and for requests in a row that get no answer. */
function createPatience() {
  let waits = 0;
  let inARow = 0;
  return {
    answered: () => {
      inARow = 0;
    },
    unanswered(reason: string): Outcome {
      inARow++;
      return { kind: 'unanswered', reason };
    },
    isOver: () => inARow >= UNANSWERED_IN_A_ROW,
    mayWait(milliseconds: number): boolean {
      waits += milliseconds;
      return waits <= RUN_WAIT_BUDGET_MS;
    },
  };
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
