import { Command, CommanderError, Option } from 'commander';
import { FLAGS, type Flag, type FlagName } from '../config/flags.js';
import type { GivenFlags } from '../config/settings.js';
import { GitdriftError } from '../model/errors.js';
import { COMMANDS, type CommandEntry } from './command-table.js';
import { completionAnswer } from './completion/answer.js';
import { ASK } from './completion/shells.js';
import { helpFooter } from './help-text.js';
import { VERSION } from './version.js';

/** What a command line asks for: a command, or text that is all there is to it (help, the version). */
export type Invocation =
  | {
      readonly kind: 'command';
      readonly name: string;
      readonly arguments: readonly string[];
      readonly given: GivenFlags;
    }
  | { readonly kind: 'text'; readonly text: string };

export interface Surroundings {
  readonly program: string;
  readonly columns?: number | undefined;
}

/** Reads the arguments (without node and script). Throws `usage` with the nearest valid flag or command. */
export function readCommandLine(argv: readonly string[], surroundings: Surroundings): Invocation {
  if (argv[0] === ASK) return { kind: 'text', text: completionAnswer(argv.slice(1)) };
  let text = '';
  let invocation: Invocation | undefined;
  const root = rootCommand(surroundings, (shown) => {
    text += shown;
  });
  for (const [name, entry] of Object.entries(COMMANDS)) {
    const command = root.command(name).summary(entry.summary).description(description(entry.summary, entry.details));
    if (entry.alias !== undefined) command.alias(entry.alias);
    for (const argument of entry.arguments ?? []) command.argument(argument);
    for (const flag of entry.flags) command.addOption(optionOf(flag));
    command.action(() => {
      invocation = { kind: 'command', name, arguments: command.args, given: givenFlags(command, entry.flags) };
    });
  }
  try {
    if (argv.length === 0)
      throw usage('no command is given', `${surroundings.program} diff PATH compares; --help lists all`);
    root.parse(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw usageOf(error, argv, surroundings.program);
  }
  return invocation ?? { kind: 'text', text };
}

function rootCommand({ program, columns }: Surroundings, show: (text: string) => void): Command {
  return new Command(program)
    .description(
      'Compares what Git says with what a Kubernetes cluster holds, field by field, and says who wrote each difference.\nReads only: it never changes a cluster or a repository.',
    )
    .usage('COMMAND [flags]')
    .version(`gitdrift ${VERSION}`, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .exitOverride()
    .configureHelp({ subcommandTerm: (command) => [command.name(), ...command.aliases()].join(', ') })
    .configureOutput({
      writeOut: show,
      writeErr: () => {},
      getOutHelpWidth: () => columns ?? 100,
      getOutHasColors: () => false,
    })
    .addHelpText('afterAll', ({ command }) => helpFooter(program, command.name(), command.parent === null));
}

function description(summary: string, details: string | undefined): string {
  const sentence = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
  return details === undefined ? sentence : `${sentence}\n\n${details}`;
}

function optionOf(name: FlagName): Option {
  const flag: Flag = FLAGS[name];
  const short = flag.short === undefined ? '' : `-${flag.short}, `;
  const value = flag.kind === 'switch' ? '' : ` <${flag.value ?? 'VALUE'}>`;
  const choices = flag.choices === undefined ? '' : ` (${flag.choices.join(', ')})`;
  const option = new Option(`${short}--${name}${value}`, `${flag.help}${choices}`).helpGroup(`${flag.group}:`);
  // Texts are collected as they are: choices and forms are checked together with those of the environment.
  if (flag.kind !== 'switch') option.argParser((text: string, before?: string[]) => [...(before ?? []), text]);
  return option;
}

/** Only what stands on the command line: commander gives every `--no-…` a value. */
function givenFlags(command: Command, flags: readonly FlagName[]): GivenFlags {
  const given = new Map<FlagName, readonly string[]>();
  for (const name of flags) {
    const attribute = optionOf(name).attributeName();
    if (command.getOptionValueSource(attribute) !== 'cli') continue;
    const value: unknown = command.getOptionValue(attribute);
    if (Array.isArray(value)) given.set(name, value as string[]);
    else if (value === !name.startsWith('no-')) given.set(name, []);
  }
  return given;
}

function usageOf(error: CommanderError, argv: readonly string[], program: string): GitdriftError {
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const suggestion = /^\(Did you mean (.*)\?\)$/.exec(rest.join(' '))?.[1];
  if (suggestion !== undefined) return usage(first, `did you mean ${suggestion}?`);
  const word = argv[0] ?? '';
  if (error.code === 'commander.unknownCommand' && /[/.]|^-$/.test(word)) {
    return usage(first, `a path belongs to a command: ${program} diff ${word}`);
  }
  if (word === 'help') return usage(first, `${program} ${argv[1] ?? ''} --help shows it`.replace('  ', ' '));
  const entry = Object.entries(COMMANDS).find(([name, { alias }]) => word === name || word === alias)?.[1];
  const command = entry === undefined ? '' : ` ${word}`;
  const habit = entry === undefined ? undefined : habitHint(error, entry, argv.slice(1));
  return usage(
    first,
    habit === undefined ? `${program}${command} --help lists what there is` : `${program}${command} ${habit}`,
  );
}

/** How the rest of a line is written that was typed as for kubectl: `deploy shop`, `-f FILE`, no field. */
function habitHint(
  error: CommanderError,
  { arguments: names = [] }: CommandEntry,
  typed: readonly string[],
): string | undefined {
  const aboutObject = names[0] === '<KIND/NAME>';
  const [kind = '', name = ''] = typed;
  if (error.code === 'commander.unknownOption' && /'(-f|--filename)'/.test(error.message)) {
    const file = typed[typed.findIndex((text) => /^(-f|--filename)$/.test(text)) + 1] ?? 'PATH';
    if (names[0] === '[PATH]') return `${file}: the path is an argument`;
    return aboutObject ? `${names.join(' ')}: the object is named, such as deployment/catalog` : undefined;
  }
  if (!aboutObject) return undefined;
  if (error.code === 'commander.excessArguments' && !kind.includes('/') && !/^-|\//.test(name)) {
    return `${kind}/${name}: kind and name are one word`;
  }
  if (error.code !== 'commander.missingArgument') return undefined;
  return names.includes('<FIELD-PATH>')
    ? `${names.join(' ')}: a path as diff and owners print it, such as .spec.replicas`
    : `${names.join(' ')}: an object such as deployment/catalog`;
}

function usage(message: string, hint: string): GitdriftError {
  return new GitdriftError('usage', message, { hint });
}
