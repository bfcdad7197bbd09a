import { GitdriftError } from '../model/errors.js';
import { digString, type JsonValue } from '../model/json.js';
import { parseJson } from '../model/json-text.js';
import { type Connection, serverText } from './connection.js';
import { cannotReach } from './connection-errors.js';
import type { Exchange } from './exchange.js';
import type { KeptAnswers, SizedAnswer } from './kept-answers.js';
import type { RawAnswer } from './receive.js';
import { sendGet } from './send-get.js';

/**
 * What the API server said: JSON, or why not. `status` is 0 where no answer could be used. `absent` says what
 * there is not: the object, by a Status of the API server, which nothing between here and there sends; or the path, in
 * its plain words for a group that nobody serves (net/http NotFound), which may be a proxy's.
 */
export type Answer =
  | { readonly kind: 'ok'; readonly value: JsonValue }
  | { readonly kind: 'failed'; readonly status: number; readonly reason: string; readonly absent?: 'object' | 'path' };

/** Asks for `path` (query included). Retries what may pass; throws a GitdriftError where the server cannot be reached. */
export type Get = (path: string, accept?: string) => Promise<Answer>;

const RETRIED_STATUS = new Set([429, 500, 502, 503, 504]);

/**
 * Makes the one function through which everything is read from the API server; it can send nothing but GET. With `kept` the
 * same is not asked for twice.
 */
export function createGet(connection: Connection, exchange: Exchange, kept?: KeptAnswers<Answer>): Get {
  const ask = async (path: string, accept: string): Promise<SizedAnswer<Answer>> => {
    const url = new URL(`${connection.server}${path}`);
    const outcome = await exchange((sending) => sendGet(url, accept, sending), RETRIED_STATUS, url.pathname);
    return outcome.kind === 'unanswered'
      ? { answer: { kind: 'failed', status: 0, reason: outcome.reason }, characters: 0 }
      : { answer: readAnswer(outcome.answer), characters: outcome.answer.text.length };
  };
  return async (path, accept = 'application/json') =>
    kept === undefined
      ? (await ask(path, accept)).answer
      : kept.read(accept === 'application/json' ? path : `${path}#${accept}`, () => ask(path, accept));
}

/** The text of an answer that ends the run: what a first request to the server must not get. */
export function asError(answer: Extract<Answer, { kind: 'failed' }>, connection: Connection): GitdriftError {
  if (answer.status === 429) {
    return new GitdriftError(
      'cluster-unreachable',
      `${serverText(connection)} takes no more requests now: ${answer.reason}`,
      {
        hint: 'it limits how much may be asked: try again later, with fewer requests at once (--concurrency 1)',
      },
    );
  }
  return answer.status === 0 || answer.status >= 500
    ? new GitdriftError('cluster-unreachable', `${cannotReach(connection)}: ${answer.reason}`, {
        hint: 'try again; --request-timeout gives a slow server more time',
      })
    : new GitdriftError('cluster-refused', `${serverText(connection)} refuses: ${answer.reason}`, {
        hint: 'check that the address is that of a Kubernetes API server',
      });
}

/** The error of a run that has to know what the cluster serves, and cannot be told. */
export function notToldError(answer: Extract<Answer, { kind: 'failed' }>, connection: Connection): GitdriftError {
  return new GitdriftError(
    'cluster-unreachable',
    `${serverText(connection)} does not say what it serves: ${answer.reason}`,
    { hint: 'try again; to look into it: kubectl api-versions' },
  );
}

function readAnswer({ status, text }: RawAnswer): Answer {
  let value: JsonValue | undefined;
  try {
    value = parseJson(text);
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
  if (status === 404) {
    if (text.trim() === '404 page not found') {
      return { kind: 'failed', status, reason: 'HTTP 404: there is no such path', absent: 'path' };
    }
    return digString(value, 'kind') === 'Status'
      ? { kind: 'failed', status, reason: `HTTP 404: ${message}`, absent: 'object' }
      : { kind: 'failed', status, reason: 'HTTP 404, but not from a Kubernetes API server (of a proxy in between?)' };
  }
  return { kind: 'failed', status, reason: status === 403 ? `forbidden: ${message}` : `HTTP ${status}: ${message}` };
}
