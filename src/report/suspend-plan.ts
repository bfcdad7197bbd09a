import type { ChainLink } from '../model/owner-chain.js';
import { refKey, refText } from '../model/resource.js';
import type { OtherWay, PlanCheck, PlanStep, SuspendPlan } from '../model/suspend-plan.js';
import { destinationText } from './heading-text.js';
import { jsonOutput } from './json-output.js';
import { hang, wrapWords } from './layout.js';
import { type Palette, palette } from './palette.js';
import { printable } from './safe-text.js';
import type { TextOptions } from './text-options.js';

/** The plan as JSON; ends with a line break. */
export function jsonSuspendPlan(plan: SuspendPlan): string {
  return jsonOutput(plan);
}

/** The plan for people: what to do first, then why, and what else. Commands are never broken into lines. */
export function textSuspendPlan(plan: SuspendPlan, options: TextOptions): string {
  const paint = palette(options.color);
  const { width } = options;
  const blocks = [
    [
      ...wrapWords(
        printable(`Plan for ${refText(plan.resource)}   live in ${destinationText(plan.destination)}`),
        width,
      ).map(paint.strong),
      ...hang(printable(`Nothing was changed. ${capital(plan.summary)}.`), width, 2),
    ],
    section('Who manages it', chainLines(plan, options), paint),
    section(
      'Steps',
      plan.steps.flatMap((step, at) => stepLines(step, `${at + 1}.`, options, paint)),
      paint,
    ),
    section(
      'Why nothing nearer',
      plan.nearer.flatMap(({ why, owner }) => bullet(`${refText(owner)}: ${why}`, width)),
      paint,
    ),
    section(
      'What this stops too',
      plan.alsoStops.flatMap(({ message }) => bullet(message, width)),
      paint,
    ),
    section(
      'How to see that it holds',
      plan.verify.flatMap((check) => checkLines(check, 2, options, paint)),
      paint,
    ),
    section(
      'How to undo it',
      plan.undo.steps.length === 0
        ? []
        : [
            ...bullet(plan.undo.warning, width),
            ...plan.undo.steps.flatMap((step, at) => stepLines(step, `${at + 1}.`, options, paint)),
          ],
      paint,
    ),
    section(
      'Other ways out',
      plan.otherWays.flatMap((way) => wayLines(way, options, paint)),
      paint,
    ),
    section(
      'Keep this record',
      plan.override
        .trimEnd()
        .split('\n')
        .map((line) => `  ${printable(line)}`),
      paint,
    ),
    section(
      'Take care',
      plan.warnings.flatMap((warning) => bullet(warning, width)),
      paint,
    ),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function section(title: string, lines: readonly string[], paint: Palette): readonly string[] {
  return lines.length === 0 ? [] : [paint.strong(title), ...lines];
}

function bullet(text: string, width: number | undefined): readonly string[] {
  return hang(`  - ${printable(text)}`, width, 4);
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Each link after the objects below it, with its evidence; roots say so. */
function chainLines({ chain, resource }: SuspendPlan, { width, verbose }: TextOptions): readonly string[] {
  const roots = new Set(chain.roots.map(refKey));
  const line = ({ child, parent, evidence, doubt }: ChainLink): readonly string[] => {
    const shown = verbose ? evidence : evidence.slice(0, 1);
    const root = roots.has(refKey(parent)) ? ' (root)' : '';
    const doubted = doubt === undefined ? '' : `; doubtful: ${doubt}`;
    if (refKey(child) === refKey(parent)) return bullet(`${refText(child)} applies itself${root}`, width);
    return bullet(
      `${refText(child)} ← ${refText(parent)}${root}: ${shown.map(({ message }) => message).join('; ')}${doubted}`,
      width,
    );
  };
  const lines = chain.links.flatMap(line);
  return lines.length > 0 ? lines : bullet(`nothing that marks ${refText(resource)} was found`, width);
}

function wayLines(
  { title, message, commands, readBack, undo = [], undone }: OtherWay,
  options: TextOptions,
  paint: Palette,
): readonly string[] {
  const typed = (lines: readonly string[]): readonly string[] => lines.map((command) => `    ${printable(command)}`);
  return [
    ...bullet(`${title}: ${message}`, options.width),
    ...typed(commands),
    ...(readBack === undefined ? [] : checkLines(readBack, 4, options, paint)),
    ...(undo.length === 0 ? [] : ['    undo it once Git has the fix:', ...typed(undo)]),
    ...(undone === undefined ? [] : checkLines(undone, 4, options, paint)),
  ];
}

function stepLines(step: PlanStep, number: string, options: TextOptions, paint: Palette): readonly string[] {
  const { width } = options;
  const why = step.why === '' ? '' : `: ${step.why}`;
  const [first, ...others] = step.commands;
  return [
    ...hang(`  ${number} ${printable(`${capital(step.does)}${why}`)}`, width, 5),
    ...(step.onlyIf === undefined
      ? []
      : hang(
          `     two cases: ${printable(step.onlyIf)}; where it does, this step comes first, where it does not leave it out`,
          width,
          5,
        )),
    ...(first === undefined
      ? []
      : [`     ${printable(first.allowed)}`, `     ${paint.strong(printable(first.command))}`]),
    ...others.flatMap((other) => [
      `     or with ${other.tool}:`,
      `     ${printable(other.allowed)}`,
      `     ${paint.strong(printable(other.command))}`,
    ]),
    ...checkLines(step.readBack, 5, options, paint),
  ];
}

function checkLines(
  { command, expect }: PlanCheck,
  columns: number,
  { width }: TextOptions,
  paint: Palette,
): readonly string[] {
  const indented = ' '.repeat(columns);
  return [
    `${indented}${printable(command)}`,
    ...hang(`${indented}${paint.dim('expect')} ${printable(expect)}`, width, columns + 2),
  ];
}
