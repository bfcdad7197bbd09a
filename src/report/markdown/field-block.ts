import type { FieldDrift } from '../../model/drift.js';
import type { Entry } from '../ci/entries.js';
import { fieldFacts } from '../field-facts.js';
import { shownValue } from '../field-text.js';
import { indent } from '../layout.js';
import { blockLines, type DiffLine, lineDiff } from '../line-diff.js';
import { placeText } from '../origin-text.js';
import { count } from '../plural.js';
import { printable } from '../safe-text.js';
import type { TextOptions } from '../text-options.js';
import { isBlock } from '../value-text.js';

/** Characters of a list or map on one line, and lines of a block before the rest is only counted. */
const INLINE_JSON = 60;
const MOST_LINES = 60;

/** An entry as lines of a `diff` fence: `-` is desired's, `+` live's, what is said of both is indented. */
export function entryBlock(entry: Entry, options: TextOptions): readonly string[] {
  const { field } = entry;
  if (field === undefined) return [`@@ ${entry.title} @@`, ...indent([`${entry.message} [${entry.code}]`], 2)];
  const origin = field.origin === undefined ? '' : `  ${placeText(field.origin)}`;
  const facts = [`${STATUS[field.explanation.status]} [${entry.code}]`, ...fieldFacts(field, options)];
  return [`@@ ${printable(field.path)} @@${origin}`, ...valueLines(field), ...indent(facts, 2)];
}

const STATUS = { explained: 'explained', unexplained: 'UNEXPLAINED', noted: 'noted' } as const;

function valueLines(field: FieldDrift): string[] {
  const { desired, live } = field;
  if (!isBlock(desired, INLINE_JSON) && !isBlock(live, INLINE_JSON)) {
    return [
      ...(desired === undefined ? [] : [`- ${shownValue(field, desired)}`]),
      ...(live === undefined ? [] : [`+ ${shownValue(field, live)}`]),
    ];
  }
  const lines =
    desired === undefined || live === undefined
      ? blockLines(desired === undefined ? '+' : '-', desired ?? live ?? null)
      : lineDiff(desired, live);
  const rest = lines.length - MOST_LINES;
  return [
    ...lines.slice(0, MOST_LINES).map(({ sign, text }: DiffLine) => (sign === '@' ? `  (${text})` : `${sign} ${text}`)),
    ...(rest > 0 ? [`  … and ${count(rest, 'more line')}`] : []),
  ];
}
