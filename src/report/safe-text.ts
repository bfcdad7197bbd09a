/**
 * Characters that a terminal obeys or that hide or reorder text: controls (escape sequences begin with one), format
 * characters such as bidirectional overrides and zero-width ones, halves of surrogate pairs, line and paragraph
 * separators, and whatever else is drawn as nothing. Unicode TR 36 §3; CVE-2021-42574 for the bidirectional ones.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Where a log of a CI runner would take a line for a command: `::error` at its beginning (GitHub), `##[error]` and
 * `##vso[…]` anywhere (Azure, GitHub's older form), `##teamcity[…]`. Wrapping can put any word at the beginning of a
 * line. The first character is written as an escape, always: a log may be printed anywhere. (actions/runner
 * src/Runner.Common/ActionCommand.cs trims the line; microsoft/azure-pipelines-agent src/Agent.Sdk/Command.cs.)
 */
const LOG_COMMAND = /(?<!\S):(?=:)|#(?=#[A-Za-z]*\[)/g;

/**
 * The text on one line with every unsafe character written as an escape (`\n`, `\u202e`), and nothing in it that a CI
 * runner would obey (`\u003a:error`); never fails.
 */
export function printable(text: string): string {
  return text.replace(UNSAFE, escapeOf).replace(LOG_COMMAND, escapeOf);
}

/** True where `printable` would change the text. */
export function hasUnsafe(text: string): boolean {
  return printable(text) !== text;
}

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return SHORT[character] ?? (code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`);
}
