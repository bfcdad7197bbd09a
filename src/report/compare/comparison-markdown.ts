import type { Report } from '../../model/report.js';
import { codeSpan, fenced, prose } from '../markdown/inline.js';
import type { MarkdownOptions } from '../markdown/markdown.js';
import { count } from '../plural.js';
import { printable } from '../safe-text.js';
import { changeText } from './change-lines.js';
import { byApplication, comparisonWords, publicComparison } from './comparison-text.js';
import type { ReportChange } from './report-change.js';

/** Bytes of a comment, with room for what is written around the changes. */
const LIMIT = 65_536 - 2048;

/** What changed between two reports as a comment: a fence for each application, cut between changes where it is too long. */
export function comparisonMarkdown(before: Report, after: Report, options: MarkdownOptions): string {
  const comparison = publicComparison(before, after, options);
  const marker = `<!-- gitdrift:${options.commentKey ?? 'since'} -->`;
  const head = [marker, `### gitdrift: ${prose(comparisonWords(comparison))}`];
  let room = LIMIT - Buffer.byteLength(head.join('\n\n'));
  let left = 0;
  const blocks: string[] = [];
  for (const [name, changes] of byApplication(comparison)) {
    const title = `**${codeSpan(printable(name))}**`;
    room -= Buffer.byteLength(title) + 64;
    const lines: string[] = [];
    for (const change of changes) {
      const line = `${SIGNS[change.kind] ?? ' '} ${changeText(change, options)}`;
      const size = Buffer.byteLength(line) + 1 + runs(line);
      if (size > room) left++;
      else {
        room -= size;
        lines.push(line);
      }
    }
    if (lines.length > 0) blocks.push(title, fenced(lines, 'diff'));
  }
  const rest =
    left === 0 ? [] : [`**${count(left, 'change')} left out**, as a comment has a limit: -o json has all of them.`];
  return `${[...head, ...blocks, ...rest].join('\n\n')}\n`;
}

/** What became worse is red in a diff, what became better green. */
const SIGNS: Partial<Record<ReportChange['kind'], string>> = { drifted: '-', healed: '+' };

/** A fence is twice as long as the longest run of backticks inside it, at the most. */
function runs(line: string): number {
  return 2 * (line.match(/`+/g) ?? []).join('').length;
}
