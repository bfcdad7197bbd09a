import type { FieldDrift } from '../model/drift.js';
import type { ApplicationReport, ResourceReport } from '../model/report.js';
import { shellWord } from '../model/shell-word.js';
import type { Palette } from './palette.js';
import { printable } from './safe-text.js';
import { type TextOptions, type Typed, typedHere } from './text-options.js';

/** Beside longer commands than this their comments stand in no column. */
const MOST_ALIGNED = 90;

/** A difference that the next command is shown for. */
interface Shown {
  readonly resource: ResourceReport;
  readonly field: FieldDrift;
}

/** Whole commands that tell more of one difference, the one that counts most; none where nothing differs or was typed. */
export function nextCommands(application: ApplicationReport, options: TextOptions, paint: Palette): string[] {
  const shown = first(application);
  if (options.typed === undefined || options.quiet || shown === undefined) return [];
  const typed = withApplication(options.typed, application);
  const own = typed.explainable ? ofDesired(shown, typed) : ofLive(shown, typed);
  const commands = own.map(([command, what]) => [typedHere(command, options), what] as const);
  const widest = Math.max(...commands.map(([command]) => command.length));
  const column = widest > MOST_ALIGNED ? 0 : widest + 2;
  const told = commands.map(([command, what]) => `${`  ${printable(command)}`.padEnd(column)}  # ${what}`);
  // A command is copied: it is never broken, and the comments go before it is.
  const fits = options.width === undefined || told.every((line) => line.length <= (options.width ?? 0));
  return ['', 'More of one difference:', ...(fits ? told : commands.map(([command]) => `  ${printable(command)}`))].map(
    paint.dim,
  );
}

/** The flags of the next command, where applications were asked for with the one that it is about. */
function withApplication(typed: Typed, { kind, name }: ApplicationReport): Typed {
  if (typed.applications === undefined) return typed;
  const named = typed.applications.asTyped ?? `${FLAGS[kind] ?? '--app'} ${shellWord(name)}`;
  return { ...typed, rest: `${named} ${typed.rest}`.trimEnd() };
}

const FLAGS: Readonly<Partial<Record<ApplicationReport['kind'], string>>> = {
  argocd: '--app',
  'flux-kustomization': '--kustomization',
  'flux-helmrelease': '--helm-release',
};

/** Of the differences that count the first one, persons' first, drift before undeclared fields; then any drift. */
function first({ resources }: ApplicationReport): Shown | undefined {
  const compared = resources.filter(({ outcome }) => outcome === 'compared');
  const of = (list: 'drift' | 'undeclared', status?: string): Shown[] =>
    compared.flatMap((resource) =>
      resource[list]
        .filter(({ explanation }) => status === undefined || explanation.status === status)
        .map((field) => ({ resource, field })),
    );
  const open = [...of('drift', 'unexplained'), ...of('undeclared', 'unexplained')];
  // A person's change is what somebody decides on; a controller's is asked of whoever runs it.
  const byHand = open.filter(({ field }) => field.writer.category === 'manual');
  return [...byHand, ...open, ...of('drift')][0];
}

type Told = readonly [command: string, what: string];

function ofDesired({ resource, field }: Shown, { rest }: Typed): readonly Told[] {
  const object = objectOf(resource);
  const words = (...parts: string[]): string => [...parts, rest].filter((part) => part !== '').join(' ');
  return [
    [words('gitdrift explain', object, shellWord(field.path)), 'who, since when, what happens next'],
    ...(field.masked === true || field.explanation.code === 'git-ahead'
      ? []
      : ([
          [
            words('gitdrift adopt', object, shellWord(field.path)),
            'the patch for Git: it keeps what live has, or leaves the field to an autoscaler',
          ],
        ] as const)),
    [words('gitdrift timeline', object), 'who changed what, and when'],
  ];
}

function ofLive({ resource, field }: Shown, { rest }: Typed): readonly Told[] {
  const named = resource.namespace === '' || /(^| )-n /.test(rest) ? [] : ['-n', shellWord(resource.namespace)];
  const words = (...parts: string[]): string => [...parts, ...named, rest].filter((part) => part !== '').join(' ');
  return [
    [words('gitdrift explain', objectOf(resource), shellWord(field.path)), 'who, since when'],
    [words('gitdrift timeline', objectOf(resource)), 'who changed what, and when'],
  ];
}

const objectOf = ({ kind, name }: ResourceReport): string => shellWord(`${kind.toLowerCase()}/${name}`);
