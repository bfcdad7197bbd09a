import { dig, digString, isArray, type JsonValue } from '../../model/json.js';
import { type KubernetesObject, refOf } from '../../model/resource.js';

/**
 * True where one of Flux's ignore rules ({paths, target}) names a place at or above the pointer. A rule without a target
 * counts for every object; the texts of a target are whole regular expressions (fluxcd/pkg ssa/jsondiff).
 */
export function ignoresPath(rules: JsonValue | undefined, pointer: string, object: KubernetesObject): boolean {
  if (!isArray(rules)) return false;
  return rules.some((rule) => {
    const paths = dig(rule, 'paths');
    const here =
      isArray(paths) && paths.some((path) => path === '' || pointer === path || pointer.startsWith(`${path}/`));
    return here && isTarget(dig(rule, 'target'), object);
  });
}

function isTarget(target: JsonValue | undefined, object: KubernetesObject): boolean {
  if (target === undefined) return true;
  const ref = refOf(object);
  return (
    (['group', 'version', 'kind', 'namespace', 'name'] as const).every((part) => {
      const wanted = digString(target, part);
      return wanted === undefined || wanted === '' || fits(wanted, ref[part]);
    }) &&
    selects(digString(target, 'labelSelector'), dig(object, 'metadata', 'labels')) &&
    selects(digString(target, 'annotationSelector'), dig(object, 'metadata', 'annotations'))
  );
}

function fits(pattern: string, text: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`).test(text);
  } catch {
    return false;
  }
}

/** `a=b,c` as a selector; forms that are rarer (`in`, `!=`) select nothing, so that no drift is called ignored by mistake. */
function selects(selector: string | undefined, marks: JsonValue | undefined): boolean {
  if (selector === undefined || selector === '') return true;
  return selector.split(',').every((part) => {
    const [key = '', value] = part.split(/==?/).map((text) => text.trim());
    const present = digString(marks, key);
    return value === undefined ? present !== undefined : present === value;
  });
}
