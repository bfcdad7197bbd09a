import { RE2JS } from 're2js';

/** A regular expression of Go: `finds` anywhere in a text, `matches` all of it. */
export interface GoExpression {
  readonly finds: (text: string) => boolean;
  readonly matches: (text: string) => boolean;
}

/**
 * Reads a regular expression as Go's regexp does (RE2), which takes time in proportion to the text, whatever the expression:
 * expressions come from repositories. Throws a SyntaxError where it is none.
 */
export function compileGoExpression(text: string): GoExpression {
  try {
    const expression = RE2JS.compile(text);
    return {
      finds: (whole) => expression.matcher(whole).find(),
      matches: (whole) => expression.matches(whole),
    };
  } catch (error) {
    throw new SyntaxError(error instanceof Error ? error.message : String(error));
  }
}
