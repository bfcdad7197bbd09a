import type { WantedObject } from '../../model/audit.js';

/** Tells whether a line may hold a write of a wanted object, without reading it as JSON. */
export type LineFilter = (line: Buffer) => boolean;

const OBJECT_REF = Buffer.from('"objectRef"');
const DELETE_COLLECTION = Buffer.from('"deletecollection"');
const CLOSE = '}'.charCodeAt(0);

/** Nothing nests in an objectRef, so it ends at the next closing brace; it is a few short texts long. */
const LONGEST_REF = 4096;

const NAME = /"name"\s*:\s*"([^"\\]*)"/;
const NAMESPACE = /"namespace"\s*:\s*"([^"\\]*)"/;
const RESOURCE = /"resource"\s*:\s*"([^"\\]*)"/;

/**
 * A filter for lines that may name one of the objects; it lets too many through, never too few. It looks at nothing but
 * the `objectRef` of each event, in whatever order its keys stand: of gigabytes, a handful of lines is then read as JSON.
 */
export function wantedLines(wanted: readonly WantedObject[]): LineFilter {
  const names = new Set(wanted.map((object) => `${object.resource}\n${object.namespace}\n${object.name}`));
  const collections = new Map<string, Buffer[]>();
  for (const { resource, namespace, name } of wanted) {
    const key = `${resource}\n${namespace}`;
    collections.set(key, [...(collections.get(key) ?? []), Buffer.from(`"${name}"`)]);
  }
  return (line) => {
    for (let at = line.indexOf(OBJECT_REF); at >= 0; at = line.indexOf(OBJECT_REF, at + OBJECT_REF.length)) {
      const end = line.indexOf(CLOSE, at);
      const ref = line.toString('latin1', at, end < 0 || end > at + LONGEST_REF ? at + LONGEST_REF : end);
      const where = `${RESOURCE.exec(ref)?.[1] ?? ''}\n${NAMESPACE.exec(ref)?.[1] ?? ''}`;
      const name = NAME.exec(ref)?.[1];
      if (name !== undefined && names.has(`${where}\n${name}`)) return true;
      // A Namespace's own events name it as its namespace too, depending on the version.
      if (name !== undefined && names.has(`${RESOURCE.exec(ref)?.[1] ?? ''}\n\n${name}`)) return true;
      if (name === undefined && isCollectionOf(line, collections.get(where))) return true;
    }
    return false;
  };
}

/** A deletecollection, or a create whose answer names the object (generateName). */
function isCollectionOf(line: Buffer, names: readonly Buffer[] | undefined): boolean {
  if (names === undefined) return false;
  return line.includes(DELETE_COLLECTION) || names.some((name) => line.includes(name));
}
