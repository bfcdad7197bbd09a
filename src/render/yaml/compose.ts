import {
  type AliasEvent,
  COLLECTION_STYLE,
  type DocumentEvent,
  EVENT_ID,
  type Event,
  getScalarValue,
  type MappingEvent,
  SCALAR_STYLE,
  type ScalarEvent,
  type SequenceEvent,
} from 'js-yaml';
import { type PartEvents, partEvents } from './events.js';
import { YamlFault } from './fault.js';
import {
  type Anchored,
  anchorFault,
  blockFault,
  blockKeyFault,
  blockMappingFault,
  flowFault,
  flowKeyFault,
  type Tagged,
  tabFault,
  tagFault,
} from './go-scanner.js';
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
    if (root !== undefined) yield { index: index++, root, again: readingAgain(part, linesBefore) };
    else for (const whole of composePart(part, linesBefore)) yield { index: index++, root: whole };
  }
}

/** Made apart from the tree, which the function would keep alive as long as itself. */
function readingAgain(part: string, linesBefore: number): () => YamlNode {
  return () => readSimplePart(part, linesBefore) as YamlNode;
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
  private readonly hasTabs: boolean;
  /** How many brackets are open. */
  private brackets = 0;

  constructor({ source, events, lines }: PartEvents) {
    this.source = source;
    this.events = events;
    this.lines = lines;
    this.lastLine = lines.lineAt(0);
    this.hasTabs = source.includes('\t');
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
        this.open(event, node);
        while (this.inCollection()) items.push(this.node());
        this.close(event);
        return node;
      }
      case EVENT_ID.MAPPING: {
        const entries: { key: YamlNode; value: YamlNode }[] = [];
        const node: YamlNode = { kind: 'mapping', line: this.place(event, event.start), entries };
        if (event.style === COLLECTION_STYLE.BLOCK) this.refuse(node.line, blockMappingFault(this.source, event.start));
        this.open(event, node);
        while (this.inCollection()) entries.push({ key: this.key(entries.length === 0), value: this.node() });
        this.close(event);
        return node;
      }
      default:
        throw new YamlFault(this.lastLine, 'the document ends early');
    }
  }

  private key(first: boolean): YamlNode {
    const event = this.events[this.at];
    const node = this.node();
    if (event?.type !== EVENT_ID.SCALAR) return node;
    if (this.brackets > 0) this.refuse(node.line, flowKeyFault(this.source, event));
    else if (!first) this.refuse(node.line, blockKeyFault(this.source, startOf(event, event.valueStart) ?? 0));
    return node;
  }

  private open(event: SequenceEvent | MappingEvent, node: YamlNode): void {
    this.tag(event, node.line);
    this.anchor(event, node);
    if (event.style === COLLECTION_STYLE.FLOW) this.brackets++;
  }

  private close({ style }: SequenceEvent | MappingEvent): void {
    if (style === COLLECTION_STYLE.FLOW) this.brackets--;
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
    if (block) this.refuse(line, blockFault(this.source, event));
    if (plain && this.brackets > 0) this.refuse(line, flowFault(this.source, event));
    const tag = this.tag(event, line);
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
    this.refuse(line, anchorFault(this.source, event));
    const target = this.anchors.get(name);
    if (target === undefined) throw new YamlFault(line, `the anchor \`${name}\` is not defined before it is used`);
    return { kind: 'alias', line, name, target };
  }

  private anchor(event: Anchored, node: YamlNode): void {
    if (event.anchorStart < 0) return;
    const name = this.source.slice(event.anchorStart, event.anchorEnd);
    this.refuse(node.line, anchorFault(this.source, event));
    this.anchors.set(name, node);
  }

  private tag(event: Tagged, line: number): string | undefined {
    this.refuse(line, tagFault(this.source, event));
    return tagName(this.source.slice(event.tagStart, event.tagEnd), this.directives);
  }

  private refuse(line: number, fault: string | undefined): void {
    if (fault !== undefined) throw new YamlFault(line, fault);
  }

  /** The line on which a node begins, its tag and anchor included. */
  private place(event: { readonly anchorStart: number; readonly tagStart?: number }, start: number): number {
    const first = startOf(event, start);
    if (first === undefined) return this.lastLine;
    this.lastLine = this.lines.lineAt(first);
    if (this.hasTabs && this.brackets === 0)
      for (const at of [first, Math.max(first, start)]) this.refuse(this.lines.lineAt(at), tabFault(this.source, at));
    return this.lastLine;
  }
}

/** Where a node begins, its tag and anchor included; undefined for an empty one. */
function startOf(event: { readonly anchorStart: number; readonly tagStart?: number }, start: number) {
  const offsets = [event.anchorStart, event.tagStart ?? -1, start].filter((offset) => offset >= 0);
  return offsets.length === 0 ? undefined : Math.min(...offsets);
}
