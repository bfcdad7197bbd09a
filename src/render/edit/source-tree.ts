import { COLLECTION_STYLE, EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, type ScalarEvent } from 'js-yaml';
import type { JsonValue } from '../../model/json.js';
import { partEvents } from '../yaml/events.js';
import { resolveScalar } from '../yaml/scalar.js';
import { splitStream } from '../yaml/split-stream.js';
import { tagName } from '../yaml/tag.js';

/**
 * A node of a YAML or JSON text with the places of its own text: `start` to `end` is the value as written, `begin` also
 * takes in its anchor and tag. Offsets count in the whole text.
 */
export type SourceNode = SourceScalar | SourceSequence | SourceMapping | SourceAlias;

interface Spot {
  readonly begin: number;
  readonly start: number;
  readonly end: number;
}

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded' | 'empty';

export interface SourceScalar extends Spot {
  readonly kind: 'scalar';
  readonly style: ScalarStyle;
  readonly value: JsonValue;
  /** Columns that the lines of a block scalar are indented by. */
  readonly indent: number;
}

export interface SourceSequence extends Spot {
  readonly kind: 'sequence';
  readonly flow: boolean;
  readonly items: readonly SourceNode[];
}

export interface SourceEntry {
  readonly name: string;
  readonly key: SourceNode;
  readonly value: SourceNode;
}

export interface SourceMapping extends Spot {
  readonly kind: 'mapping';
  readonly flow: boolean;
  readonly entries: readonly SourceEntry[];
}

export interface SourceAlias extends Spot {
  readonly kind: 'alias';
  readonly target: SourceNode | undefined;
}

/** The text cannot be taken apart in a way that every offset is certain. */
export class UncertainSource extends Error {}

/** The root of every document of a text, empty ones left out. Throws UncertainSource, or a YamlFault for faulty YAML. */
export function sourceTrees(text: string): readonly SourceNode[] {
  const mark = text.startsWith('\ufeff') ? 1 : 0;
  const roots: SourceNode[] = [];
  let offset = mark;
  for (const { part, linesBefore } of splitStream(text.slice(mark))) {
    const { source, events } = partEvents(part, linesBefore);
    const builder = new Builder(source, events, backTo(source, part), offset);
    roots.push(...builder.documents());
    offset += part.length;
  }
  return roots;
}

/** Translates offsets of the text that was parsed, which may have more indentation, to the text as it is. */
function backTo(source: string, part: string): (offset: number) => number {
  if (source === part) return (offset) => offset;
  const [longer, lines] = [source.split('\n'), part.split('\n')];
  if (longer.length !== lines.length) throw new UncertainSource('its line breaks are not plain ones');
  const starts: { readonly from: number; readonly to: number; readonly added: number }[] = [];
  let [from, to] = [0, 0];
  for (const [at, line] of longer.entries()) {
    const own = lines[at] ?? '';
    const added = line.length - own.length;
    if (line !== ' '.repeat(Math.max(added, 0)) + own)
      throw new UncertainSource('it holds YAML 1.1 that YAML 1.2 refuses');
    starts.push({ from, to, added });
    from += line.length + 1;
    to += own.length + 1;
  }
  return (offset) => {
    const line = starts.findLast((one) => one.from <= offset) ?? { from: 0, to: 0, added: 0 };
    return line.to + Math.max(offset - line.from - line.added, 0);
  };
}

const STYLES: Readonly<Record<number, ScalarStyle>> = {
  [SCALAR_STYLE.PLAIN]: 'plain',
  [SCALAR_STYLE.SINGLE_QUOTED]: 'single',
  [SCALAR_STYLE.DOUBLE_QUOTED]: 'double',
  [SCALAR_STYLE.LITERAL_BLOCK]: 'literal',
  [SCALAR_STYLE.FOLDED_BLOCK]: 'folded',
};

/** Walks the events of one part once; the state of that walk. */
class Builder {
  private readonly source: string;
  private readonly events: readonly Event[];
  private readonly back: (offset: number) => number;
  private readonly offset: number;
  private at = 0;
  /** Where the last node ended: an empty one stands behind the colon or dash that follows. */
  private last = 0;
  private readonly anchors = new Map<string, SourceNode>();

  constructor(source: string, events: readonly Event[], back: (offset: number) => number, offset: number) {
    this.source = source;
    this.events = events;
    this.back = back;
    this.offset = offset;
  }

  documents(): SourceNode[] {
    const roots: SourceNode[] = [];
    while (this.at < this.events.length) {
      this.at++;
      const root = this.node();
      this.at++;
      if (!(root.kind === 'scalar' && root.value === null)) roots.push(root);
    }
    return roots;
  }

