import type { HealthCheck } from '../../../model/health-check.js';
import { dig } from '../../../model/json.js';
import { type KubernetesObject, parseApiVersion } from '../../../model/resource.js';
import type { HealthStatus } from '../../../model/status.js';
import type { HealthScripts, HealthVerdict } from '../health-rules.js';
import { type CelExpression, celExpression } from './expression.js';

/** A check that had to be stopped this often is not tried on further objects. */
const STOPS = 3;

/** An expression this long is cut in messages. */
const SHOWN_LENGTH = 120;

interface Step {
  readonly name: 'inProgress' | 'failed' | 'current';
  readonly status: HealthStatus;
  readonly text: string;
  readonly run: CelExpression;
}

interface Check {
  readonly steps: readonly Step[];
  /** Why nothing can be judged by it. */
  readonly fault?: string;
  stops: number;
}

/**
 * Judges objects by CEL as Flux does (fluxcd/pkg runtime/cel/status_evaluator.go): an observedGeneration that is not the
 * object's is Progressing; then `inProgress`, `failed` and `current`, the first that is true; none is Progressing. An
 * expression that fails or takes too long is Unknown with the reason. Undefined for kinds that no check is of.
 */
export function celHealth(checks: readonly HealthCheck[]): HealthScripts {
  const byKind = new Map<string, Check>();
  for (const check of checks) {
    const key = keyOf(parseApiVersion(check.apiVersion).group, check.kind);
    const twice = byKind.has(key) ? `there are two of them for ${check.kind || 'the group'}` : undefined;
    byKind.set(key, compile(check, twice));
  }
  return (object) => {
    const { group } = parseApiVersion(object.apiVersion);
    const check = byKind.get(keyOf(group, object.kind)) ?? byKind.get(keyOf(group, ''));
    return check === undefined ? undefined : judge(check, object);
  };
}

function keyOf(group: string, kind: string): string {
  return `${group}/${kind}`;
}

function compile({ current, inProgress, failed }: HealthCheck, twice: string | undefined): Check {
  const fault = twice ?? (current === '' ? 'it has no expression `current`' : undefined);
  const step = (name: Step['name'], status: HealthStatus, text: string | undefined): readonly Step[] =>
    text === undefined ? [] : [{ name, status, text, run: celExpression(text) }];
  return {
    steps: [
      ...step('inProgress', 'Progressing', inProgress),
      ...step('failed', 'Degraded', failed),
      ...step('current', 'Healthy', current),
    ],
    ...(fault === undefined ? {} : { fault }),
    stops: 0,
  };
}

function judge(check: Check, object: KubernetesObject): HealthVerdict {
  if (check.fault !== undefined) return unknown(`its healthCheckExprs cannot be used: ${check.fault}`);
  const [generation, observed] = [dig(object, 'metadata', 'generation'), dig(object, 'status', 'observedGeneration')];
  if (isWhole(generation) && isWhole(observed) && BigInt(generation) !== BigInt(observed)) {
    return verdict('Progressing', `its status is of generation ${observed}, its spec of generation ${generation}`);
  }
  if (check.stops >= STOPS) return unknown(`its healthCheckExprs took too long on ${STOPS} other objects: not tried`);
  for (const { name, status, text, run } of check.steps) {
    const answer = run(object);
    if (answer.kind === 'failed') {
      if (answer.stopped) check.stops += 1;
      return unknown(`its healthCheckExprs failed: ${name} (${shown(text)}): ${answer.reason}`);
    }
    if (answer.value) return verdict(status, `${name} is true: ${shown(text)}`);
  }
  const current = check.steps.at(-1)?.text ?? '';
  return verdict('Progressing', `none of its healthCheckExprs is true; current is ${shown(current)}`);
}

function isWhole(value: unknown): value is number | bigint {
  return typeof value === 'bigint' || Number.isSafeInteger(value);
}

function shown(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length <= SHOWN_LENGTH ? line : `${line.slice(0, SHOWN_LENGTH)}…`;
}

function verdict(status: HealthStatus, message: string): HealthVerdict {
  return { health: { status, message, source: 'cel' } };
}

function unknown(message: string): HealthVerdict {
  return { ...verdict('Unknown', message), error: message };
}
