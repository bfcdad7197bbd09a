import { GitdriftError } from '../model/errors.js';
import { nearestName } from '../model/nearest-name.js';
import { isAddress, withoutLogins } from '../model/url-login.js';
import { didYouMean } from './did-you-mean.js';
import { parseDuration } from './duration.js';
import { FLAGS, type Flag, type FlagName, variableOf } from './flags.js';
import { overruled } from './precedence.js';

type ValueOf<Kind> = Kind extends 'switch'
  ? boolean
  : Kind extends 'list'
    ? readonly string[]
    : Kind extends 'integer' | 'duration'
      ? number
      : string;

/** What a person set, by flag; durations in milliseconds. A switch that is set to false counts as set. */
type FlagValues = { readonly [Name in FlagName]?: ValueOf<(typeof FLAGS)[Name]['kind']> };

/** Flags and environment put together and read; `saidAs` is how a set flag was given: `--live` or `GITDRIFT_LIVE`. */
export interface Settings {
  readonly values: FlagValues;
  readonly arguments: readonly string[];
  /** The argument that names the desired state, where the command has one and it was given. */
  readonly path: string | undefined;
  /** What of the environment was left out, and why. */
  readonly warnings: readonly string[];
  saidAs(name: FlagName): string;
}

/** What stands on the command line beside flags. */
export interface GivenArguments {
  readonly all: readonly string[];
  /** The one that is the desired state's path. */
  readonly path: string | undefined;
}

/** The texts of each flag on the command line; a switch has none. */
export type GivenFlags = ReadonlyMap<FlagName, readonly string[]>;

/** Reads what the command line gave, then the environment for the rest of the command's flags. Throws `usage`. */
export function readSettings(
  allowed: readonly FlagName[],
  given: GivenFlags,
  args: GivenArguments,
  env: Readonly<Record<string, string | undefined>>,
): Settings {
  const values: Record<string, boolean | number | string | readonly string[]> = {};
  const names = new Map<FlagName, string>();
  for (const name of allowed) {
    const flag: Flag = FLAGS[name];
    const texts = given.get(name);
    const variable = variableOf(name);
    const text = env[variable];
    if (texts !== undefined) {
      names.set(name, `--${name}`);
      values[name] = flag.kind === 'switch' ? true : readValue(flag, `--${name}`, texts);
    } else if (text !== undefined && text !== '') {
      names.set(name, variable);
      values[name] = flag.kind === 'switch' ? readSwitch(variable, text) : readValue(flag, variable, split(flag, text));
    }
  }
  const dropped = overruled({ values, names, path: args.path });
  for (const name of dropped.keys()) delete values[name];
  return {
    values: values as FlagValues,
    arguments: args.all,
    path: args.path,
    warnings: [...dropped.values()],
    saidAs: (name) => names.get(name) ?? `--${name}`,
  };
}

/** Variables that look like ours and are none, each with the one that was probably meant; in the order of their names. */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = [...Object.keys(FLAGS).map(variableOf), 'GITDRIFT_DEBUG'];
  return Object.keys(env)
    .filter((name) => name.startsWith('GITDRIFT_') && !known.includes(name))
    .sort()
    .map((name) => {
      const near = nearestName(name, known);
      return `${name} is no setting of gitdrift${near === undefined ? '' : `, did you mean ${near}?`}`;
    });
}

function split(flag: Flag, text: string): readonly string[] {
  if (flag.kind !== 'list') return [text];
  return text
    .split(flag.separator === '\n' ? /\n/ : /[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function readValue(flag: Flag, saidAs: string, texts: readonly string[]): number | string | readonly string[] {
  if (flag.kind === 'list') {
    for (const text of texts) checkForm(flag, saidAs, flag.separator === ',' ? text.replaceAll(',', '') : text);
    return texts;
  }
  // As kubectl and git do: of a flag given twice the last one counts.
  const text = texts.at(-1) ?? '';
  checkForm(flag, saidAs, text);
  if (flag.kind === 'duration') return duration(saidAs, text);
  if (flag.kind === 'integer') return positive(saidAs, text);
  if (flag.choices !== undefined && !flag.choices.includes(text)) {
    throw usage(`${saidAs} has no choice ${JSON.stringify(text)}`, didYouMean(text, flag.choices));
  }
  return text;
}

/** RFC 1123, as the API server wants the name of a namespace. */
const DNS_LABEL = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

/** Throws where a text is empty, or cannot be what the flag stands for. */
function checkForm(flag: Flag, saidAs: string, text: string): void {
  if (text.trim() === '') throw usage(`${saidAs} needs a value`, `give it as ${saidAs}=${flag.value ?? 'VALUE'}`);
  if (flag.form === 'namespace' && !DNS_LABEL.test(text)) {
    throw usage(
      `${saidAs} cannot be ${JSON.stringify(text)}`,
      'the name of a namespace has at most 63 small letters, digits and dashes, and a letter or digit at both ends',
    );
  }
  if (flag.form === 'local' && isAddress(text)) {
    throw usage(`${saidAs} wants a path, not the address ${withoutLogins(text)}`, 'fetch it first, and name the file');
  }
}

function duration(saidAs: string, text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds !== undefined) return milliseconds;
  throw usage(`${saidAs} cannot read the duration ${JSON.stringify(text)}`, 'write it as 30s, 5m, 24h or 7d');
}

function positive(saidAs: string, text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && Number.isSafeInteger(value)) return value;
  throw usage(`${saidAs} wants a whole number from 1 on, not ${JSON.stringify(text)}`, `give it as ${saidAs}=8`);
}

const TRUE = ['1', 'true', 'yes', 'on'];
const FALSE = ['0', 'false', 'no', 'off'];

function readSwitch(variable: string, text: string): boolean {
  const word = text.trim().toLowerCase();
  if (TRUE.includes(word)) return true;
  if (FALSE.includes(word)) return false;
  throw usage(`${variable} is a switch and cannot be ${JSON.stringify(text)}`, 'set it to true or false');
}

function usage(message: string, hint: string): GitdriftError {
  return new GitdriftError('usage', message, { hint });
}
