import type { AutoscalerEvidence } from './explain/autoscaler.js';
import { type ComparedObject, type Judging, judgeDifference } from './field-report.js';
import type { ArgoIgnoredField, ArgoResourceVerdict, ArgoStrategy } from './model/argo-verdict.js';
import type { Difference, Explanation, FieldDrift } from './model/drift.js';
import { type FieldPath, fieldElement, indexElement, printPath, toPointer, valueAt } from './model/field-path.js';
import { isArray, isObject, type JsonValue, jsonEqual } from './model/json.js';
import { parsePath } from './model/parse-path.js';
import type { Finding, ResourceReport } from './model/report.js';

/** One object's report by Argo CD's yardstick, and what is to be said where ours is another. */
export interface ByArgo {
  readonly resource: ResourceReport;
  readonly findings: readonly Finding[];
}

/** What counts as a mark of tracking: annotations by their names, the label that argocd-cm names. */
export interface TrackingMarks {
  readonly instanceLabelKey: string;
}

const TRACKING_ANNOTATIONS = ['argocd.argoproj.io/tracking-id', 'argocd.argoproj.io/installation-id'];

/**
 * Lays Argo CD's word on a pair of objects over our own comparison of them: `drift` is what Argo CD counts, what it does
 * not count goes to `ignored` with the rule that says so, and what only it counts is added, or told in the message where
 * it is no field of Git (tracking marks, the order of lists). Nothing is OutOfSync without a reason.
 */
export function byArgo(
  compared: ComparedObject,
  resource: ResourceReport,
  verdict: ArgoResourceVerdict,
  evidence: { readonly autoscalers: AutoscalerEvidence; readonly judging: Judging; readonly marks: TrackingMarks },
): ByArgo {
  const { states } = verdict;
  if (states === undefined) return { resource, findings: [] };
  const counts = ({ path }: FieldDrift): boolean => {
    const elements = parsePath(path);
    return !sameValue(valueAt(states.live, elements), valueAt(states.predicted, elements));
  };
  const [counting, uncounted] = divided(resource.drift, counts);
  const counted = counting.filter((entry) => !isMarkEntry(entry, evidence.marks));
  const [wanted, undeclared] = divided(resource.undeclared, counts);
  const promoted = wanted.map(asRemoved);
  const known = [...counted, ...promoted].map(({ path }) => pointersOf(parsePath(path), states));
  const left = verdict.differences.filter((pointer) => !known.some((pointers) => isCovered(pointer, pointers)));
  const told = left.filter((pointer) => isToldOnly(pointer, verdict, evidence.marks));
  const added = left
    .filter((pointer) => !told.includes(pointer))
    .map((pointer) => differenceAt(pointer, states))
    .map((difference) => judgeDifference(compared, difference, evidence.autoscalers, evidence.judging).entry)
    .map((entry) => asCountedOnly(entry, verdict));
  const taken = uncounted
    .filter((entry) => !isMarkEntry(entry, evidence.marks))
    .map((entry) => asIgnored(entry, verdict));
  const said = toldText(told, states, compared.comparison.reordered);
  const message = [resource.message ?? '', verdict.reason ?? '', said].filter((text) => text !== '').join('; ');
  return {
    resource: {
      ...resource,
      sync: verdict.sync ?? 'None',
      ...(message === '' ? {} : { message }),
      drift: sorted([...counted, ...promoted, ...added]),
      ignored: sorted([...resource.ignored, ...taken]),
      undeclared,
    },
    findings: notCountedFindings(resource, taken),
  };
}

type States = NonNullable<ArgoResourceVerdict['states']>;

function divided(
  entries: readonly FieldDrift[],
  belongs: (entry: FieldDrift) => boolean,
): readonly [readonly FieldDrift[], readonly FieldDrift[]] {
  return [entries.filter(belongs), entries.filter((entry) => !belongs(entry))];
}

function sameValue(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a === undefined || b === undefined ? a === b : jsonEqual(a, b);
}

