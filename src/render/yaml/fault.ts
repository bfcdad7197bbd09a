import { GitdriftError } from '../../model/errors.js';

/** A fault in the text at a line (from 1), before the file is known to it. */
export class YamlFault extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.name = 'YamlFault';
    this.line = line;
  }
}

/** The error a user sees for a fault: file, line and reason in one sentence, and a hint where the text suggests one. */
export function manifestInvalid(fault: YamlFault, file: string, text: string): GitdriftError {
  const hint = hintFor(fault, text);
  return new GitdriftError(
    'manifest-invalid',
    `${file === '-' ? 'standard input' : file}:${fault.line}: ${fault.message}`,
    { position: { file, line: fault.line }, cause: fault, ...(hint === undefined ? {} : { hint }) },
  );
}

/** `{{ .Values.image }}`, `{{- if … }}`, `{{ include "name" . }}`: Go template actions, not YAML. */
const TEMPLATE_ACTION =
  /\{\{-?\s*(?:[.$"(]|\/\*|(?:if|with|range|end|else|include|template|define|block|toYaml|tpl)\b)/;

function hintFor(fault: YamlFault, text: string): string | undefined {
  if (TEMPLATE_ACTION.test(text))
    return 'This looks like a template that was not rendered: point gitdrift at the chart (--renderer helm), or render it first and pass the result.';
  const line = text.split(/\r\n|\r|\n/)[fault.line - 1] ?? '';
  if (/^ *\t/.test(line)) return 'Indent with spaces: YAML allows no tabs there.';
  if (/^\s*(?:- )?(?:[^\s:"'#]+:\s+)?[@`%]/.test(line))
    return 'Quote the value: no plain text may begin with that character.';
  return undefined;
}
