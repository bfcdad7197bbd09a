import { join } from 'node:path';
import { type FilePosition, GitdriftError } from '../model/errors.js';
import { dig, digString, isArray } from '../model/json.js';
import { originAt } from '../model/manifest.js';
import { shownPath, withShownPaths } from './contained.js';
import { cutText } from './cut-text.js';
import { chartFile, templateFile } from './helm-output.js';
import { readText } from './read-text.js';
import { ToolFailure } from './run-tool.js';
import { readDocuments } from './yaml/read-documents.js';

/** `shop/templates/web.yaml:12:5`, `(shop/templates/web.yaml:12)`: a line of the template. */
const TEMPLATE_LINE = /([^\s():"]+\/templates\/[^\s():"]+):(\d+)/;

/** `YAML parse error on shop/templates/web.yaml`: its lines are those of what was rendered. */
const TEMPLATE = /\bon ([^\s():"]+\/(?:templates|crds)\/[^\s():"]+)/;

/** `failed to parse /etc/values.yaml: …`, which is a values file. */
const VALUES = /^failed to parse (\S+): .*?(?:line (\d+)|$)/;

const MISSING_DEPENDENCIES = /missing in charts\/ directory: (.+)/;

/** True where helm failed because charts that Chart.yaml asks for are not there. */
export function lacksDependencies(error: unknown): boolean {
  return error instanceof ToolFailure && MISSING_DEPENDENCIES.test(error.stderr);
}

/** What a failed `helm template` means, in one sentence, with the file and the line where helm names them. */
export async function helmFailure(failure: ToolFailure, chart: string, root: string): Promise<GitdriftError> {
  const said = withShownPaths(root, essence(failure.stderr)) || failure.message;
  const missing = MISSING_DEPENDENCIES.exec(said)?.[1];
  if (missing !== undefined) return missingDependencies(missing, chart, root, failure);
  const position = await positionOf(said, chart, root);
  const place = position.line === undefined ? position.file : `${position.file}:${position.line}`;
  return new GitdriftError('renderer-failed', `${place}: helm failed: ${cutText(said)}`, {
    hint: 'run helm template with the same values to see the same; --debug shows what was rendered',
    position,
    cause: failure,
  });
}

/** Where Helm says it in a text that is longer than any of its own, a chart said the most of it. */
const NAMES_ITS_PLACE_WITHIN = 4096;

async function positionOf(whole: string, chart: string, root: string): Promise<FilePosition> {
  const said = whole.slice(0, NAMES_ITS_PLACE_WITHIN);
  const values = VALUES.exec(said);
  if (values?.[1] !== undefined) return positionAt(values[1], values[2]);
  const [, file, line] = TEMPLATE_LINE.exec(said) ?? TEMPLATE.exec(said) ?? [];
  return positionAt(file === undefined ? await chartFile(chart, root) : await templateFile(file, chart, root), line);
}

function positionAt(file: string, line: string | undefined): FilePosition {
  return line === undefined ? { file } : { file, line: Number(line) };
}

/** Helm's message without its prefix, its advice and what its log says before; lists of faults become one line. */
function essence(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.trimEnd());
  const start = lines.findIndex((line) => line.startsWith('Error: '));
  return lines
    .slice(Math.max(start, 0))
    .filter((line) => line.trim() !== '' && !/^Use --debug flag/.test(line))
    .join(' ')
    .replace(/^Error: /, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Helm also counts dependencies that a condition switches off; it wants them all in charts/. */
async function missingDependencies(
  names: string,
  chart: string,
  root: string,
  cause: ToolFailure,
): Promise<GitdriftError> {
  const position = await declaredAt(names.split(',')[0]?.trim() ?? '', chart, root);
  const place = position.line === undefined ? position.file : `${position.file}:${position.line}`;
  return new GitdriftError(
    'renderer-failed',
    `${place}: the chart's dependencies are not in its charts folder: ${cutText(names.trim())}`,
    {
      hint: 'run helm dependency build on the chart first; gitdrift fetches no charts',
      position,
      cause,
    },
  );
}

async function declaredAt(name: string, chart: string, root: string): Promise<FilePosition> {
  const file = shownPath(root, join(chart, 'Chart.yaml'));
  try {
    const [document] = readDocuments(await readText(join(chart, 'Chart.yaml'), file), file).documents;
    const dependencies = dig(document?.value, 'dependencies');
    const at = isArray(dependencies) ? dependencies.findIndex((one) => digString(one, 'name') === name) : -1;
    return document === undefined || at < 0 ? { file } : originAt(document.origins, `/dependencies/${at}`);
  } catch {
    return { file }; // a chart of the first kind keeps them in requirements.yaml; a package has no folder
  }
}
