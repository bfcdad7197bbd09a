import { load } from 'js-yaml';
import { builtinSchema } from '../../src/cluster/schema/builtin.js';
import { schemaFromCrds } from '../../src/cluster/schema/from-crds.js';
import { mergeSchemas } from '../../src/cluster/schema/merge.js';
import { type Comparison, compareObject } from '../../src/compare/compare.js';
import { printPath } from '../../src/model/field-path.js';
import type { FieldSet } from '../../src/model/field-set.js';
import type { JsonValue } from '../../src/model/json.js';
import { type KubernetesObject, refOf } from '../../src/model/resource.js';
import { decodeFieldsV1 } from '../../src/ownership/fields-v1.js';

/** A tiny world: two objects as YAML, and who owns what as fieldsV1. */
export interface World {
  readonly desired: string;
  readonly live: string;
  /** fieldsV1 of the GitOps manager's Apply entry. */
  readonly applied?: JsonValue;
  /** fieldsV1 of everybody else's entries. */
  readonly others?: readonly JsonValue[];
  readonly crds?: readonly JsonValue[];
}

/** Compares a tiny world. */
export function compareWorld(world: World): Comparison {
  const desired = load(world.desired) as KubernetesObject;
  const live = load(world.live) as KubernetesObject;
  const schema = world.crds === undefined ? builtinSchema() : mergeSchemas(builtinSchema(), schemaFromCrds(world.crds));
  return compareObject({
    ref: refOf(desired),
    desired,
    live,
    schema,
    applied: world.applied === undefined ? undefined : fieldSet(world.applied),
    others: (world.others ?? []).map(fieldSet),
    showSecrets: false,
  });
}

/** Each difference in one line: `drift changed .spec.replicas`. */
export function lines(comparison: Comparison): string[] {
  return comparison.differences.map(({ kind, change, path, notes }) =>
    [kind, change, printPath(path), ...notes.map((note) => `(${note.kind})`)].join(' '),
  );
}

function fieldSet(value: JsonValue): FieldSet {
  return decodeFieldsV1(value).set;
}
