import { readFileSync } from 'node:fs';
import { FINDING_SEVERITIES } from '../../../src/model/finding-codes.js';
import { reasonCodes, syncEffectCodes, unionMembers } from '../codes.js';
import { code, page, table } from './table.js';

const reasons = new URL('../../../docs/reasons/', import.meta.url);

/** docs/reference/codes.md: every code that a report can hold. */
export function codesPage(): string {
  const codes = [...reasonCodes()].sort();
  const findings = codes.filter((name) => Object.hasOwn(FINDING_SEVERITIES, name));
  const severities: Readonly<Record<string, string>> = FINDING_SEVERITIES;
  const list = (names: Iterable<string>): string => [...names].sort().map(code).join(', ');
  return page('Codes', 'Every code that a report can hold, for scripts. Codes are added, never renamed.', [
    `## Explanations\n\n\`explanation.code\` of a difference.\n\n${table(
      ['code', 'means'],
      codes.filter((name) => !findings.includes(name)).map((name) => [reasonLink(name), meaning(name)]),
    )}`,
    `## Findings\n\n\`findings[].code\`; \`--fail-on finding:CODE\` fails on one, \`--fail-on error\` on the errors.\n\n${table(
      ['code', 'severity', 'means'],
      findings.map((name) => [reasonLink(name), severities[name] ?? '', meaning(name)]),
    )}`,
    `## Others\n\n${table(
      ['where', 'codes'],
      [
        ['`action.code`: what to do', list(unionMembers('ActionCode'))],
        ['`next.code`: what the controller does by itself', list(unionMembers('NextCode'))],
        ['`ifSynced[].code`: what a sync would do', list(syncEffectCodes())],
        ['`timeline`: what happened', list(unionMembers('TimelineCode'))],
        ['errors ([errors.md](../errors.md)), not printed', list(unionMembers('ErrorCode'))],
      ],
    )}`,
  ]);
}

const reasonLink = (name: string): string => `[\`${name}\`](../reasons/${name}.md)`;

/** The last cell of the code's row in the index of its pages. */
function meaning(name: string): string {
  const index = readFileSync(new URL('README.md', reasons), 'utf8');
  const row = index.split('\n').find((line) => line.startsWith(`| [${name}](`));
  return (
    row
      ?.split(/(?<!\\)\|/)
      .at(-2)
      ?.trim()
      .replace(/\]\((?!\.\.?\/|[a-z]+:)/g, '](../reasons/') ?? ''
  );
}
