import type { JsonValue } from '../../model/json.js';
import type { OverrideRecord } from '../../model/policy.js';
import { type Checked, invalid, mapping, required, text } from './checked-value.js';
import { fieldPattern } from './field-pattern.js';
import { endOf } from './policy-time.js';

const KEYS = ['resource', 'path', 'value', 'reason', 'ticket', 'approvedBy', 'until'] as const;

/** A record of `overrides:`. Throws `config` with place and line for whatever cannot be used. */
export function overrideRecord(at: Checked): OverrideRecord {
  const found = mapping(at, KEYS);
  const resource = resourceOf(required(at, found.resource, 'resource', '{group, kind, namespace, name}'));
  const path = fieldPattern(
    required(at, found.path, 'path', 'the field that differs, as diff prints it'),
    false,
    '.spec.template.spec.containers[name="web"].image',
  );
  const value = onlyValue(found.value, resource, path);
  const ticket = optional(found.ticket);
  const approvedBy = optional(found.approvedBy);
  return {
    id: at.place,
    resource,
    path,
    ...(value === undefined ? {} : { value }),
    reason: text(required(at, found.reason, 'reason', 'what broke, and why this mends it')),
    ...(ticket === undefined ? {} : { ticket }),
    ...(approvedBy === undefined ? {} : { approvedBy }),
    until: until(required(at, found.until, 'until', 'when it ends: 2026-12-01T08:00:00Z, or a date')),
  };
}

function resourceOf(at: Checked): OverrideRecord['resource'] {
  const { group, kind, namespace, name } = mapping(at, ['group', 'kind', 'namespace', 'name'] as const);
  return {
    ...(group === undefined ? {} : { group: group.value === '' ? '' : text(group) }),
    kind: text(required(at, kind, 'kind', 'such as Deployment')),
    namespace: namespace === undefined || namespace.value === '' ? '' : text(namespace),
    name: text(required(at, name, 'name', 'the name of the object')),
  };
}

/** Values of Secrets stay out of files that go to Git, hashed ones too: a short value is soon guessed from its hash. */
function onlyValue(
  at: Checked | undefined,
  { group, kind }: OverrideRecord['resource'],
  path: string,
): JsonValue | undefined {
  if (at === undefined) return undefined;
  if (kind === 'Secret' && (group ?? '') === '' && /^\.(?:data|stringData)\b/.test(path)) {
    throw invalid(
      at,
      'would put the value of a Secret into a file',
      'leave value out: the record then holds for any value',
    );
  }
  return at.value;
}

/** What the printed record leaves empty was not filled in. */
function optional(at: Checked | undefined): string | undefined {
  return at === undefined || at.value === '' ? undefined : text(at);
}

function until(at: Checked): string {
  const end = endOf(text(at));
  if (end !== undefined) return end;
  throw invalid(
    at,
    `is no time: ${JSON.stringify(at.value)}`,
    'write it as 2026-12-01T08:00:00Z, or as 2026-12-01 for the end of that day in UTC',
  );
}
