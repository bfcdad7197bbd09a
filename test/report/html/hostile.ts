import { isObject, type JsonValue } from '../../../src/model/json.js';

/** Breaks out of every place of a page where a value could stand, were it not escaped, and hides and reorders text. */
export const BREAKOUT = [
  '<script>globalThis.stolen=1</script>',
  '"><img src=x onerror="globalThis.stolen=1">',
  "' onmouseover='globalThis.stolen=1' x='",
  '</style></title></textarea></svg><script>globalThis.stolen=1</script>',
  '<svg onload="globalThis.stolen=1">',
  '<iframe srcdoc="<script>parent.stolen=1</script>"></iframe>',
  '<a href="javascript:globalThis.stolen=1">here</a>',
  '<style>*{display:none}</style><!-- ]]> --> &lt;b&gt; &amp; `${globalThis.stolen=1}` {{constructor}}',
  '\u202egnitirw\u2066\u200b\u0000\u0007\u001b[31m\u009b\ud800\r\n\t\u2028',
].join(' ');

/** What is compared with words of ours, or read as a time of the report itself. */
const FIXED: ReadonlySet<string> = new Set([
  ...['schemaVersion', 'generatedAt', 'status', 'sync', 'outcome', 'severity', 'category', 'change', 'confidence'],
  ...['operation', 'failOn', 'code', 'certainty', 'source', 'sources', 'managedFields', 'pointer', 'tool'],
]);

/** The value with the text behind every text of it that a cluster, a repository or a user can choose, times included. */
export function poisoned<Value>(value: Value, text = BREAKOUT): Value {
  const walk = (here: JsonValue, key: string): JsonValue => {
    if (typeof here === 'string') return FIXED.has(key) ? here : `${here}${text}`;
    if (Array.isArray(here)) return FIXED.has(key) ? here : here.map((item: JsonValue) => walk(item, key));
    if (!isObject(here)) return here;
    const isRef = 'group' in here && 'name' in here;
    return Object.fromEntries(
      Object.entries(here).map(([name, inner]) => [
        name,
        FIXED.has(name) && typeof inner !== 'object' ? inner : name === 'kind' && !isRef ? inner : walk(inner, name),
      ]),
    );
  };
  return walk(value as JsonValue, '') as Value;
}
