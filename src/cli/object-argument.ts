import { GitdriftError } from '../model/errors.js';
import type { FieldPath } from '../model/field-path.js';
import { parsePath } from '../model/parse-path.js';

/** Kind and name of `KIND/NAME`. Throws `usage` where it names no object. */
export function objectName(argument: string): { kind: string; name: string } {
  const [kind = '', name = '', ...rest] = argument.split('/');
  if (kind !== '' && name !== '' && rest.length === 0) return { kind, name };
  throw new GitdriftError('usage', `${JSON.stringify(argument)} names no object`, {
    hint: 'write it as KIND/NAME, such as deployment/catalog, and the namespace with -n',
  });
}

/** A path as we print it; the first dot may be left out, and the quotes of a key that a shell took away. Throws `usage` where it is none. */
export function fieldPath(text: string, saidAs: string): FieldPath {
  try {
    const quoted = text.replace(/\[([\w-]+)=([^"'[\],]*[^"'[\],\d][^"'[\],]*)\]/g, '[$1="$2"]');
    return parsePath(/^[.[]/.test(quoted) ? quoted : `.${quoted}`);
  } catch (error) {
    throw new GitdriftError('usage', `${saidAs}: ${error instanceof Error ? error.message : String(error)}`, {
      hint: `write it as '.spec.template.spec.containers[name="web"].image', in single quotes`,
    });
  }
}
