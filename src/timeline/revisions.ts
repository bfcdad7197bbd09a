import { type FieldPath, fieldElement, printPath } from '../model/field-path.js';
import type { TemplateStep } from '../model/history.js';
import type { SchemaBundle } from '../model/schema.js';
import type { Certainty, TimelineEntry } from '../model/timeline-report.js';
import { changesBetween, type StateChange } from './changes.js';
import { RESTARTED_AT } from './metadata.js';
import type { Told } from './told.js';

export const TEMPLATE: FieldPath = ['spec', 'template'].map(fieldElement);

/** Every workload of Kubernetes has this type as its template, and custom ones that keep ReplicaSets have it, too. */
const TEMPLATE_TYPE = 'core/v1.PodTemplateSpec';

/** A revision as it is told, with what it changed. */
export interface ToldRevision extends Told {
  readonly entry: TimelineEntry & { readonly code: 'revision' | 'rolled-back' };
  readonly changed: readonly StateChange[];
  /** Revision 1, before which there was none. */
  readonly isFirst: boolean;
}

/**
 * One line for each time the Pod template became another one, with what differs from the template before. `steps` fall
 * by number.
 */
export function toldByRevisions(steps: readonly TemplateStep[], schema: SchemaBundle): readonly ToldRevision[] {
  return steps.map((step, at) => toldByStep(step, steps[at + 1], steps.slice(at + 1), schema));
}

function toldByStep(
  step: TemplateStep,
  before: TemplateStep | undefined,
  older: readonly TemplateStep[],
  schema: SchemaBundle,
): ToldRevision {
  const { revision, number } = step;
  const back = older.find((one) => one.revision === revision);
  const changed =
    before === undefined
      ? []
      : changesBetween(before.revision.template, revision.template, TEMPLATE_TYPE, schema, TEMPLATE);
  const gap =
    before !== undefined && before.number !== number - 1
      ? ' (those between are not kept, so more than one change may be in it)'
      : '';
  const against = before === undefined ? firstText(number) : `, compared with revision ${before.number}${gap}`;
  const notes = [
    ...(back === undefined ? [] : [`back to that of revision ${back.number}`]),
    ...(isRestart(changed) ? ['a restart of all Pods was requested'] : []),
  ];
  return {
    entry: {
      code: back === undefined ? 'revision' : 'rolled-back',
      ...timing(step),
      message: [`revision ${number} of the Pod template${against}`, ...notes].join('; '),
      ...(before === undefined
        ? {}
        : {
            changes: changed.map(({ path, from, to }) => ({
              path: printPath(path),
              ...(from === undefined ? {} : { from }),
              ...(to === undefined ? {} : { to }),
            })),
          }),
      sources: [{ kind: 'history', name: `${revision.ref.kind} ${revision.ref.name}` }],
    },
    about: before === undefined ? [TEMPLATE] : changed.map(({ path }) => path),
    changed,
    isFirst: number === 1,
  };
}

function isRestart(changed: readonly StateChange[]): boolean {
  return changed.some(({ path, to }) => to !== undefined && printPath(path) === printPath(RESTARTED_AT));
}

function firstText(number: number): string {
  return number === 1 ? ', the first' : '; the one before is not kept, so what it changed is not known';
}

function timing({ time }: TemplateStep): { time?: string; certainty: Certainty; notBefore?: string } {
  if (time.kind === 'exact') return { time: time.at, certainty: 'exact' };
  const notBefore = time.after === undefined ? {} : { notBefore: time.after };
  if (time.before === undefined) return { certainty: 'not-recorded', ...notBefore };
  return { time: time.before, certainty: 'at-the-latest', ...notBefore };
}
