import { maskSecret } from './cluster/recording/mask-secret.js';
import { isSecret } from './compare/secret.js';
import { field, isObject } from './model/json.js';
import { type KubernetesObject, refOf } from './model/resource.js';

/** What stands for the text of an annotation that repeats a Secret's values. */
export const SECRET_COPY = '(not shown: a copy of the Secret)';

/**
 * Keys of the annotations of a live Secret that repeat its values, such as last-applied: their texts are as secret as
 * the data. The same rule as for what a recording keeps. Empty for every other kind.
 */
export function secretCopies(object: KubernetesObject): ReadonlySet<string> {
  const annotations = field(object.metadata, 'annotations');
  if (!isSecret(refOf(object)) || !isObject(annotations)) return new Set();
  const masked = field(maskSecret(object, undefined).metadata, 'annotations');
  return new Set(Object.keys(annotations).filter((key) => field(masked, key) !== field(annotations, key)));
}