/** A field that Git does not declare and that Argo CD's way of applying takes away all the same. */
function asRemoved(entry: FieldDrift): FieldDrift {
  const { status, rule } = entry.explanation;
  return {
    ...entry,
    explanation: {
      status: status === 'explained' ? 'explained' : 'unexplained',
      code: 'removed-by-argocd',
      message: "Git does not declare it, and Argo CD's way of applying puts it back or takes it away",
      ...(rule === undefined ? {} : { rule }),
    },
    next: { code: 'removed-at-sync', message: 'a sync takes it away, or puts back what was there' },
  };
}

/** A difference that only Argo CD sees: the server would say that the apply changes nothing there. */
function asCountedOnly(entry: FieldDrift, { strategy = 'three-way' }: ArgoResourceVerdict): FieldDrift {
  return {
    ...entry,
    explanation: {
      status: 'explained',
      code: 'counted-by-argocd',
      message: `only ${STRATEGIES[strategy]} counts it; by the server's own rules an apply changes nothing there`,
      rule: `argocd/${strategy}`,
    },
    next: { code: 'stays', message: 'no sync mends it' },
  };
}

function pointersOf(path: FieldPath, { live, predicted }: States): readonly string[] {
  return [toPointer(path, live), toPointer(path, predicted)];
}

function isCovered(pointer: string, pointers: readonly string[]): boolean {
  return pointers.some((known) => isAtOrBelow(pointer, known) || isAtOrBelow(known, pointer));
}

function isAtOrBelow(pointer: string, above: string): boolean {
  return pointer === above || pointer.startsWith(`${above}/`);
}

/** Differences that are no field of Git, and values that must not be shown. */
function isToldOnly(pointer: string, verdict: ArgoResourceVerdict, marks: TrackingMarks): boolean {
  if (verdict.ref.group === '' && verdict.ref.kind === 'Secret') return true;
  return isMarkAt(pointer, verdict.states, marks) || isOrderOnly(pointer, verdict.states);
}

function isTrackingMark(pointer: string, { instanceLabelKey }: TrackingMarks): boolean {
  const places = [
    ...TRACKING_ANNOTATIONS.map((name) => `/metadata/annotations/${escaped(name)}`),
    `/metadata/labels/${escaped(instanceLabelKey)}`,
  ];
  return places.includes(pointer);
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function isOrderOnly(pointer: string, states: States | undefined): boolean {
  return states !== undefined && reorderedList(pointer, states) !== undefined;
}

/** The nearest list above that holds the same items on both sides, in another order. */
function reorderedList(pointer: string, states: States): FieldPath | undefined {
  const steps = pointer.split('/').slice(1);
  for (let length = steps.length; length > 0; length--) {
    const path = elementsOf(steps.slice(0, length), states.live);
    const [live, predicted] = [valueAt(states.live, path), valueAt(states.predicted, path)];
    if (!isArray(live) || !isArray(predicted)) continue;
    const same =
      live.length === predicted.length && live.every((one) => predicted.some((other) => jsonEqual(one, other)));
    return same ? path : undefined;
  }
  return undefined;
}

/** An entry that is there for nothing but marks. */
function isMarkEntry({ pointer, change, desired }: FieldDrift, marks: TrackingMarks): boolean {
  return isTrackingMark(pointer, marks) || (change === 'missing' && holdsMarksOnly(pointer, desired, marks));
}

/** A mark, or a map of nothing else that one side lacks. */
function isMarkAt(pointer: string, states: States | undefined, marks: TrackingMarks): boolean {
  if (isTrackingMark(pointer, marks)) return true;
  const path = states === undefined ? [] : elementsOf(stepsOf(pointer), states.live);
  const sides = [valueAt(states?.live, path), valueAt(states?.predicted, path)];
  return sides.includes(undefined) && sides.some((value) => holdsMarksOnly(pointer, value, marks));
}

function holdsMarksOnly(pointer: string, value: JsonValue | undefined, marks: TrackingMarks): boolean {
  if (value === undefined || !isObject(value)) return false;
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => isTrackingMark(`${pointer}/${escaped(name)}`, marks));
}

