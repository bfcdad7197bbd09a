import type { ArgoResourceVerdict } from '../../model/argo-verdict.js';
import type { FieldDrift } from '../../model/drift.js';
import { type FieldPath, pathOfSteps, printPath, toPointer, valueAt } from '../../model/field-path.js';
import { isArray, isObject, type JsonValue, jsonEqual } from '../../model/json.js';
import { pointerBelow, pointerOf, pointerSteps } from '../../model/json-pointer.js';

/** Live as Argo CD compares it, and what it expects live to be after a sync. */
export type States = NonNullable<ArgoResourceVerdict['states']>;

/** What counts as a mark of tracking: annotations by their names, the label that argocd-cm names. */
export interface TrackingMarks {
  readonly instanceLabelKey: string;
}

const TRACKING_ANNOTATIONS = ['argocd.argoproj.io/tracking-id', 'argocd.argoproj.io/installation-id'];

/** Differences that are no field of Git, and values that must not be shown. */
export function isToldOnly(pointer: string, verdict: ArgoResourceVerdict, marks: TrackingMarks): boolean {
  if (verdict.ref.group === '' && verdict.ref.kind === 'Secret') return true;
  return isMarkAt(pointer, verdict.states, marks) || isOrderOnly(pointer, verdict.states);
}

function isTrackingMark(pointer: string, { instanceLabelKey }: TrackingMarks): boolean {
  const places = [
    ...TRACKING_ANNOTATIONS.map((name) => pointerOf(['metadata', 'annotations', name])),
    pointerOf(['metadata', 'labels', instanceLabelKey]),
  ];
  return places.includes(pointer);
}

function isOrderOnly(pointer: string, states: States | undefined): boolean {
  return states !== undefined && reorderedList(pointer, states) !== undefined;
}

/** The keyed list that a pointer lies in, where our comparison found its items in another order. */
export function reorderedAbove(
  pointer: string,
  reordered: readonly FieldPath[],
  { live, predicted }: States,
): FieldPath | undefined {
  return reordered.find((path) =>
    [live, predicted].some((root) => `${pointer}/`.startsWith(`${toPointer(path, root)}/`)),
  );
}

/** The nearest list above that holds the same items on both sides, in another order. */
function reorderedList(pointer: string, states: States): FieldPath | undefined {
  const steps = pointerSteps(pointer);
  for (let length = steps.length; length > 0; length--) {
    const path = pathOfSteps(steps.slice(0, length), states.live);
    const [live, predicted] = [valueAt(states.live, path), valueAt(states.predicted, path)];
    if (!isArray(live) || !isArray(predicted)) continue;
    const same =
      live.length === predicted.length && live.every((one) => predicted.some((other) => jsonEqual(one, other)));
    return same ? path : undefined;
  }
  return undefined;
}

/** An entry that is there for nothing but marks. */
export function isMarkEntry({ pointer, change, desired }: FieldDrift, marks: TrackingMarks): boolean {
  return isTrackingMark(pointer, marks) || (change === 'missing' && holdsMarksOnly(pointer, desired, marks));
}

/** A mark, or a map of nothing else that one side lacks. */
function isMarkAt(pointer: string, states: States | undefined, marks: TrackingMarks): boolean {
  if (isTrackingMark(pointer, marks)) return true;
  const path = states === undefined ? [] : pathOfSteps(pointerSteps(pointer), states.live);
  const sides = [valueAt(states?.live, path), valueAt(states?.predicted, path)];
  return sides.includes(undefined) && sides.some((value) => holdsMarksOnly(pointer, value, marks));
}

function holdsMarksOnly(pointer: string, value: JsonValue | undefined, marks: TrackingMarks): boolean {
  if (value === undefined || !isObject(value)) return false;
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => isTrackingMark(pointerBelow(pointer, name), marks));
}

/** What Argo CD counts beside the fields of Git: marks, orders, and values that are not shown. */
export function toldText(
  told: readonly string[],
  states: States,
  reordered: readonly FieldPath[],
  marks: TrackingMarks,
): string {
  const places = told.map((pointer) => {
    const path = printPath(pathOfSteps(pointerSteps(pointer), firstWith(pointer, states)));
    if (isMarkAt(pointer, states, marks)) return `its tracking mark (${path}), which live lacks or has otherwise`;
    const list = reorderedAbove(pointer, reordered, states) ?? reorderedList(pointer, states);
    return list === undefined ? path : `the order of ${printPath(list)}`;
  });
  const [...different] = new Set(places);
  if (different.length === 0) return '';
  const more = different.length - SHOWN;
  return `Argo CD counts ${different.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const SHOWN = 3;

function firstWith(pointer: string, { live, predicted }: States): JsonValue {
  return valueAt(live, pathOfSteps(pointerSteps(pointer), live)) === undefined ? predicted : live;
}
