import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { expect } from 'vitest';

export interface Node {
  readonly type: string;
  readonly value?: string;
  readonly lang?: string | null;
  readonly children?: readonly Node[];
}

const parse = (text: string): Node =>
  fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) as Node;

const all = (node: Node): readonly Node[] => [node, ...(node.children ?? []).flatMap(all)];

/** Nothing but these: no link, picture, emphasis, quote, table, rule or footnote can come from a value. */
const OURS = new Set([
  'root',
  'html',
  'heading',
  'paragraph',
  'list',
  'listItem',
  'strong',
  'text',
  'inlineCode',
  'code',
]);

/** Blocks of HTML as we write them; whatever stands in them of others is escaped and in code. */
const HTML =
  /^(?:<!-- gitdrift:[A-Za-z0-9._-]* -->|<details>\n<summary><code>[^<>]*<\/code>(?: of <code>[^<>]*<\/code>)?: [A-Za-z0-9, ]*<\/summary>|<\/details>)$/;

/** What GitHub makes a mention, a reference or an emoji of, in text outside of code. */
const REFERENCE = /@|#\d|GH-\d|:[a-z+]+:|\b[0-9a-f]{7,}\b|https?:|www\./i;

/** The invariants of every comment; gives its nodes. */
export function readComment(text: string, limit = 65_536): readonly Node[] {
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit);
  expect(text).toMatch(/^<!-- gitdrift:[A-Za-z0-9._-]* -->\n\n### gitdrift: /);
  const nodes = all(parse(text));
  expect(nodes.map(({ type }) => type).filter((type) => !OURS.has(type))).toEqual([]);
  const html = nodes.filter(({ type }) => type === 'html').map(({ value }) => value ?? '');
  for (const block of html) expect(block).toMatch(HTML);
  expect(html.filter((block) => block.startsWith('<details>'))).toHaveLength(
    html.filter((block) => block === '</details>').length,
  );
  expect(nodes.filter(({ type }) => type === 'heading')).toHaveLength(1);
  for (const { value = '' } of nodes.filter(({ type }) => type === 'text')) expect(value).not.toMatch(REFERENCE);
  return nodes;
}

/** What the nodes hold, a line each. */
export const textOf = (nodes: readonly Node[]): string => nodes.map(({ value }) => value ?? '').join('\n');
