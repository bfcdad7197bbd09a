import type { Difference, Explanation } from '../model/drift.js';
import { type FieldPath, printPath } from '../model/field-path.js';
import type { Evidence, Writer } from '../model/writer.js';

/** Fields whose value the server or a controller of Kubernetes chooses where nobody does; the reasons by printed path. */
export type ChosenFields = ReadonlyMap<string, string>;

/** What is known of a declared value that differs from one which Kubernetes chooses. */
export function chosenFacts(chosen: ChosenFields | undefined, { path }: Difference): Evidence[] {
  const reason = chosen?.get(printPath(path));
  return reason === undefined ? [] : [{ kind: 'schema', message: `where nobody chooses a value: ${reason}` }];
}

/**
 * Notes that controllers of Kubernetes keep in annotations, labels and finalizers, and that Git declares as they once were:
 * the controller writes them again. Other fields that it chooses (an address, a port) are a wish that live does not meet.
 */
export function chosenExplanation(
  chosen: ChosenFields | undefined,
  { path }: Difference,
  { category }: Writer,
): Explanation | undefined {
  const reason = chosen?.get(printPath(path));
  if (reason === undefined || !isNote(path) || category !== 'control-plane') return undefined;
  return {
    status: 'explained',
    code: 'control-plane-bookkeeping',
    message: `${reason}: it is Kubernetes' own note, and Git declares an old one`,
  };
}

const NOTES = ['annotations', 'labels', 'finalizers'];

function isNote(path: FieldPath): boolean {
  const [metadata, kind] = path;
  return (
    metadata?.kind === 'field' && metadata.name === 'metadata' && kind?.kind === 'field' && NOTES.includes(kind.name)
  );
}
