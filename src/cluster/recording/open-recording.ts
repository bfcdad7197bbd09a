import { field, isArray } from '../../model/json.js';
import type { Cluster } from '../../model/live.js';
import { type FileIo, readSavedFiles } from './read-files.js';
import { mergeIndexes } from './recording-index.js';
import { replay } from './replay.js';
import { collectObjects, type SavedObjects } from './saved-objects.js';

/**
 * Opens saved objects in place of a cluster: a file or folder of what `kubectl get -o json|yaml` or `gitdrift record`
 * wrote. Its clock is the recording's, else `io.now`. Throws `recording-invalid`.
 */
export async function openRecording(location: string, io: FileIo & { readonly now: Date }): Promise<Cluster> {
  const files = await readSavedFiles(location, io);
  const name = location === '-' ? 'standard input' : location;
  const saved = collectObjects(files, name);
  const index = mergeIndexes(saved.indexes);
  const answers = replay(saved, index);
  const warnings = [...saved.warnings, ...withoutManagedFields(saved, name)];
  return {
    destination: { ...index?.destination, recording: name },
    now: index === undefined ? io.now : new Date(index.recordedAt),
    recorded: true,
    get warnings() {
      return [...warnings, ...answers.warnings()].sort();
    },
    kind: async (gvk) => answers.kind(gvk),
    apiVersions: async () => index?.apiVersions ?? [],
    fetch: async (wanted) => answers.fetch(wanted),
    list: async (gvk, namespace) => answers.list(gvk, namespace),
    saved: () => answers.all(),
    schemas: async () => answers.schemas(),
  };
}

function withoutManagedFields(saved: SavedObjects, location: string): readonly string[] {
  const objects = [...saved.objects.values()].flatMap((versions) => [...versions.values()]);
  const bare = objects.every((object) => {
    const entries = field(object.metadata, 'managedFields');
    return !isArray(entries) || entries.length === 0;
  });
  return bare && objects.length > 0
    ? [`${location} was printed without --show-managed-fields: writers cannot be known`]
    : [];
}