/** A pointer as a path: a number is an index where the value there is a list. */
function elementsOf(steps: readonly string[], root: JsonValue): FieldPath {
  let here: JsonValue | undefined = root;
  const path: FieldPath[number][] = [];
  for (const step of steps) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    const element = isArray(here) ? indexElement(Number(name)) : fieldElement(name);
    path.push(element);
    here = valueAt(here, [element]);
  }
  return path;
}

function differenceAt(pointer: string, states: States): Difference {
  const steps = pointer.split('/').slice(1);
  const inLive = elementsOf(steps, states.live);
  const path = valueAt(states.live, inLive) === undefined ? elementsOf(steps, states.predicted) : inLive;
  const [live, desired] = [valueAt(states.live, path), valueAt(states.predicted, path)];
  return {
    path,
    kind: 'drift',
    change: live === undefined ? 'missing' : desired === undefined ? 'extra' : 'changed',
    ...(desired === undefined ? {} : { desired }),
    ...(live === undefined ? {} : { live }),
    notes: [],
  };
}

const STRATEGIES: Readonly<Record<ArgoStrategy, string>> = {
  'three-way': 'the client-side three-way comparison',
  'two-way': 'the client-side comparison without a last-applied annotation',
  'structured-merge': 'the structured merge of server-side apply',
  'server-side': "the server's dry run",
};

function asIgnored(entry: FieldDrift, verdict: ArgoResourceVerdict): FieldDrift {
  const rule = ruleFor(entry, verdict);
  const explanation: Explanation =
    rule === undefined
      ? {
          status: 'noted',
          code: 'not-counted-by-argocd',
          message: `Argo CD does not count it: ${STRATEGIES[verdict.strategy ?? 'three-way']} sees no difference there`,
          rule: `argocd/${verdict.strategy ?? 'three-way'}`,
        }
      : {
          status: 'explained',
          code: 'ignored-by-rule',
          message: `${rule.origin} takes it out of Argo CD's comparison (${rule.rule})`,
          rule: rule.origin,
        };
  return { ...entry, explanation };
}

function ruleFor(entry: FieldDrift, { ignored, states }: ArgoResourceVerdict): ArgoIgnoredField | undefined {
  const pointers = [entry.pointer, ...(states === undefined ? [] : pointersOf(parsePath(entry.path), states))];
  return ignored.find(({ pointer }) => pointers.some((own) => isAtOrBelow(own, pointer) || isAtOrBelow(pointer, own)));
}

/** What Argo CD counts beside the fields of Git: marks, orders, and values that are not shown. */
function toldText(told: readonly string[], states: States, reordered: readonly FieldPath[]): string {
  const places = told.map((pointer) => {
    const list = reorderedList(pointer, states);
    if (list === undefined) return printPath(elementsOf(stepsOf(pointer), firstWith(pointer, states)));
    const keyed = reordered.find((path) => toPointer(path, states.live) === toPointer(list, states.live));
    return `the order of ${printPath(keyed ?? list)}`;
  });
  const [...different] = new Set(places);
  if (different.length === 0) return '';
  const more = different.length - SHOWN;
  return `Argo CD counts ${different.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const SHOWN = 3;

function stepsOf(pointer: string): readonly string[] {
  return pointer.split('/').slice(1);
}

function firstWith(pointer: string, { live, predicted }: States): JsonValue {
  return valueAt(live, elementsOf(stepsOf(pointer), live)) === undefined ? predicted : live;
}

/** Where Argo CD is blind to what an apply would change, and no rule asked it to be. */
function notCountedFindings(resource: ResourceReport, taken: readonly FieldDrift[]): readonly Finding[] {
  const { group, version, kind, namespace, name } = resource;
  return taken
    .filter(({ explanation }) => explanation.code === 'not-counted-by-argocd')
    .map(({ path, explanation }) => ({
      code: 'not-counted-by-argocd',
      severity: 'note',
      resource: { group, version, kind, namespace, name },
      path,
      message: `live differs from Git here, and ${explanation.message}`,
    }));
}

function sorted(entries: readonly FieldDrift[]): readonly FieldDrift[] {
  return [...entries].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}
