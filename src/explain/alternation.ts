import type { HistoryEvidence, TemplateRevision, TemplateStep } from '../model/history.js';
import type { JsonValue } from '../model/json.js';
import type { Finding } from '../model/report.js';
import { type ResourceRef, refText } from '../model/resource.js';

/** A template that came back twice is no rollback any more: A, B, A, B. */
const LEAST_STEPS = 4;

/**
 * A workload's Pod template that went back and forth between two versions, as the numbers of its kept revisions prove:
 * a revision that is used again keeps its earlier numbers (kubernetes pkg/controller/deployment/util, revision-history).
 * `differing` gives the printed paths that two templates differ in.
 */
export function alternatingTemplate(
  resource: ResourceRef,
  history: HistoryEvidence | undefined,
  differing: (a: JsonValue, b: JsonValue) => readonly string[],
): Finding[] {
  if (history?.kind !== 'known') return [];
  const run = alternation([...history.steps].sort((a, b) => a.number - b.number));
  const [first, second] = run;
  const last = run.at(-1);
  if (first === undefined || second === undefined || last === undefined || run.length < LEAST_STEPS) return [];
  const paths = differing(first.revision.template, second.revision.template);
  return [
    {
      code: 'overlapping-writers',
      severity: 'warning',
      resource,
      path: paths[0] ?? '.spec.template',
      message: `the Pod template went back and forth between ${named(first.revision)} and ${named(second.revision)}, revisions ${first.number} to ${last.number}${more(paths)}: two writers change it against each other`,
    },
  ];
}

/** The longest run of neighbouring steps at the end that changes between two revisions. */
function alternation(steps: readonly TemplateStep[]): readonly TemplateStep[] {
  let from = steps.length - 1;
  while (from > 0) {
    const [here, before, next] = [steps[from - 1], steps[from], steps[from + 1]];
    if (here === undefined || before === undefined || here.number !== before.number - 1) break;
    if (here.revision === before.revision || (next !== undefined && next.revision !== here.revision)) break;
    from--;
  }
  return steps.slice(Math.max(from, 0));
}

const named = ({ ref }: TemplateRevision): string => refText(ref);

const SHOWN = 3;

function more(paths: readonly string[]): string {
  const rest = paths.slice(1);
  if (rest.length === 0) return '';
  return `, as do ${rest.slice(0, SHOWN).join(', ')}${rest.length > SHOWN ? ` and ${rest.length - SHOWN} more` : ''}`;
}
