/** Variables by their names. */
export type BuildEnvironment = Readonly<Record<string, string>>;

const SPECIAL = /^[*#$@!?\-0-9]$/;

/**
 * Puts variables into a text as Argo CD does (Go's os.Expand): `$name` and `${name}`; one that nobody knows becomes
 * nothing, `$$` is a dollar sign, and a dollar before anything else stands for itself.
 */
export function expand(text: string, environment: BuildEnvironment): string {
  let result = '';
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== '$' || at + 1 === text.length) {
      result += text[at];
      continue;
    }
    const { name, length } = nameAt(text.slice(at + 1));
    if (name === '' && length === 0) result += '$';
    else if (name === '$') result += '$';
    else result += Object.hasOwn(environment, name) ? environment[name] : '';
    at += length;
  }
  return result;
}

/** The name that begins a text after its dollar sign, and how many characters it takes. */
function nameAt(text: string): { readonly name: string; readonly length: number } {
  if (text.startsWith('{')) {
    const end = text.indexOf('}');
    // `${` without an end eats the brace alone, `${}` both.
    if (end < 0) return { name: '', length: 1 };
    return { name: text.slice(1, end), length: end + 1 };
  }
  const [first = ''] = text;
  if (SPECIAL.test(first)) return { name: first, length: 1 };
  const name = /^[A-Za-z0-9_]*/.exec(text)?.[0] ?? '';
  return { name, length: name.length };
}
