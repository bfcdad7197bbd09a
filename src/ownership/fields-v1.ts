import { elementId, type PathElement } from '../model/field-path.js';
import { EMPTY_FIELD_SET, type FieldSet, type FieldSetChild } from '../model/field-set.js';
import { isObject, type JsonValue } from '../model/json.js';
import { MalformedElement, readElement } from './path-element.js';

/** What decoding found: the set, and the texts of elements of a kind we don't know, which are left out. */
export interface DecodedFields {
  readonly set: FieldSet;
  readonly unknown: readonly string[];
}

/** No built-in type is a tenth as deep; keeps recursion away from the end of the stack. */
const DEEPEST = 1000;

/** Shared by all members without children: most nodes are such. */
const LEAF: FieldSet = { member: true, children: EMPTY_FIELD_SET.children };

/**
 * Decodes the value of `fieldsV1` as structured-merge-diff does (fieldpath/serialize.go, readIterV1): a node without
 * children is a member, a node with children is one only where it holds `.`. An absent value is the empty set. Throws
 * MalformedElement where the server would refuse the entry.
 */
export function decodeFieldsV1(value: JsonValue | undefined): DecodedFields {
  if (value === undefined || value === null) return { set: EMPTY_FIELD_SET, unknown: [] };
  const unknown: string[] = [];
  const { children } = decodeNode(value, unknown, 0);
  return { set: { member: false, children }, unknown };
}

function decodeNode(value: JsonValue, unknown: string[], depth: number): FieldSet {
  if (value === null) return LEAF;
  if (!isObject(value)) throw new MalformedElement(`a set of fields is no object but ${typeof value}`);
  if (depth > DEEPEST) throw new MalformedElement(`the fields are nested deeper than ${DEEPEST} levels`);
  const children = new Map<string, FieldSetChild>();
  let member = false;
  for (const text of Object.keys(value)) {
    if (text === '.') {
      member = true;
      continue;
    }
    const known = knownElement(text);
    if (known === undefined) unknown.push(text);
    else add(children, known, decodeNode(value[text] as JsonValue, unknown, depth + 1));
  }
  return children.size === 0 ? LEAF : { member, children };
}

interface KnownElement {
  readonly id: string;
  readonly element: PathElement;
  /** The element as a leaf, shared by all sets: most are such. */
  readonly leaf: FieldSetChild;
}

/** Objects of one kind say the same few texts again and again. */
const elements = new Map<string, KnownElement>();

function knownElement(text: string): KnownElement | undefined {
  const known = elements.get(text);
  if (known !== undefined) return known;
  const element = readElement(text);
  if (element === undefined) return undefined;
  const read = { id: elementId(element), element, leaf: { element, set: LEAF } };
  elements.set(text, read);
  return read;
}

/** Two texts may stand for one element (`k:{"a":1}` and `k:{"a": 1}`); the set then holds what both say. */
function add(children: Map<string, FieldSetChild>, { id, element, leaf }: KnownElement, set: FieldSet): void {
  const known = children.get(id)?.set;
  if (known === undefined) children.set(id, set === LEAF ? leaf : { element, set });
  else children.set(id, { element, set: union(known, set) });
}

function union(a: FieldSet, b: FieldSet): FieldSet {
  const children = new Map(a.children);
  for (const [id, child] of b.children) add(children, { id, element: child.element, leaf: child }, child.set);
  return { member: a.member || b.member, children };
}