  private node(): SourceNode {
    const event = this.events[this.at++];
    if (event === undefined) throw new UncertainSource('it ends early');
    switch (event.type) {
      case EVENT_ID.SCALAR:
        return this.named(event, this.scalar(event));
      case EVENT_ID.ALIAS: {
        const start = event.anchorStart - 1;
        this.last = event.anchorEnd;
        const target = this.anchors.get(this.source.slice(event.anchorStart, event.anchorEnd));
        return { kind: 'alias', target, ...this.spot(start, start, event.anchorEnd) };
      }
      case EVENT_ID.SEQUENCE: {
        this.last = event.start + (event.style === COLLECTION_STYLE.FLOW ? 1 : 0);
        const items: SourceNode[] = [];
        while (this.isOpen()) {
          if (event.style === COLLECTION_STYLE.BLOCK) this.pass('-');
          items.push(this.node());
        }
        const flow = event.style === COLLECTION_STYLE.FLOW;
        const end = flow ? this.pass(']') : this.last;
        return this.named(event, {
          kind: 'sequence',
          flow,
          items,
          ...this.spot(beginOf(event, event.start), event.start, end),
        });
      }
      case EVENT_ID.MAPPING: {
        this.last = event.start + (event.style === COLLECTION_STYLE.FLOW ? 1 : 0);
        const entries: SourceEntry[] = [];
        while (this.isOpen()) {
          const key = this.node();
          this.pass(':');
          entries.push({ name: key.kind === 'scalar' ? String(key.value) : '', key, value: this.node() });
        }
        const flow = event.style === COLLECTION_STYLE.FLOW;
        const end = flow ? this.pass('}') : this.last;
        return this.named(event, {
          kind: 'mapping',
          flow,
          entries,
          ...this.spot(beginOf(event, event.start), event.start, end),
        });
      }
      default:
        throw new UncertainSource('it ends early');
    }
  }

  /** False at the end of a collection, which is then passed. */
  private isOpen(): boolean {
    if (this.events[this.at]?.type !== EVENT_ID.POP) return true;
    this.at++;
    return false;
  }

  private scalar(event: ScalarEvent): SourceScalar {
    const plain = event.style === SCALAR_STYLE.PLAIN;
    const tag = tagName(this.source.slice(event.tagStart, event.tagEnd), []);
    const { value } = resolveScalar(getScalarValue(this.source, event), tag, plain);
    const common = { kind: 'scalar' as const, value, indent: event.indent };
    if (event.valueStart < 0) {
      const here = this.last;
      return { ...common, style: 'empty', ...this.spot(beginOf(event, here), here, here) };
    }
    const style = STYLES[event.style] ?? 'plain';
    const [start, end] = this.bounds(event, style);
    this.last = end;
    return { ...common, style, ...this.spot(beginOf(event, start), start, end) };
  }

  private bounds({ valueStart, valueEnd }: ScalarEvent, style: ScalarStyle): [number, number] {
    if (style === 'single' || style === 'double') return [valueStart - 1, valueEnd + 1];
    if (style !== 'literal' && style !== 'folded') return [valueStart, valueEnd];
    const lineStart = this.source.lastIndexOf('\n', valueStart - 2) + 1;
    const header = /[|>][-+0-9]*[ \t]*(?:#[^\n]*)?\r?\n?$/.exec(this.source.slice(lineStart, valueStart));
    if (header === null) throw new UncertainSource('the header of a block scalar is not found');
    return [lineStart + header.index, valueEnd];
  }

  /** Goes on behind the next sign of a collection's own; blanks and comments stand before it. */
  private pass(sign: string): number {
    const skip = /(?:[\s,]|#[^\n]*)*/y;
    skip.lastIndex = this.last;
    skip.exec(this.source);
    if (this.source[skip.lastIndex] !== sign) throw new UncertainSource(`a \`${sign}\` is not where it belongs`);
    this.last = skip.lastIndex + 1;
    return this.last;
  }

  private named<Node extends SourceNode>(
    event: { readonly anchorStart: number; readonly anchorEnd: number },
    node: Node,
  ): Node {
    if (event.anchorStart >= 0) this.anchors.set(this.source.slice(event.anchorStart, event.anchorEnd), node);
    return node;
  }

  private spot(begin: number, start: number, end: number): Spot {
    const place = (offset: number): number => this.offset + this.back(offset);
    return { begin: place(begin), start: place(start), end: place(end) };
  }
}

function beginOf(event: { readonly anchorStart: number; readonly tagStart: number }, start: number): number {
  const offsets = [event.anchorStart < 0 ? -1 : event.anchorStart - 1, event.tagStart, start];
  return Math.min(...offsets.filter((offset) => offset >= 0));
}
