import type { FieldDrift } from '../model/drift.js';
import type { ResourceReport } from '../model/report.js';
import { refText } from '../model/resource.js';
import { NOT_KNOWN } from '../model/writer.js';
import { lossOnDeletion, replacesPods } from './consequences.js';
import { byClass, type DriftClass, type Found } from './drift-class.js';
import { counted, listed, shownPath, shownValue } from './wording.js';

/**
 * What to do about the drift, as sentences without a full stop, the most dangerous first: refused, what a sync would
 * destroy, what no sync can fix, what a sync is for.
 */
export function driftAdvice(resources: readonly ResourceReport[]): readonly string[] {
  const classes = byClass(resources);
  const of = (name: DriftClass): readonly Found[] => classes.get(name) ?? [];
  return [
    ...refused(of('refused')),
    ...overwritten(of('autoscaled'), [...of('manual'), ...of('foreign')], of('accounted')),
    ...accounted(of('accounted'), classes.size === 1),
    ...dropped(of('dropped')),
    ...pending(of('pending'), classes.size === 1),
    ...sameQuantity(of('same-quantity')),
    ...countedOnly(of('counted-only')),
    ...withoutDrift(resources),
  ];
}

function countedOnly(found: readonly Found[]): readonly string[] {
  if (found.length === 0) return [];
  const them = found.length === 1 ? 'it' : 'them';
  return [
    `No sync mends ${listed(found.map(pathText))}: only Argo CD's comparison counts ${them}, and ignoreDifferences takes ${them} out`,
  ];
}

/** Objects that are OutOfSync for something that is no field of Git: a tracking mark, the order of a list. */
function withoutDrift(resources: readonly ResourceReport[]): readonly string[] {
  const found = resources.filter(
    ({ outcome, sync, drift, withheld }) =>
      outcome === 'compared' && sync === 'OutOfSync' && drift.length === 0 && withheld === undefined,
  );
  if (found.length === 0) return [];
  const which = listed(found.map((resource) => `${refText(resource)} (${resource.message ?? 'no field differs'})`));
  return [`A sync puts right what is no field of Git: ${which}`];
}

function refused(found: readonly Found[]): readonly string[] {
  const [first] = found;
  if (first === undefined) return [];
  const which = listed(found.map(pathText));
  const objects = unique(found.map(({ resource }) => `${refText(resource)}${lossOnDeletion(resource)}`));
  return [
    `A sync will be refused: the API server does not change ${which}; take the change out of Git, or recreate the object, which deletes ${listed(objects, '; ')}`,
  ];
}

/** A sync would put Git's values over these. Fields of autoscalers and hotfixes are solved in Git, in one go. */
function overwritten(
  autoscaled: readonly Found[],
  changed: readonly Found[],
  alsoAccounted: readonly Found[],
): readonly string[] {
  if (autoscaled.length > 0 && changed.length > 0) {
    const merge = listed(unique(changed.map(({ drift }) => shownPath(drift.path))));
    return [
      `A sync would ${effects([...changed, ...autoscaled])}: first merge ${merge} into Git if wanted${writtenBy(changed)}, and drop ${paths(autoscaled)} there`,
      ...beforeDropping(autoscaled),
    ];
  }
  if (autoscaled.length > 0) {
    const sync = alsoAccounted.length > 0 ? 'do not sync before that' : 'do not sync';
    return [
      `Drop ${listed(autoscaled.map(pathText))} from Git; ${sync}: it would ${effects(autoscaled)} until the autoscaler acts again`,
      ...beforeDropping(autoscaled),
    ];
  }
  const manual = changed.filter(({ drift }) => drift.writer.category === 'manual');
  const foreign = changed.filter(({ drift }) => drift.writer.category !== 'manual');
  return [
    ...(manual.length === 0
      ? []
      : [
          `A sync removes ${manual.length === 1 ? 'a change' : counted(manual.length, 'change')} made outside Git${writtenBy(manual)}: it would ${effects(manual)}; merge it into Git first to keep it, or sync to undo it on purpose`,
        ]),
    ...foreignAdvice(foreign),
  ];
}

