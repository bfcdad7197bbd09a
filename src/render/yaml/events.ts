import { type Event, parseEvents, YAMLException } from 'js-yaml';
import { YamlFault } from './fault.js';
import { type LineIndex, lineIndex } from './line-index.js';
import { MAX_DEPTH } from './node.js';

/** The events of one part of a stream; their offsets count in `source`, whose lines are those of the part. */
export interface PartEvents {
  readonly source: string;
  readonly events: readonly Event[];
  /** Lines of the whole stream. */
  readonly lines: LineIndex;
}

/**
 * Parses one part of a stream that begins after `linesBefore` lines, under the rules of YAML 1.1 where the parser, which
 * knows YAML 1.2 only, is stricter. Throws a YamlFault.
 */
export function partEvents(part: string, linesBefore: number): PartEvents {
  // YAML 1.1 counts U+0085 among the line breaks and reads it as \n.
  let source = part.replaceAll('\u0085', '\n');
  for (let allowances = 0; ; allowances++) {
    try {
      return { source, events: parseEvents(source, { maxDepth: MAX_DEPTH }), lines: lineIndex(source, linesBefore) };
    } catch (error) {
      if (!(error instanceof YAMLException)) throw error;
      const at = error.mark?.position ?? 0;
      const relaxed = allowances < MAX_ALLOWANCES ? relax(source, error.reason, at) : undefined;
      if (relaxed === undefined)
        throw new YamlFault(lineIndex(source, linesBefore).lineAt(at), faultText(error.reason));
      source = relaxed;
    }
  }
}

/** Each costs another parse of the part. */
const MAX_ALLOWANCES = 1000;

/** Indentation means nothing between brackets and quotes; this is deeper than most. */
const DEEP_INDENT = ' '.repeat(80);

/**
 * The same text in YAML 1.2 where a fault is none in YAML 1.1, undefined for a true fault. Line breaks stay where they
 * are. What differs in practice: between brackets and quotes a line may begin anywhere (`]` at the column of its key),
 * tabs separate there, `\'` is an escape, and a comment may follow a
 * closing quote or bracket, or the header of a block, at once.
 */
function relax(source: string, reason: string, at: number): string | undefined {
  if (reason === 'deficient indentation') {
    const lineStart = Math.max(source.lastIndexOf('\n', at - 1), source.lastIndexOf('\r', at - 1)) + 1;
    const before = source.slice(lineStart, at);
    if (before.trim() === '') return source.slice(0, lineStart) + DEEP_INDENT + source.slice(lineStart);
    const tab = before.lastIndexOf('\t');
    // A tab between quotes is part of a text, and one after a dash is a fault: both are left alone.
    const inQuotes = ['"', "'"].some((quote) => before.slice(0, tab).split(quote).length % 2 === 0);
    if (tab < 0 || inQuotes || /^ *[-?][-? \t]*$/.test(before.slice(0, tab))) return undefined;
    return `${source.slice(0, lineStart + tab)} ${source.slice(lineStart + tab + 1)}`;
  }
  const quote = source.indexOf("'", at - 1);
  if (reason === 'unknown escape sequence' && quote >= 0 && quote <= at && source[quote - 1] === '\\')
    return `${source.slice(0, quote)}x27${source.slice(quote + 1)}`;
  // A comment right after what is closed already, or after the header of a block.
  if (source[at] === '#' && /["'\]}|>+\-\d]/.test(source[at - 1] ?? ''))
    return `${source.slice(0, at)} ${source.slice(at)}`;
  return undefined;
}

function faultText(reason: string): string {
  return reason.startsWith('nesting exceeded') ? `nested more than ${MAX_DEPTH} levels deep` : reason;
}
