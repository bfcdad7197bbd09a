/**
 * The values of an annotation that holds a list: split at commas, trimmed, without empty and repeated ones (gitops-engine
 * pkg/sync/resource/annotations.go).
 */
export function options(annotations: Readonly<Record<string, unknown>>, key: string): readonly string[] {
  const value = Object.hasOwn(annotations, key) ? annotations[key] : undefined;
  if (typeof value !== 'string') return [];
  return [...new Set(value.split(',').map((item) => item.trim()))].filter((item) => item !== '');
}
