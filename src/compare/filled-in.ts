import type { FieldPath } from '../model/field-path.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import type { ResourceRef } from '../model/resource.js';
import { markAt } from './marks.js';

export interface Rule {
  readonly id: string;
  readonly reason: string;
}

/** The rule by which a live-only value is the server's or a controller's own, whatever it is; undefined where none is. */
export function ruleFor(at: { ref: ResourceRef; path: FieldPath; root: JsonObject; live: JsonValue }): Rule | undefined {
  return markAt(at.path, at.live, at.root);
}

/** What the server fills in for an absent field, and the rule that says so; undefined where nothing is known. */
export function filledIn(_at: {
  typeName: string | undefined;
  ref: ResourceRef;
  field: string;
  siblings: JsonObject;
  root: JsonObject;
}): (Rule & { readonly value: JsonValue }) | undefined {
  return undefined;
}
