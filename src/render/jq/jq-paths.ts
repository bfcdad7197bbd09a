import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { JqResult } from '../../model/argo-verdict.js';
import { GitdriftError } from '../../model/errors.js';
import { isArray, type JsonObject, type JsonValue } from '../../model/json.js';
import { parseJson, printJson } from '../../model/json-text.js';
import { WORKER_CODE } from './worker-code.js';

/**
 * Argo CD ships ignore.normalizer.jq.timeout with one second. A rule that ends is over in milliseconds, in gojq and here:
 * more time only keeps a busy machine from giving another verdict than an idle one.
 */
const TIMEOUT_MS = 5000;

/** Loading jq takes a tenth of a second on an idle machine. */
const LOADING_MS = 30_000;

/** Exit code 3 of jq: the program could not be compiled. */
const NOT_COMPILED = '3';

/** A jq that answers in turn; `close` ends its thread. */
export interface Jq {
  readonly paths: (expression: string, object: JsonObject) => JqResult;
  readonly close: () => void;
}

interface Running {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly flag: Int32Array;
}

/**
 * Real jq in a thread of its own, started at the first question; the caller waits for the answer, for a
 * limited time, for nothing else ends an expression that never ends; that one is not tried again. Answers are kept, for
 * every application asks the same rules.
 */
export function openJq(): Jq {
  let running: Running | undefined;
  const known = new Map<string, JqResult>();
  const endless = new Map<string, JqResult>();
  const close = (): void => {
    void running?.worker.terminate();
    running?.port.close();
    running = undefined;
  };
  const ask = (expression: string, text: string): JqResult => {
    running ??= start();
    const { port, flag } = running;
    Atomics.store(flag, 0, 0);
    port.postMessage([expression, text]);
    if (Atomics.wait(flag, 0, 0, TIMEOUT_MS) === 'timed-out') {
      close();
      const message = `it took longer than ${TIMEOUT_MS / 1000} s`;
      const result: JqResult = { kind: 'failed', message, timedOut: true };
      endless.set(expression, result);
      return result;
    }
    return answer(receiveMessageOnPort(port)?.message);
  };
  return {
    paths: (expression, object) => {
      const text = printJson(object);
      const key = `${expression}\n${text}`;
      const result = endless.get(expression) ?? known.get(key) ?? ask(expression, text);
      known.set(key, result);
      return result;
    },
    close,
  };
}

function start(): Running {
  const { port1, port2 } = new MessageChannel();
  const memory = new SharedArrayBuffer(4);
  const flag = new Int32Array(memory);
  const worker = new Worker(WORKER_CODE, {
    eval: true,
    workerData: { port: port2, memory, jqPath: jqPath() },
    transferList: [port2],
  });
  worker.unref();
  port1.unref();
  const isReady = Atomics.wait(flag, 0, 0, LOADING_MS) !== 'timed-out';
  const said = isReady ? (receiveMessageOnPort(port1)?.message as { ready?: true; message?: string }) : undefined;
  if (said?.ready === true) return { worker, port: port1, flag };
  void worker.terminate();
  throw new GitdriftError('renderer-failed', `jq could not be started: ${said?.message ?? 'it does not answer'}`, {
    hint: 'run again; jqPathExpressions of ignore rules need it',
  });
}

/** Beside the bundle where there is one; else the package itself. */
function jqPath(): string {
  const bundled = fileURLToPath(new URL('./jq/jq.cjs', import.meta.url));
  return existsSync(bundled) ? bundled : createRequire(import.meta.url).resolve('jq-web');
}

/** Undefined where jq printed several values. */
function parsed(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function answer(said: { readonly paths?: string; readonly status?: string; readonly message?: string }): JqResult {
  if (said.paths === undefined) {
    const message = (said.message ?? '').split('\n').find((line) => line.startsWith('jq: error')) ?? said.message ?? '';
    return {
      kind: said.status === NOT_COMPILED ? 'invalid' : 'failed',
      message: message.replace(/^jq: error:? ?/, ''),
    };
  }
  const paths = parsed(said.paths);
  // An expression that closes the parenthesis around it gives more than paths.
  if (!isArray(paths) || !paths.every(isArray)) return { kind: 'failed', message: 'it gives more than paths' };
  return { kind: 'paths', paths: paths as Extract<JqResult, { kind: 'paths' }>['paths'] };
}
