import { readdir, readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { shownPath } from './contained.js';
import { cannotBeRead } from './read-folder.js';

/** What the templates of a chart ask for that files and values do not decide. */
export interface TemplateFunctions {
  /** A function that may give another value each time; true also where nobody can say. */
  readonly random: boolean;
  /** The time of day. */
  readonly time: boolean;
  /** The files with `lookup`, as origins name them, sorted; a packed chart stands for its files. */
  readonly lookup: readonly string[];
}

const ACTION = /\{\{(?!-?\s*\/\*)[\s\S]*?\}\}/g;

/**
 * Sprig's functions that are not hermetic, those that encrypt or hash with a salt, and the two that give a map's entries
 * in Go's order of maps (Masterminds/sprig functions.go). `tpl` runs templates that stand in values and other files.
 */
const RANDOM =
  /(?<![.$\w])(?:rand(?:AlphaNum|Alpha|Ascii|Numeric|Bytes|Int)|uuidv4|gen(?:PrivateKey|CA|CAWithKey|SelfSignedCert|SelfSignedCertWithKey|SignedCert|SignedCertWithKey)|bcrypt|htpasswd|encryptAES|shuffle|keys|values|tpl|ago)\b/;
const TIME = /(?<![.$\w])(?:now|ago)\b/;
const LOOKUP = /(?<![.$\w])lookup\b/;

/**
 * Reads the templates of a chart and of the charts in its charts folder, packed ones included. Throws `source-not-found`
 * for a folder of the chart that cannot be read.
 */
export async function templateFunctions(chart: string, root: string): Promise<TemplateFunctions> {
  const found = { random: false, time: false, lookup: new Set<string>() };
  const look = (text: string, path: string): void => {
    for (const [action] of text.matchAll(ACTION)) {
      found.time ||= TIME.test(action);
      found.random ||= RANDOM.test(action);
      if (LOOKUP.test(action)) found.lookup.add(shownPath(root, path));
    }
  };
  for (const path of (await stat(chart)).isDirectory() ? await templateFiles(chart, root) : [chart]) {
    const text = await textOf(path).catch(() => undefined);
    if (text === undefined) found.random = true;
    else look(text, path);
  }
  return { random: found.random || found.time, time: found.time, lookup: [...found.lookup].sort() };
}

/** What helm renders and prints: all but the notes for whoever installs. */
const TEMPLATE = /(?:^|[/\\])(?:templates[/\\](?!NOTES\.txt$)|charts[/\\][^/\\]+\.tgz$)/;

async function templateFiles(chart: string, root: string): Promise<string[]> {
  const entries = await readdir(chart, { withFileTypes: true, recursive: true }).catch((error: unknown) => {
    throw cannotBeRead(shownPath(root, (error as NodeJS.ErrnoException).path ?? chart), error);
  });
  const own = join(chart, sep);
  return (
    entries
      // Helm refuses a pipe, and reading one would wait for it.
      .filter((entry) => entry.isFile() || entry.isSymbolicLink())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => TEMPLATE.test(path.slice(own.length)))
      .sort()
  );
}

/** A chart of more than this is rendered twice rather than read. */
const UNPACKED_LIMIT = 64 * 1024 * 1024;

/** A package is a compressed tar, which holds its files as they are. */
async function textOf(path: string): Promise<string> {
  const bytes = await readFile(path);
  const whole = path.endsWith('.tgz') ? gunzipSync(bytes, { maxOutputLength: UNPACKED_LIMIT }) : bytes;
  return whole.toString('latin1');
}
