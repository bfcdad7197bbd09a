import { CONDITIONS } from '../../config/conditions.js';
import { FLAGS, type Flag, type FlagName } from '../../config/flags.js';
import { PLAIN_FORMATS } from '../../config/output-options.js';
import { FINDING_SEVERITIES } from '../../model/finding-codes.js';
import { COMMANDS, type CommandEntry } from '../command-table.js';
import { SHELLS } from './shells.js';

/** What can stand in place of the last word; `files` where a file can, `open` where the word goes on after a candidate. */
export interface Completion {
  readonly candidates: readonly { readonly word: string; readonly about?: string }[];
  readonly files: boolean;
  readonly open: boolean;
}

/** Kinds that people ask about; any other can be typed. */
const KINDS = [
  ...(['configmap/', 'cronjob/', 'daemonset/', 'deployment/', 'horizontalpodautoscaler/', 'ingress/', 'job/'] as const),
  ...(['secret/', 'service/', 'statefulset/'] as const),
];

/**
 * Completes the last of these words, which follow the program's name and are as the shell's user typed them up to the
 * cursor. Looks at the command table alone: no file, no cluster.
 */
export function completionOf(words: readonly string[]): Completion {
  const typed = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const all = before[0] === undefined ? commands() : afterCommand(before[0], before.slice(1), typed);
  return { ...all, candidates: all.candidates.filter(({ word }) => word.startsWith(typed)) };
}

function commands(): Completion {
  const named = Object.entries(COMMANDS).map(([word, { summary }]) => ({ word, about: summary }));
  return list([...named, { word: '--help', about: 'show help' }, { word: '--version', about: 'print the version' }]);
}

function afterCommand(name: string, before: readonly string[], typed: string): Completion {
  const entry = Object.entries(COMMANDS).find(([word, { alias }]) => word === name || alias === name)?.[1];
  if (entry === undefined) return NOTHING;
  const onlyArguments = before.includes('--');
  const waiting = onlyArguments ? undefined : flagOf(before.at(-1) ?? '', entry);
  if (waiting !== undefined && FLAGS[waiting].kind !== 'switch') return valuesOf(waiting, entry, typed, '');
  if (onlyArguments || !typed.startsWith('-')) return argumentsOf(entry, given(entry, before));
  const [flag = '', ...value] = typed.split('=');
  const written = value.length === 0 ? undefined : flagOf(flag, entry);
  if (written !== undefined) return valuesOf(written, entry, value.join('='), `${flag}=`);
  return flagsOf(entry, before);
}

/** The flag that a word is, long or short. */
function flagOf(word: string, { flags }: CommandEntry): FlagName | undefined {
  return flags.find((name) => {
    const { short }: Flag = FLAGS[name];
    return word === `--${name}` || (short !== undefined && word === `-${short}`);
  });
}

/** All flags of a command but those that are there already and can be once only. */
function flagsOf(entry: CommandEntry, before: readonly string[]): Completion {
  const there = new Set(before.map((word) => flagOf(word.split('=')[0] ?? '', entry)));
  const free = entry.flags.filter((name) => !there.has(name) || FLAGS[name].kind === 'list');
  return list([
    ...free.map((name) => ({ word: `--${name}`, about: FLAGS[name].help })),
    { word: '--help', about: 'show help' },
  ]);
}

/** How many arguments stand before the cursor. */
function given(entry: CommandEntry, before: readonly string[]): number {
  let count = 0;
  let isValue = false;
  let onlyArguments = false;
  for (const word of before) {
    const flag: FlagName | undefined = onlyArguments || isValue ? undefined : flagOf(word, entry);
    if (!onlyArguments && !isValue && word === '--') onlyArguments = true;
    else if (!isValue && (onlyArguments || !word.startsWith('-') || word === '-')) count++;
    isValue = flag !== undefined && FLAGS[flag].kind !== 'switch';
  }
  return count;
}

function argumentsOf({ arguments: names = [] }: CommandEntry, count: number): Completion {
  const last = names.at(-1);
  const name = names[count] ?? (last?.includes('...') === true ? last : undefined);
  if (name === '[PATH]' || name === '<FILE...>') return FILES;
  if (name === '<SHELL>') return list(SHELLS.map((word) => ({ word })));
  if (name?.includes('KIND/NAME') === true) return { ...list(KINDS.map((word) => ({ word }))), open: true };
  return NOTHING;
}

/** Values of a flag; each candidate begins with what stands before the value in the same word. */
function valuesOf(name: FlagName, entry: CommandEntry, typed: string, lead: string): Completion {
  const flag: Flag = FLAGS[name];
  // Of a list only the item after the last comma is completed.
  const items = flag.separator === ',' ? typed.slice(0, typed.lastIndexOf(',') + 1) : '';
  const choices = flag.choices ?? choicesOf(name, entry, typed.slice(items.length));
  if (choices !== undefined) return list(choices.map((word) => ({ word: `${lead}${items}${word}` })));
  return flag.form === 'local' || (name === 'output' && typed.includes('=')) || name === 'repo-map' ? FILES : NOTHING;
}

function choicesOf(name: FlagName, entry: CommandEntry, typed: string): readonly string[] | undefined {
  if (name === 'output') return typed.includes('=') ? undefined : (entry.formats ?? PLAIN_FORMATS);
  if (name !== 'fail-on') return undefined;
  return [...CONDITIONS, ...Object.keys(FINDING_SEVERITIES).map((code) => `finding:${code}`)];
}

const NOTHING: Completion = { candidates: [], files: false, open: false };
const FILES: Completion = { candidates: [], files: true, open: false };
const list = (candidates: Completion['candidates']): Completion => ({ candidates, files: false, open: false });
