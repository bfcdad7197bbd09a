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
    for (const part of textsIn(text)) {
      for (const action of actions(part)) {
        found.time ||= TIME.test(action);
        found.random ||= RANDOM.test(action);
        if (LOOKUP.test(action)) found.lookup.add(shownPath(root, path));
      }
    }
  };
  for (const path of (await stat(chart)).isDirectory() ? await templateFiles(chart, root) : [chart]) {
    const text = await textOf(path).catch(() => undefined);
    if (text === undefined) found.random = true;
    else look(text, path);
  }
  return { random: found.random || found.time, time: found.time, lookup: [...found.lookup].sort() };
}

const COMMENT = /^\{\{-?\s*\/\*/;

/** The texts in a file or a package; a package fills up what its files leave free with the character 0. */
function* textsIn(whole: string): Generator<string> {
  for (let from = 0; from < whole.length; ) {
    const found = whole.indexOf('\0', from);
    const to = found < 0 ? whole.length : found;
    if (to > from) yield whole.slice(from, to);
    from = to + 1;
  }
}

/**
 * The actions of a template, without comments; what nothing closes is none, for Helm refuses it. One pass, and no
 * regular expression, which would look for the end anew at every `{{`.
 */
function* actions(text: string): Generator<string> {
  for (let start = text.indexOf('{{'); start >= 0; ) {
    // A comment ends with its own sign, whatever stands in it (Go text/template/parse lex.go).
    const comment = COMMENT.exec(text.slice(start, start + 64));
    const end = comment === null ? text.indexOf('}}', start) : text.indexOf('*/', start + comment[0].length);
    if (end < 0) return;
    if (comment === null) yield text.slice(start, end);
    start = text.indexOf('{{', end + 2);
  }
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

/** What holds more bytes than this is rendered twice rather than read. */
const SIZE_LIMIT = 64 * 1024 * 1024;

/** A package is a compressed tar, which holds its files as they are. Throws where it is too long. */
async function textOf(path: string): Promise<string> {
  const { size } = await stat(path);
  if (size > SIZE_LIMIT) throw new RangeError(`${path} has ${size} bytes`);
  const bytes = await readFile(path);
  const whole = path.endsWith('.tgz') ? gunzipSync(bytes, { maxOutputLength: SIZE_LIMIT }) : bytes;
  return whole.toString('latin1');
}
