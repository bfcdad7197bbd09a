import type { FieldDrift } from '../../src/model/drift.js';
import type { Finding, Report, ResourceReport } from '../../src/model/report.js';
import { refText } from '../../src/model/resource.js';

/**
 * The lines that a text report has for the first place with this code: of a finding its own, of a field the heading of
 * its object and the block with the field. `path` chooses among several fields. Throws where the report has no such place.
 */
export function excerpt(text: string, report: Report, code: string, path: string | undefined): string {
  const lines = text.trimEnd().split('\n');
  const resources = report.applications.flatMap((application) => application.resources);
  for (const resource of resources) {
    if (path === undefined && resource.explanation?.code === code) return wholeObject(lines, resource);
    const fields = [...resource.drift, ...resource.undeclared, ...resource.ignored];
    const field = fields.find((one) => one.explanation.code === code && (path === undefined || one.path === path));
    if (field !== undefined) return fieldBlock(lines, resource, field);
  }
  const findings = report.applications.flatMap((application) => application.findings);
  const finding = findings.find((one) => one.code === code && (path === undefined || one.path === path));
  if (finding !== undefined) return findingBlock(lines, finding);
  throw new Error(`nothing has the code ${code}${path === undefined ? '' : ` at ${path}`}`);
}

function wholeObject(lines: readonly string[], resource: ResourceReport): string {
  const [heading, ...blocks] = section(lines, resource);
  const block = blocks.find(([first = '']) => /desired, but missing from|in the cluster, but not/.test(first));
  return shown(heading, block, resource.name);
}

function fieldBlock(lines: readonly string[], resource: ResourceReport, field: FieldDrift): string {
  const [heading, ...blocks] = section(lines, resource);
  // What stands behind a field's own path; another path, or a sentence, goes on otherwise.
  const behind = '(?=desired|-desired|=|\\+live|declaredat|\\(|$)';
  const path = RegExp(`${escaped(unwrapped([field.path]))}${behind}`);
  const block = blocks.find((block) => path.test(unwrapped(block)));
  return shown(heading, block, field.path);
}

function shown(heading: readonly string[] | undefined, block: readonly string[] | undefined, what: string): string {
  if (heading === undefined || block === undefined) throw new Error(`the text does not show ${what}`);
  return [...heading, ...block].join('\n');
}

/** An object's heading, and the blocks below it: each begins at the column of the status word. */
function section(lines: readonly string[], resource: ResourceReport): string[][] {
  const name = refText(resource);
  const from = lines.findIndex((line) => /^\S /.test(line) && `${line.slice(2)} `.startsWith(`${name} `));
  const rest = lines.slice(from + 1);
  const end = rest.findIndex((line) => !line.startsWith(' '));
  const blocks: string[][] = from < 0 ? [] : [[lines[from] ?? '']];
  for (const line of rest.slice(0, end < 0 ? undefined : end)) {
    if (/^ {4}\S/.test(line)) blocks.push([line]);
    else blocks.at(-1)?.push(line);
  }
  return blocks;
}

/** A finding's lines, with those that say what to do. */
function findingBlock(lines: readonly string[], finding: Finding): string {
  const wanted = unwrapped([finding.message, `[${finding.code}]`]);
  for (const [at, line] of lines.entries()) {
    if (!line.startsWith(`${finding.severity}: `)) continue;
    const rest = lines.slice(at + 1);
    const end = rest.findIndex((next) => !next.startsWith(' '));
    const block = [line, ...rest.slice(0, end < 0 ? undefined : end)];
    if (unwrapped(block).includes(wanted)) return block.join('\n');
  }
  throw new Error(`the text does not show ${finding.code}: notes need -v`);
}

/** A text without the breaks and the indentation that the width of the terminal makes. */
function unwrapped(lines: readonly string[]): string {
  return lines.join('').replace(/\s+/g, '');
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