function foreignAdvice(found: readonly Found[]): readonly string[] {
  if (found.length === 0) return [];
  const onlyMissing = found.every(({ drift }) => drift.change === 'missing');
  const then = onlyMissing
    ? 'see whether Git has moved on or somebody removed it, then sync or take it out of Git'
    : 'find out whether live is wanted, then merge it into Git or sync';
  return [`A sync would ${effects(found)}${onlyMissing ? '' : writtenBy(found)}: ${then}`];
}

function accounted(found: readonly Found[], alone: boolean): readonly string[] {
  if (found.length === 0) return [];
  const reasons = listed(unique(found.map(({ drift }) => drift.explanation.message)), '; ');
  return [
    `A sync would ${alone ? '' : 'also '}${effects(found)}, which is accounted for (${reasons}): sync only if that may go`,
  ];
}

/**
 * Where syncs apply client-side, a field that disappears from Git and still stands in last-applied is deleted, and
 * replicas default to 1 (kubernetes.io, "Migrating Deployments and StatefulSets to horizontal autoscaling").
 */
function beforeDropping(autoscaled: readonly Found[]): readonly string[] {
  if (!autoscaled.some(({ drift }) => isReplicas(drift.path))) return [];
  return [
    'Under client-side apply take replicas out of last-applied before that (kubectl apply edit-last-applied), or dropping it scales to 1 for a while',
  ];
}

function dropped(found: readonly Found[]): readonly string[] {
  if (found.length === 0) return [];
  return [
    `Correct the manifest: the server does not know ${listed(found.map(pathText))} and drops it, no sync can fix that`,
  ];
}

function pending(found: readonly Found[], alone: boolean): readonly string[] {
  if (found.length === 0) return [];
  return [
    alone
      ? `Sync: Git is ahead; it would ${effects(found)}`
      : `Git is ahead in ${counted(found.length, 'field')}, which a sync brings along`,
  ];
}

function sameQuantity(found: readonly Found[]): readonly string[] {
  if (found.length === 0) return [];
  return [
    `${listed(found.map(pathText))} ${found.length === 1 ? 'holds' : 'hold'} the same quantity in other text: write it in Git as live has it, a sync would only rewrite the text`,
  ];
}

/** What a sync would do to these, as verbs: `scale Deployment shop/checkout from 7 to 3`. */
function effects(found: readonly Found[]): string {
  const restarted = new Set<string>();
  const texts = found.map((one) => {
    const object = refText(one.resource);
    if (!replacesPods(one.resource, one.drift) || restarted.has(object)) return effect(one);
    restarted.add(object);
    return `${effect(one)} (restarts its pods)`;
  });
  const shown = texts.slice(0, 3);
  const more = texts.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and make ${counted(more, 'more change')}`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

function effect({ resource, drift }: Found): string {
  const object = refText(resource);
  if (isReplicas(drift.path) && drift.change === 'changed') {
    return `scale ${object} from ${shownValue(drift.live)} to ${shownValue(drift.desired)}`;
  }
  switch (drift.change) {
    case 'changed':
      return isLong(drift)
        ? `change ${shownPath(drift.path)} of ${object}`
        : `set ${shownPath(drift.path)} of ${object} from ${shownValue(drift.live)} to ${shownValue(drift.desired)}`;
    case 'missing':
      return `add ${shownPath(drift.path)} to ${object}${isLong(drift) ? '' : ` (${shownValue(drift.desired)})`}`;
    case 'extra':
      return `remove ${shownPath(drift.path)} from ${object}${isLong(drift) ? '' : ` (${shownValue(drift.live)})`}`;
  }
}

/** A text of several lines, or a whole list or map: the list of differences shows it better than a sentence. */
function isLong({ desired, live }: FieldDrift): boolean {
  return [desired, live].some(
    (value) => (typeof value === 'string' && value.includes('\n')) || (typeof value === 'object' && value !== null),
  );
}

function isReplicas(path: string): boolean {
  return path === '.spec.replicas';
}

function pathText({ resource, drift }: Found): string {
  return `${shownPath(drift.path)} of ${refText(resource)}`;
}

function paths(found: readonly Found[]): string {
  return listed(unique(found.map(({ drift }) => drift.path)));
}

function writtenBy(found: readonly Found[]): string {
  const names = unique(
    found.map(({ drift: { writer } }) => {
      if (writer.name === NOT_KNOWN) return 'a writer that is not known';
      return writer.category === 'unowned' ? 'nobody on record' : writer.name;
    }),
  );
  return ` (by ${listed(names)})`;
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
