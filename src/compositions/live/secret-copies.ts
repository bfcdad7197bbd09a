import { isSecret } from '../../compare/secret.js';
import type { Difference } from '../../model/drift.js';
import type { FieldPath } from '../../model/field-path.js';
import { field, isObject, type JsonObject, type JsonValue, setField } from '../../model/json.js';
import type { ResourceRef } from '../../model/resource.js';
import { isSecretCopy, secretTexts } from '../../model/secret-copy.js';

/** What stands for the text of an annotation that repeats a Secret's values. */
export const SECRET_COPY = '(not shown: a copy of the Secret)';

/** Keys of the annotations of a Secret that repeat its values; undefined for what is no Secret. */
export type SecretCopies = ReadonlySet<string> | undefined;

/**
 * The annotations of a Secret that are as secret as its data, such as last-applied. `objects` are all that is known of
 * it (desired, live, what was applied last, what a server would make of it): what one of them copies may be the value
 * of another, and is shown of none.
 */
export function secretCopies(ref: Pick<ResourceRef, 'group' | 'kind'>, objects: readonly JsonObject[]): SecretCopies {
  if (!isSecret(ref)) return undefined;
  const secrets = objects.flatMap(secretTexts);
  const annotations = objects.flatMap((object) => {
    const entries = field(field(object, 'metadata'), 'annotations');
    return isObject(entries) ? Object.entries(entries) : [];
  });
  return new Set(annotations.filter(([key, text]) => isSecretCopy(key, text, secrets)).map(([key]) => key));
}

/** The value found at a path of the object, without the texts of its copies. */
export function withoutCopies(value: JsonValue, path: FieldPath, copies: SecretCopies): JsonValue {
  if (copies === undefined || value === null) return value;
  const above = ANNOTATIONS.slice(path.length);
  const inside = path.slice(0, ANNOTATIONS.length).every((element, at) => {
    return element.kind === 'field' && element.name === ANNOTATIONS[at];
  });
  if (!inside) return value;
  if (path.length <= ANNOTATIONS.length) return withinMetadata(value, above, copies);
  const key = path[ANNOTATIONS.length];
  return key?.kind === 'field' && !copies.has(key.name) ? value : SECRET_COPY;
}

const ANNOTATIONS = ['metadata', 'annotations'] as const;

/** `above`: the names that lead from the value to the annotations. */
function withinMetadata(value: JsonValue, above: readonly string[], copies: ReadonlySet<string>): JsonValue {
  const [name, ...rest] = above;
  // Annotations that are no map have no keys to tell a copy by.
  if (!isObject(value)) return name === undefined ? SECRET_COPY : value;
  const fields: Record<string, JsonValue> = {};
  for (const [key, inner] of Object.entries(value)) {
    if (name === undefined) setField(fields, key, copies.has(key) ? SECRET_COPY : inner);
    else setField(fields, key, key === name && inner !== null ? withinMetadata(inner, rest, copies) : inner);
  }
  return fields;
}

/** The difference without the texts of copies; marked as masked where nothing else is left of a value. */
export function withoutCopiesOf(
  difference: Difference & { readonly masked?: true },
  copies: SecretCopies,
): Difference & { readonly masked?: true } {
  const { desired, live, path } = difference;
  const shown = {
    ...(desired === undefined ? {} : { desired: withoutCopies(desired, path, copies) }),
    ...(live === undefined ? {} : { live: withoutCopies(live, path, copies) }),
  };
  const masked = shown.desired === SECRET_COPY || shown.live === SECRET_COPY;
  return { ...difference, ...shown, ...(masked ? { masked: true as const } : {}) };
}
