/** `1 field`, `2 fields`; `many` where the plural is not the singular with an s. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

/** Joins parts as a sentence does: `a`, `a and b`, `a, b and c`. */
export function andList(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
