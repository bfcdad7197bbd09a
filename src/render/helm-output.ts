import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, normalize } from 'node:path';
import { GitdriftError } from '../model/errors.js';
import { digString, isObject, type JsonValue } from '../model/json.js';
import type { ManifestDocument } from '../model/manifest.js';
import type { Finding } from '../model/report.js';
import { refOf } from '../model/resource.js';
import { isInside, shownPath } from './contained.js';
import { matchingLines } from './matching-lines.js';
import { readText } from './read-text.js';
import { readDocuments } from './yaml/read-documents.js';

/** What helm puts before every document of a template, at the start of a line, where no block scalar can reach. */
const HEADER = /^---\n# Source: (.+)\n/gm;

/** What one template gave: its path as helm names it, `<chart>/templates/web.yaml`, and the text, maybe of several documents. */
interface Part {
  readonly source: string;
  readonly text: string;
}

/**
 * Reads what `helm template` printed, with the template each document comes from. A line is known only where a file
 * holds no template action, for then it says what helm printed.
 */
export async function readHelmOutput(
  output: string,
  chart: string,
  root: string,
): Promise<{ documents: ManifestDocument[]; findings: Finding[] }> {
  const documents: ManifestDocument[] = [];
  const findings: Finding[] = [];
  const counts = new Map<string, number>();
  const literal = new Map<string, readonly ManifestDocument[]>();
  for (const { source, text } of parts(output)) {
    const file = await templateFile(source, chart, root);
    let declared = literal.get(file);
    declared ??= await literalDocuments(join(root, file), file);
    literal.set(file, declared);
    for (const document of documentsOf(text, file, source)) {
      const index = counts.get(file) ?? 0;
      counts.set(file, index + 1);
      const same = declared.find(({ value }) => sameObject(value, document.value));
      if (same !== undefined) {
        const lines = matchingLines(document.value, same.value, same.origins.lines);
        documents.push({ ...document, index, origins: { file, lines }, duplicateKeys: same.duplicateKeys });
      } else {
        // Lines of what helm printed are no lines of the template.
        documents.push({ ...document, index, origins: { file, lines: new Map() }, duplicateKeys: [] });
        findings.push(...duplicates(document, file));
      }
    }
  }
  return { documents, findings };
}

function parts(output: string): Part[] {
  const text = output.replaceAll('\r\n', '\n');
  const headers = [...text.matchAll(HEADER)];
  const [first] = headers;
  const before = text.slice(0, first?.index ?? text.length);
  const found = headers.map((header, at) => ({
    source: header[1] ?? '',
    text: text.slice(header.index + header[0].length, headers[at + 1]?.index ?? text.length),
  }));
  return before.trim() === '' ? found : [{ source: '', text: before }, ...found];
}

function documentsOf(text: string, file: string, source: string): readonly ManifestDocument[] {
  try {
    return readDocuments(text, file).documents;
  } catch (error) {
    if (!(error instanceof GitdriftError)) throw error;
    const said = error.message.replace(/^.*?:(\d+): /, 'line $1 of it: ');
    throw new GitdriftError('renderer-failed', `${file}: what helm made of it cannot be read: ${said}`, {
      hint: `see it with helm template --show-only ${source.replace(/^[^/]*\//, '')}`,
      position: { file },
      cause: error,
    });
  }
}

/**
 * The file, from the root, of a template that helm names by chart: `shop/charts/cache/templates/a.yaml`. A subchart may
 * be packed, or go by an alias; then its package, or the Chart.yaml that asks for it, is the nearest that exists.
 */
export async function templateFile(source: string, chart: string, root: string): Promise<string> {
  if (!(await stat(chart)).isDirectory()) return chartFile(chart, root);
  const steps = normalize(source).split(/[/\\]/).slice(1);
  let here = chart;
  for (const step of steps) {
    const next = join(here, step);
    if (!isInside(chart, next)) break;
    if (existsSync(next)) {
      here = next;
      continue;
    }
    if (basename(here) === 'charts') {
      const packed = (await readdir(here)).sort().find((name) => name.startsWith(`${step}-`) && name.endsWith('.tgz'));
      if (packed !== undefined) return shownPath(root, join(here, packed));
      return chartFile(dirname(here), root);
    }
    break;
  }
  return (await stat(here)).isFile() ? shownPath(root, here) : chartFile(chart, root);
}

/** The Chart.yaml of a chart as origins name it; the package of a packed one. */
export async function chartFile(chart: string, root: string): Promise<string> {
  return shownPath(root, (await stat(chart)).isDirectory() ? join(chart, 'Chart.yaml') : chart);
}

/** The documents of a file that helm prints as it is: a CRD, or a template without actions. */
async function literalDocuments(path: string, file: string): Promise<readonly ManifestDocument[]> {
  if (!/\.(ya?ml|json)$/.test(path)) return [];
  try {
    const text = await readText(path, file);
    return text.includes('{{') ? [] : readDocuments(text, file).documents;
  } catch {
    return [];
  }
}

function sameObject(a: JsonValue, b: JsonValue): boolean {
  const same = (...steps: string[]): boolean => digString(a, ...steps) === digString(b, ...steps);
  return (
    digString(a, 'kind') !== undefined &&
    same('kind') &&
    same('apiVersion') &&
    same('metadata', 'name') &&
    same('metadata', 'namespace')
  );
}

function duplicates(document: ManifestDocument, file: string): Finding[] {
  const { value } = document;
  return document.duplicateKeys.map(({ pointer, key }) => ({
    code: 'duplicate-yaml-key',
    severity: 'warning',
    ...(isObject(value) && { resource: refOf(value) }),
    message: `helm printed the key ${key} twice at ${pointer === '' ? '/' : pointer}; the last one counts`,
    origin: { file },
  }));
}
