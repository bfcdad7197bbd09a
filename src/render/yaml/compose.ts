import {
  type AliasEvent,
  type DocumentEvent,
  EVENT_ID,
  type Event,
  getScalarValue,
  SCALAR_STYLE,
  type ScalarEvent,
} from 'js-yaml';
import { type PartEvents, partEvents } from './events.js';
import { YamlFault } from './fault.js';
import type { LineIndex } from './line-index.js';
import type { DocumentNode, YamlNode } from './node.js';
import { resolveScalar } from './scalar.js';
import { readSimplePart } from './simple-part.js';
import { splitStream } from './split-stream.js';
import { tagName } from './tag.js';

/** Reads a YAML stream into one tree per document, one after the other as they are asked for. Throws a YamlFault. */
export function* composeYaml(text: string): Generator<DocumentNode> {
  let index = 0;
  for (const { part, linesBefore } of splitStream(text)) {
    const root = readSimplePart(part, linesBefore);
    if (root !== undefined) yield { index: index++, root, again: () => readSimplePart(part, linesBefore) ?? root };
    else for (const whole of composePart(part, linesBefore)) yield { index: index++, root: whole };
  }
}

/** Reads what stands between two separators, whatever its style; more than one root is a fault. Throws a YamlFault. */
export function composePart(part: string, linesBefore: number): YamlNode[] {
  const roots: YamlNode[] = [];
  const composition = new Composition(partEvents(part, linesBefore));
  while (composition.more()) roots.push(composition.document());
  return roots;
}

/** Escapes that JSON has and YAML 1.1 has not: a slash, and halves of surrogate pairs. */
const FOREIGN_ESCAPE = /(?<!\\)(?:\\\\)*\\(?:\/|u[dD][89a-fA-F])/;

/** Walks the events of one part once; the state of that walk. */
class Composition {
  private readonly source: string;
  private readonly lines: LineIndex;
  private readonly events: readonly Event[];
  private at = 0;
  /** Where the last event with a place began; stands in for events that have none (an empty value). */
  private lastLine: number;
  private anchors = new Map<string, YamlNode>();
  private directives: DocumentEvent['directives'] = [];
  private first = true;

  constructor({ source, events, lines }: PartEvents) {
    this.source = source;
    this.events = events;
    this.lines = lines;
    this.lastLine = lines.lineAt(0);
  }

  more(): boolean {
    return this.at < this.events.length;
  }

  document(): YamlNode {
    const start = this.events[this.at++] as DocumentEvent;
    this.anchors = new Map();
    this.directives = start.directives;
    const root = this.node();
    this.at++;
    // kubectl cuts a file at `---` and reads one document of each part: it would never see a second one.
    if (!this.first)
      throw new YamlFault(root.line, 'a document follows `...` without `---`, and kubectl would ignore it');
    this.first = false;
    return root;
  }

  private node(): YamlNode {
    const event = this.events[this.at++] as Event;
    switch (event.type) {
      case EVENT_ID.SCALAR:
        return this.scalar(event);
      case EVENT_ID.ALIAS:
        return this.alias(event);
      case EVENT_ID.SEQUENCE: {
        const items: YamlNode[] = [];
        const node: YamlNode = { kind: 'sequence', line: this.place(event, event.start), items };
        this.anchor(event, node);
        while (this.inCollection()) items.push(this.node());
        return node;
      }
      case EVENT_ID.MAPPING: {
        const entries: { key: YamlNode; value: YamlNode }[] = [];
        const node: YamlNode = { kind: 'mapping', line: this.place(event, event.start), entries };
        this.anchor(event, node);
        while (this.inCollection()) entries.push({ key: this.node(), value: this.node() });
        return node;
      }
      default:
        throw new YamlFault(this.lastLine, 'the document ends early');
    }
  }

  /** False at the end of a collection, which is then passed. */
  private inCollection(): boolean {
    if (this.events[this.at]?.type !== EVENT_ID.POP) return true;
    this.at++;
    return false;
  }

  private scalar(event: ScalarEvent): YamlNode {
    const block = event.style === SCALAR_STYLE.LITERAL_BLOCK || event.style === SCALAR_STYLE.FOLDED_BLOCK;
    const line = this.place(event, block ? this.source.lastIndexOf('\n', event.valueStart - 1) : event.valueStart);
    const text = getScalarValue(this.source, event);
    if (event.style === SCALAR_STYLE.DOUBLE_QUOTED && FOREIGN_ESCAPE.test(this.raw(event)))
      throw new YamlFault(line, 'unknown escape sequence');
    const plain = event.style === SCALAR_STYLE.PLAIN;
    const tag = tagName(this.source.slice(event.tagStart, event.tagEnd), this.directives);
    const merge = text === '<<' && (tag === undefined ? plain : tag === 'merge');
    try {
      const node: YamlNode = { kind: 'scalar', line, merge, ...resolveScalar(text, tag, plain) };
      this.anchor(event, node);
      return node;
    } catch (error) {
      if (error instanceof SyntaxError) throw new YamlFault(line, error.message);
      throw error;
    }
  }

  private raw(event: ScalarEvent): string {
    return event.fast ? '' : this.source.slice(event.valueStart, event.valueEnd);
  }

  private alias(event: AliasEvent): YamlNode {
    const name = this.source.slice(event.anchorStart, event.anchorEnd);
    const line = this.place(event, event.anchorStart);
    const target = this.anchors.get(name);
    if (target === undefined) throw new YamlFault(line, `the anchor \`${name}\` is not defined before it is used`);
    return { kind: 'alias', line, name, target };
  }

  private anchor(event: { readonly anchorStart: number; readonly anchorEnd: number }, node: YamlNode): void {
    if (event.anchorStart >= 0) this.anchors.set(this.source.slice(event.anchorStart, event.anchorEnd), node);
  }

  /** The line on which a node begins, its tag and anchor included. */
  private place(event: { readonly anchorStart: number; readonly tagStart?: number }, start: number): number {
    const offsets = [event.anchorStart, event.tagStart ?? -1, start].filter((offset) => offset >= 0);
    if (offsets.length > 0) this.lastLine = this.lines.lineAt(Math.min(...offsets));
    return this.lastLine;
  }
}
