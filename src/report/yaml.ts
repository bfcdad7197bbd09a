import {
  DEFAULT_SCALAR_STYLE_RULES,
  DUMP_SCHEMA,
  defineScalarTag,
  dump,
  intCoreTag,
  SCALAR_STYLE,
  type ScalarLayout,
} from 'js-yaml';
import type { Report } from '../model/report.js';
import { orderedReport } from './json.js';
import { OBEYED } from './json-output.js';

/** The JSON report as YAML, keys in the contract's order; ends with a line break. */
export function yamlReport(report: Report): string {
  const text = dump(orderedReport(report), {
    schema: DUMP_SCHEMA.withTags(exactIntegers),
    scalarStyleRules: [quoteWhatIsObeyed, ...Object.values(DEFAULT_SCALAR_STYLE_RULES)],
    lineWidth: -1,
    noRefs: true,
    // As the API machinery of Kubernetes prints lists.
    seqNoIndent: true,
  });
  return text.replace(OBEYED, escaped);
}

/** Integers beyond 2^53 are `bigint`. */
const exactIntegers = defineScalarTag('tag:yaml.org,2002:int', {
  implicit: true,
  implicitFirstChars: intCoreTag.implicitFirstChars,
  resolve: intCoreTag.resolve,
  identify: (value: unknown) => typeof value === 'bigint' || intCoreTag.identify(value),
  represent: String,
});

/** Lines of a block are lines of a log: there `::error` would be a command to GitHub's runner. */
const COMMAND_LINE = /^\s*::/m;

/** Readers of YAML 1.1 take `12:30:45` for a number of seconds. */
const SEXAGESIMAL = /^[-+]?\d[\d_]*(:[0-5]?\d)+(\.\d*)?$/;

/** Only between double quotes can a character be written as an escape. */
function quoteWhatIsObeyed(layout: ScalarLayout): void {
  const { value } = layout.node;
  if (value.search(OBEYED) >= 0 || COMMAND_LINE.test(value) || SEXAGESIMAL.test(value)) {
    layout.style = SCALAR_STYLE.DOUBLE_QUOTED;
  }
}

function escaped(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  if (code.length <= 2) return `\\x${code.padStart(2, '0')}`;
  return code.length <= 4 ? `\\u${code.padStart(4, '0')}` : `\\U${code.padStart(8, '0')}`;
}
