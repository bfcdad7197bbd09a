import { GitdriftError } from '../model/errors.js';
import { isAddress, withoutLogins } from '../model/url-login.js';
import { didYouMean } from './did-you-mean.js';
import type { Settings } from './settings.js';

/** What every command prints. */
export const PLAIN_FORMATS = ['text', 'json'] as const;

/** What a report of a comparison is also printed as: docs/formats.md. */
export const REPORT_FORMATS = [
  ...PLAIN_FORMATS,
  ...(['yaml', 'markdown', 'junit', 'sarif', 'github', 'gitlab', 'html'] as const),
] as const;
export type Format = (typeof REPORT_FORMATS)[number];

/** What the commands about one object print: docs/html.md. */
export const PAGE_FORMATS = [...PLAIN_FORMATS, 'html'] as const satisfies readonly Format[];

/** One wanted output; `file` absent is standard output. */
interface Output {
  readonly format: Format;
  readonly file?: string;
}

export interface OutputOptions {
  readonly outputs: readonly Output[];
  /** What the flags and `GITDRIFT_…` say of colours; absent leaves it to the terminal. */
  readonly color?: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly showExplained: boolean;
  readonly time: 'relative' | 'full';
  /** Masks values whose names look secret in text: the output is meant for CI logs. */
  readonly maskNamed: boolean;
  readonly showSecrets: boolean;
  /** What the marker of a comment in Markdown is called (`--comment-key`). */
  readonly commentKey?: string;
}

/**
 * What is printed, where and how, in one of the formats that the command has. Throws `usage` for others and where two
 * outputs want one place.
 */
export function outputOptions(
  settings: Settings,
  env: Readonly<Record<string, string | undefined>>,
  formats: readonly Format[] = PLAIN_FORMATS,
): OutputOptions {
  const { values } = settings;
  const color = colorOf(settings);
  if (values.quiet === true && values.verbose === true) {
    throw new GitdriftError(
      'usage',
      `${settings.saidAs('quiet')} and ${settings.saidAs('verbose')} exclude each other`,
      {
        hint: 'leave out one',
      },
    );
  }
  return {
    outputs: outputsOf(settings, formats),
    ...(color === undefined ? {} : { color }),
    quiet: values.quiet ?? false,
    verbose: values.verbose ?? false,
    showExplained: values['show-explained'] ?? false,
    time: values.time === 'full' ? 'full' : 'relative',
    maskNamed: isCi(env) && values['show-secrets'] !== true,
    showSecrets: values['show-secrets'] === true,
    ...(values['comment-key'] === undefined ? {} : { commentKey: commentKey(settings, values['comment-key']) }),
  };
}

/** True on the runners of CI systems, which keep and publish what is printed: they all set CI. */
function isCi(env: Readonly<Record<string, string | undefined>>): boolean {
  return env.CI !== undefined && !['', '0', 'false'].includes(env.CI.toLowerCase());
}

/** It stands in a comment of HTML, and whoever looks for the comment has to know it as it was given. */
function commentKey(settings: Settings, key: string): string {
  if (/^[A-Za-z0-9._-]+$/.test(key)) return key;
  throw new GitdriftError('usage', `${settings.saidAs('comment-key')} cannot be ${JSON.stringify(key)}`, {
    hint: 'it is made of letters, digits, dots, dashes and underscores',
  });
}

function outputsOf(settings: Settings, formats: readonly Format[]): readonly Output[] {
  const saidAs = settings.saidAs('output');
  const outputs = (settings.values.output ?? ['text']).map((text) => output(text, saidAs, formats));
  const places = outputs.map(({ file }) => file ?? '');
  for (const [at, place] of places.entries()) {
    if (places.indexOf(place) === at) continue;
    const message = place === '' ? `${saidAs} sends two formats to standard output` : `${saidAs} writes ${place} twice`;
    throw new GitdriftError('usage', message, { hint: 'give the others a file of their own: -o json=report.json' });
  }
  return outputs;
}

function output(text: string, saidAs: string, formats: readonly Format[]): Output {
  const at = text.indexOf('=');
  const name = at < 0 ? text : text.slice(0, at);
  const format = formats.find((one) => one === name);
  if (format === undefined) {
    throw new GitdriftError('usage', `${saidAs} has no format ${JSON.stringify(name)}`, {
      hint: didYouMean(name, formats),
    });
  }
  if (at < 0) return { format };
  const file = text.slice(at + 1);
  if (file === '') {
    throw new GitdriftError('usage', `${saidAs} ${text} names no file`, { hint: `write ${format}=FILE, or ${format}` });
  }
  if (file === '-') return { format };
  if (isAddress(file)) {
    throw new GitdriftError('usage', `${saidAs} wants a file, not the address ${withoutLogins(file)}`, {
      hint: `write ${format}=FILE, and send the file on yourself`,
    });
  }
  return { format, file };
}

/** On the command line a switch beats the environment's opposite; both at the same level contradict each other. */
function colorOf(settings: Settings): boolean | undefined {
  const { color, 'no-color': noColor } = settings.values;
  const wanted = [
    ...(color === undefined ? [] : [{ name: settings.saidAs('color'), color }]),
    ...(noColor === undefined ? [] : [{ name: settings.saidAs('no-color'), color: !noColor }]),
  ];
  const flags = wanted.filter(({ name }) => name.startsWith('--'));
  const [first, second] = flags.length > 0 ? flags : wanted;
  if (first !== undefined && second !== undefined && first.color !== second.color) {
    throw new GitdriftError('usage', `${first.name} and ${second.name} exclude each other`, { hint: 'leave out one' });
  }
  return first?.color;
}
