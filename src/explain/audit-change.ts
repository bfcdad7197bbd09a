import type { AuditWrite } from '../model/audit.js';
import { dig, digString, type JsonValue, jsonEqual } from '../model/json.js';
import { type AuditedField, askedOf, stateAfter, touches } from './audit-effect.js';
import { type Effect, patched } from './audit-patch.js';

/** How a field came by the state that it has, as far as bodies and answers in the log tell. */
export type LastChange =
  | FieldChange
  /** By a write that the log lacks, between the answers to two that it has. */
  | { readonly kind: 'lost'; readonly after: AuditWrite; readonly before: AuditWrite; readonly standing: boolean };

/** The write that gave a field the state that it has. */
export interface FieldChange {
  readonly kind: 'written';
  readonly write: AuditWrite;
  /**
   * `states`: the log tells what the field was before and after it, and no write in between is missing; `body`: what it
   * sent holds the field, and what was there before is not known.
   */
  readonly proof: 'states' | 'body';
  /**
   * False where what it sent does not hold the field: admission, defaulting or conversion made the change, or a write that
   * nothing tells to be missing.
   */
  readonly asked: boolean;
  /** Writes after it of which the log does not tell what they sent. */
  readonly later: readonly AuditWrite[];
  /** True where the field's state after it is what live has now. */
  readonly standing: boolean;
}

/** The writes of the object's present life: since it was created. Both clocks are the API server's. */
export function presentLife(writes: readonly AuditWrite[], object: JsonValue): readonly AuditWrite[] {
  const created = Date.parse(digString(object, 'metadata', 'creationTimestamp') ?? '');
  return Number.isNaN(created) ? writes : writes.filter(({ time }) => Date.parse(time) >= created);
}

/**
 * Finds the write that last changed the field: the first one after which it had the state that it still has at the end
 * of the log. Undefined where no body or answer in the log tells of one.
 */
export function lastChange(
  writes: readonly AuditWrite[],
  audited: AuditedField,
  live: JsonValue | undefined,
): LastChange | undefined {
  let state: Effect = { kind: 'unknown' };
  let found: Found | undefined;
  let later: AuditWrite[] = [];
  let answered: AuditWrite | undefined;
  let since = 0;
  const applies = new Map<string, AuditWrite>();
  for (const write of writes) {
    if (mayCount(write)) since += 1;
    if (!touches(write, audited)) continue;
    const asked = askedOf(write, audited, applies.get(write.manager));
    if (write.body?.kind === 'apply') applies.set(write.manager, write);
    const after = stateAfter(write, audited);
    const previous = answered;
    const missing = previous !== undefined && isMissingBetween(previous, write, since);
    if (after !== undefined && write.subresource === '') {
      answered = write;
      since = 0;
    }
    const said = after ?? asked;
    const next: Effect = said.kind === 'unknown' ? patched(state, said) : said;
    if (next.kind === 'none') continue;
    if (next.kind === 'unknown') {
      later.push(write);
      state = next;
      continue;
    }
    const known = state.kind !== 'unknown';
    const before = state;
    state = next;
    if (known && isSame(before, next)) continue;
    // The first answer of a log says what was there, not that this write changed it.
    if (!known && asked.kind === 'none' && !isCreation(write)) continue;
    const isAsked = asked.kind === 'unknown' || asked.kind === next.kind;
    if (missing && !isAsked && previous !== undefined) {
      found = { kind: 'lost', after: previous, before: write };
    } else {
      // Between two bodies without answers nothing tells of missing writes; what they hold is all there is.
      const proven = isCreation(write) || (known && (after === undefined || (previous !== undefined && !missing)));
      found = { kind: 'written', write, proof: proven ? 'states' : 'body', asked: isAsked };
    }
    later = [];
  }
  if (found === undefined) return undefined;
  const standing =
    state.kind !== 'unknown' && isSame(state, live === undefined ? { kind: 'absent' } : { kind: 'value', value: live });
  if (found.kind === 'lost') return { ...found, standing };
  return { ...found, later, standing: standing || (state.kind === 'unknown' && later.length > 0) };
}

type Found = Omit<FieldChange, 'standing' | 'later'> | Omit<Extract<LastChange, { kind: 'lost' }>, 'standing'>;

/** The write that made the object; a server-side apply may. */
export function isCreation({ verb, subresource, status }: AuditWrite): boolean {
  return subresource === '' && (verb === 'create' || status === 201);
}

function isSame(a: Effect, b: Effect): boolean {
  if (a.kind === 'value' && b.kind === 'value') return jsonEqual(a.value, b.value);
  return a.kind === b.kind;
}

/**
 * Writes that may raise `metadata.generation`; each does so once at most. A patch of labels alone counts too, for a
 * webhook may have changed more with it.
 */
const mayCount = ({ subresource }: AuditWrite): boolean => subresource !== 'status';

/**
 * True where the generation rose more often than the log has writes: some are not in it. An apply whose body is YAML is
 * such a one, for the API server cannot log it with its body (k8s.io/apimachinery pkg/runtime/embedded.go, MarshalJSON).
 */
function isMissingBetween(before: AuditWrite, after: AuditWrite, writes: number): boolean {
  const [from, to] = [before, after].map(({ result }) => dig(result, 'metadata', 'generation'));
  return typeof from === 'number' && typeof to === 'number' && to - from > writes;
}
