import type { ResolvedScalar } from './scalar.js';

/** One node of a document before anchors and merge keys are followed. `line` counts from 1. */
export type YamlNode = ScalarNode | SequenceNode | MappingNode | AliasNode;

export interface ScalarNode extends ResolvedScalar {
  readonly kind: 'scalar';
  readonly line: number;
  /** `<<` as a plain key. */
  readonly merge: boolean;
}

export interface SequenceNode {
  readonly kind: 'sequence';
  readonly line: number;
  readonly items: YamlNode[];
}

export interface MappingNode {
  readonly kind: 'mapping';
  readonly line: number;
  readonly entries: { readonly key: YamlNode; readonly value: YamlNode }[];
}

/** A use of an anchor; the target may still be under construction where it contains itself. */
export interface AliasNode {
  readonly kind: 'alias';
  readonly line: number;
  readonly name: string;
  readonly target: YamlNode;
}

/** One document of a stream: its place among the documents (from 0) and its root, a null scalar where it is empty. */
export interface DocumentNode {
  readonly index: number;
  readonly root: YamlNode;
  /** Reads the same tree again, where that is so cheap that nobody needs to keep it. */
  readonly again?: () => YamlNode;
}

/** Collections may be nested this deep; real manifests, CRD schemas included, stay below a tenth of it. */
export const MAX_DEPTH = 500;
