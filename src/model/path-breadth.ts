import type { PathPattern } from './parse-path.js';

/** How much of an object a rule's path takes: all of it or of its spec, a large part that holds many fields, or a field. */
export type Breadth = 'whole' | 'broad' | 'field';

/** A step as text; a wildcard is `*`, and so is the item of a list that a key names. */
type Step = string;

/** The breadth of a field path with wildcards. */
export function pathBreadth(pattern: PathPattern): Breadth {
  return breadth(
    pattern.map((element) => (element.kind === 'field' ? element.name : element.kind === 'any' ? '*' : ITEM)),
  );
}

/** The breadth of the keys and indices of a JSON pointer, or of a path of jq. */
export function stepsBreadth(steps: readonly (string | number)[]): Breadth {
  return breadth(steps.map((step) => (typeof step === 'number' || /^\d+$/.test(step) ? ITEM : step)));
}

const ITEM = '[]';

function breadth(steps: readonly Step[]): Breadth {
  // All fields of a map are the map.
  const last = steps.findLastIndex((step) => step !== '*');
  const base = steps.slice(0, last + 1);
  const [first, ...below] = base;
  if (first === undefined) return 'whole';
  if (below.length === 0) return WHOLE.has(first) ? 'whole' : first === 'status' ? 'field' : 'broad';
  return BROAD.has(base.at(-1) ?? '') && !base.slice(0, -1).some((step) => FREE.has(step)) ? 'broad' : 'field';
}

/** What Git says of an object stands in these, if not at its top. */
const WHOLE: ReadonlySet<Step> = new Set(['spec', 'metadata']);

/** Parts of many fields, wherever they stand. */
const BROAD: ReadonlySet<Step> = new Set([
  ...['spec', 'template', 'jobTemplate', 'metadata', 'annotations', 'labels'],
  ...['containers', 'initContainers', 'volumes'],
]);

/** Below these people choose the names. */
const FREE: ReadonlySet<Step> = new Set(['annotations', 'labels', 'data', 'matchLabels']);
