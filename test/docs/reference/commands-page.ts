import { COMMANDS, type CommandEntry } from '../../../src/cli/command-table.js';
import { EXIT_CODES } from '../../../src/cli/exit-codes.js';
import { FLAGS, type Flag, type FlagName, variableOf } from '../../../src/config/flags.js';
import { PLAIN_FORMATS } from '../../../src/config/output-options.js';
import { code, page, table } from './table.js';

/** docs/reference/commands.md: every command with its arguments, flags and formats. */
export function commandsPage(): string {
  return page(
    'Commands and exit codes',
    'Each command reads only. [flags.md](flags.md) says what the flags mean; [commands.md](../commands.md) shows output.',
    [
      table(
        ['command', 'does'],
        Object.entries(COMMANDS).map(([name, { summary }]) => [`[${name}](#${name})`, summary]),
      ),
      `## Exit codes\n\n${table(
        ['code', 'means'],
        EXIT_CODES.map(([number, meaning]) => [String(number), meaning]),
      )}\n\n2 goes before 1, 1 before 3, 3 before 0. [errors.md](../errors.md) says what each command exits with.`,
      ...Object.entries(COMMANDS).map(([name, entry]) => command(name, entry)),
    ],
  );
}

function command(name: string, entry: CommandEntry): string {
  const { alias, arguments: names = [], details, flags, summary } = entry;
  const usage = ['gitdrift', name, ...names, ...(flags.length === 0 ? [] : ['[flags]'])].join(' ');
  const also = alias === undefined ? [] : [`Also ${code(`gitdrift ${alias}`)}.`];
  const groups = grouped(flags);
  const rows = [...groups].map(([group, of]) => [group, of.map(link).join(', ')]);
  const formats = flags.includes('output')
    ? [`Formats of ${code('--output')}: ${(entry.formats ?? PLAIN_FORMATS).map(code).join(', ')}.`]
    : [];
  const sentence = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
  return [
    `## ${name}`,
    `\`\`\`text\n${usage}\n\`\`\``,
    [sentence, ...also].join(' '),
    ...(details === undefined ? [] : details.split('\n').map(asText)),
    ...formats,
    ...(rows.length === 0 ? [] : [table(['', 'flags'], rows)]),
  ].join('\n\n');
}

/** Words in angle brackets would be elements. */
const asText = (text: string): string => text.replaceAll('<', '&lt;');
const link = (flag: FlagName): string => `[\`--${flag}\`](flags.md#${flag})`;

/** docs/reference/flags.md: every flag with its variable and its commands. */
export function flagsPage(): string {
  const names = Object.keys(FLAGS) as FlagName[];
  const groups = grouped(names);
  return page(
    'Flags',
    'Each flag is also read from its variable; the command line wins. [environment.md](environment.md) has the other variables.',
    [...groups].map(([group, of]) => `## ${group}\n\n${table(['flag', 'means', 'variable', 'commands'], of.map(row))}`),
  );
}

/** Flags by their groups, in the order in which they come. */
function grouped(names: readonly FlagName[]): readonly (readonly [string, readonly FlagName[]])[] {
  const groups = [...new Set(names.map((name) => FLAGS[name].group))];
  return groups.map((group) => [group, names.filter((name) => FLAGS[name].group === group)] as const);
}

function row(name: FlagName): readonly string[] {
  const { kind, short, value, choices, help, separator }: Flag = FLAGS[name];
  const written = `${short === undefined ? '' : `-${short}, `}--${name}${kind === 'switch' ? '' : ` ${value ?? 'VALUE'}`}`;
  const between =
    separator === ','
      ? '; in the variable divided by commas'
      : separator === '\n'
        ? '; in the variable one a line'
        : '';
  const values = choices === undefined ? '' : ` (${choices.join(', ')})`;
  const commands = Object.entries(COMMANDS).filter(([, { flags }]) => flags.includes(name));
  return [
    `<a id="${name}"></a>${code(written)}`,
    `${help}${values}${between}`,
    code(variableOf(name)),
    commands.map(([command]) => `[${command}](commands.md#${command})`).join(', '),
  ];
}
