import { type FieldPath, valueAt } from '../model/field-path.js';
import type { FieldHistory, KnownTime, TemplateStep } from '../model/history.js';
import { type JsonValue, jsonEqual } from '../model/json.js';

/** True for a path in a workload's Pod template, whose earlier values may be kept. */
export function isInTemplate(path: FieldPath): boolean {
  return path.length > 2 && ['spec', 'template'].every((name, at) => isField(path[at], name));
}

function isField(element: FieldPath[number] | undefined, name: string): boolean {
  return element?.kind === 'field' && element.name === name;
}

/**
 * Since when a workload's template has this value, absent included; `path` starts at the template. Undefined where no
 * revision is kept.
 */
export function fieldHistory(
  steps: readonly TemplateStep[],
  path: FieldPath,
  live: JsonValue | undefined,
): FieldHistory | undefined {
  const [newest] = steps;
  if (newest === undefined) return undefined;
  const valueIn = (step: TemplateStep): JsonValue | undefined => valueAt(step.revision.template, path);
  const end = steps.findIndex((step) => !jsonEqual(valueIn(step), live));
  const since = steps.at(end < 0 ? -1 : end - 1);
  const before = end < 0 ? undefined : steps[end];
  if (before === undefined) return fromTheOldest(since ?? newest);
  const value = valueIn(before);
  const previous = { step: before, ...(value === undefined ? {} : { value }) };
  if (end === 0) return { time: { kind: 'between', after: lower(before) }, previous, before: 'previous' };
  const time = since === undefined ? NO_TIME : since.number === before.number + 1 ? since.time : around(before, since);
  return { ...(since === undefined ? {} : { since }), time, previous, before: 'previous' };
}

const NO_TIME: KnownTime = { kind: 'between' };

/** All kept revisions have the value: the workload was created with it, or those before are gone. */
function fromTheOldest(oldest: TemplateStep): FieldHistory {
  if (oldest.number === 1) return { since: oldest, time: oldest.time, before: 'created' };
  return { since: oldest, time: { kind: 'between', ...upper(oldest) }, before: 'not-kept' };
}

/** Between two steps whose numbers are not neighbours: a revision that is not kept may have brought the value. */
function around(before: TemplateStep, since: TemplateStep): KnownTime {
  return { kind: 'between', after: lower(before), ...upper(since) };
}

function lower({ time, revision }: TemplateStep): string {
  return time.kind === 'exact' ? time.at : (time.after ?? revision.time);
}

function upper({ time }: TemplateStep): { before?: string } {
  if (time.kind === 'exact') return { before: time.at };
  return time.before === undefined ? {} : { before: time.before };
}
