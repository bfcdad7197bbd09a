import { createContext, Script } from 'node:vm';
import { TypeError as CelTypeError, Environment, EvaluationError, ParseError } from '@marcbachmann/cel-js';
import type { JsonObject, JsonValue } from '../../../model/json.js';
import { withFluxFunctions } from './flux-functions.js';

/** What an expression says of an object; `stopped` is true where it ran out of time. */
export type CelAnswer =
  | { readonly kind: 'answer'; readonly value: boolean }
  | { readonly kind: 'failed'; readonly reason: string; readonly stopped: boolean };

/** An expression, read once; a failure to read it is every answer. */
export type CelExpression = (object: JsonObject) => CelAnswer;

/** How long one expression may take on one object: loops inside loops over a long list take for ever. */
const TIME_MS = 500;

/** As Flux sets it up (fluxcd/pkg runtime/cel/expression.go): nothing is declared, and values have the type they have. */
const environment = withFluxFunctions(
  new Environment({ unlistedVariablesAreDyn: true, homogeneousAggregateLiterals: false, enableOptionalTypes: true }),
);

/** Reads a CEL expression that has to be true or false of an object, whose fields are its variables. Never throws. */
export function celExpression(text: string): CelExpression {
  try {
    const evaluate = environment.parse(text);
    return (object) => answerOf(() => evaluate(variablesOf(object)));
  } catch (error) {
    const reason = `it cannot be read: ${summaryOf(error)}`;
    return () => ({ kind: 'failed', reason, stopped: false });
  }
}

const CALL = new Script('evaluate()');

/** The virtual machine's clock ends whatever it calls, our side of the call included. */
function answerOf(evaluate: () => unknown): CelAnswer {
  try {
    const value: unknown = CALL.runInContext(createContext({ evaluate }), { timeout: TIME_MS });
    if (typeof value === 'boolean') return { kind: 'answer', value };
    return { kind: 'failed', reason: 'it is neither true nor false', stopped: false };
  } catch (error) {
    const stopped = (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    const reason = stopped ? `it took more than ${TIME_MS / 1000} s` : summaryOf(error);
    return { kind: 'failed', reason, stopped };
  }
}

/** The first line of what went wrong: the lines below it point into the expression. */
function summaryOf(error: unknown): string {
  const isCel = error instanceof EvaluationError || error instanceof ParseError || error instanceof CelTypeError;
  const text = isCel ? error.summary : error instanceof Error ? error.message : String(error);
  const line = text.split('\n')[0] ?? '';
  const call = /no matching overload for '([^']*)'/.exec(line)?.[1];
  return call === undefined ? line : `the function ${call} is not known here`;
}

function variablesOf(object: JsonObject): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, celValue(value)]));
}

/** CEL tells whole numbers from others; JSON's, read in Go, are whole where they have no fraction. */
function celValue(value: JsonValue): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => celValue(item));
  if (typeof value !== 'object' || value === null) return value;
  return new Map(Object.entries(value).map(([name, inner]) => [name, celValue(inner)]));
}
