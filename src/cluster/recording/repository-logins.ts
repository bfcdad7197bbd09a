import { isArray, isObject, type JsonObject, type JsonValue, setField } from '../../model/json.js';
import { type KubernetesObject, refOf } from '../../model/resource.js';
import { withoutLogins } from '../../model/url-login.js';

/** Groups whose objects name repositories: Argo CD's, and the sources of Flux. */
const NAMES_REPOSITORIES: ReadonlySet<string> = new Set(['argoproj.io', 'source.toolkit.fluxcd.io']);

const HAS_LOGIN = /:\/\/[^\s/?#]*@/;

/**
 * An object of Argo CD or a source of Flux without the logins of the addresses that it names, wherever they stand: also in its
 * last-applied annotation and in messages. Others come back as they are, for their values are compared.
 */
export function withoutRepositoryLogins(object: KubernetesObject): KubernetesObject {
  return NAMES_REPOSITORIES.has(refOf(object).group) ? (cleaned(object as JsonObject) as KubernetesObject) : object;
}

function cleaned(value: JsonValue): JsonValue {
  if (typeof value === 'string') return HAS_LOGIN.test(value) ? withoutLogins(value) : value;
  if (isArray(value)) return value.map(cleaned);
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const [key, item] of Object.entries(value)) setField(copy, key, cleaned(item as JsonValue));
  return copy;
}
