import type { Next } from '../model/drift.js';
import type { ApplicationReport, ResourceReport } from '../model/report.js';
import { effectLines, findingLines } from './findings-text.js';
import { headline, provenance } from './heading-text.js';
import { DEFAULT_WIDTH, hang, indent, wrapWords } from './layout.js';
import { nextCommands } from './next-commands.js';
import type { Palette } from './palette.js';
import { count } from './plural.js';
import { isWorthShowing, resourceLines, resourceName, skippedLines, VERDICT_COLUMNS } from './resource-text.js';
import { printable } from './safe-text.js';
import type { TextOptions } from './text-options.js';

/** One application: headline, where its two states come from, its resources (the unread first), findings, advice. */
export function applicationLines(whole: ApplicationReport, options: TextOptions, paint: Palette): string[] {
  const application = withoutRepeatedNext(whole);
  const shown = application.resources.filter((resource) => isWorthShowing(resource, options)).sort(byUrgency);
  const rest = application.resources.filter((resource) => !isWorthShowing(resource, options));
  const widest = Math.max(...shown.map((resource) => resourceName(resource).length), 20);
  const nameWidth = Math.min(widest, 70, (options.width ?? DEFAULT_WIDTH) - VERDICT_COLUMNS);
  return [
    ...headline(application, options, paint),
    ...(options.quiet ? [] : provenance(application, options, paint)),
    '',
    ...shown.flatMap((resource) => resourceLines(resource, nameWidth, options, paint)),
    ...restLines(rest, options, paint),
    ...findingLines(application.findings, options, paint),
    ...effectLines(application.ifSynced, options, paint),
    '',
    ...advice(application, options, paint),
    ...(application.next === undefined ? [] : hang(`Next: ${printable(application.next.message)}`, options.width, 2)),
    ...nextCommands(application, options, paint),
  ];
}

/** What the controller does next about the whole application is said once, and not again of every field. */
function withoutRepeatedNext(application: ApplicationReport): ApplicationReport {
  const said = application.next?.message;
  if (said === undefined) return application;
  const once = <Entry extends { readonly next?: Next }>(entry: Entry): Entry => {
    if (entry.next?.message !== said) return entry;
    const { next: _, ...rest } = entry;
    return rest as Entry;
  };
  return {
    ...application,
    resources: application.resources.map((resource) => ({ ...once(resource), drift: resource.drift.map(once) })),
  };
}

const SYNC_ORDER = { Unknown: 0, OutOfSync: 1, Synced: 2, None: 3 } as const;

function byUrgency(a: ResourceReport, b: ResourceReport): number {
  return urgency(a) - urgency(b);
}

/** Unknown, then unexplained, then explained drift, then Synced ones with something to say. Ties keep their order. */
function urgency(resource: ResourceReport): number {
  const all = [...resource.drift, ...resource.undeclared].map((drift) => drift.explanation);
  const open = [...all, ...(resource.explanation === undefined ? [] : [resource.explanation])];
  return SYNC_ORDER[resource.sync] * 2 + (open.some((explanation) => explanation.status === 'unexplained') ? 0 : 1);
}

/** The resources that were not listed, counted by what they are; with `verbose` their names. */
function restLines(quiet: readonly ResourceReport[], options: TextOptions, paint: Palette): string[] {
  const synced = quiet.filter((resource) => resource.sync === 'Synced');
  const aside = quiet.filter((resource) => resource.sync === 'None');
  const lines: string[] = [];
  if (synced.length > 0 && !options.quiet) {
    const [first = '', ...rest] = hang(
      `✓ ${count(synced.length, 'object')} Synced${accounted(synced)}`,
      options.width,
      4,
    );
    lines.push(`${paint.good('✓')}${first.slice(1)}`, ...rest);
    if (options.verbose) {
      const narrower = options.width === undefined ? options : { ...options, width: options.width - 4 };
      lines.push(
        ...synced.flatMap((resource) => [
          `    ${paint.dim(resourceName(resource))}`,
          ...indent(skippedLines(resource, narrower, paint), 4),
        ]),
      );
    }
  }
  if (aside.length > 0) {
    const why = options.verbose ? '' : ' (-v says why)';
    lines.push(...hang(`- ${count(aside.length, 'object')} left out of the comparison${why}`, options.width, 4));
  }
  if (options.verbose) {
    lines.push(...aside.map((one) => `    ${resourceName(one)}: ${printable(one.message ?? 'no reason given')}`));
  }
  return lines;
}

function accounted(resources: readonly ResourceReport[]): string {
  const ignored = resources.reduce((sum, resource) => sum + resource.ignored.length, 0);
  const noted = resources.reduce((sum, resource) => sum + resource.undeclared.length, 0);
  const parts = [
    ...(noted > 0 ? [`${count(noted, 'undeclared field')} noted`] : []),
    ...(ignored > 0 ? [`${count(ignored, 'field')} ignored by rule`] : []),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(', ')}; --show-explained lists them)`;
}

/** The two verdicts and what they ask for: one sentence beside them, several as a list below. */
function advice({ sync, health, action }: ApplicationReport, options: TextOptions, paint: Palette): string[] {
  const verdicts = `${verdictWords(sync.status, health.status)}.`;
  const { steps } = action;
  if (steps === undefined) {
    const text = action.message === '' ? verdicts : `${verdicts} ${printable(action.message)}`;
    return wrapWords(text, options.width).map(paint.strong);
  }
  return [
    paint.strong(`${verdicts} What to do:`),
    ...steps.flatMap(({ message }) => hang(`  - ${printable(message)}`, options.width, 4)),
  ];
}

/** `OutOfSync and Healthy`; where one is Unknown it has to be said which. */
function verdictWords(sync: string, health: string): string {
  if (sync === 'Unknown')
    return health === 'Unknown' ? 'Sync and health are Unknown' : `Sync is Unknown, health is ${health}`;
  return health === 'Unknown' ? `${sync}, and health is Unknown` : `${sync} and ${health}`;
}
