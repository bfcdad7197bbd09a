import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonValue } from '../../../src/model/json.js';
import type { KubernetesObject } from '../../../src/model/resource.js';
import { readDocuments } from '../../../src/render/yaml/read-documents.js';

/** One object and the status that Argo CD's script gives it. */
export interface PeerCase {
  /** `group/Kind/file`, as the folders name them. */
  readonly name: string;
  /** Rules may be written while looking at `tuned` groups; those of `held-out` only measure. By a hash of the group. */
  readonly half: 'tuned' | 'tuned-later' | 'held-out';
  readonly object: KubernetesObject;
  readonly expected: string;
  readonly message: string;
}

/**
 * The health cases of a folder laid out like Argo CD's `resource_customizations`, sorted by name. Timestamps stay texts;
 * of an input only the first document counts; two cases upstream spell `inputpath` in lower case.
 */
export function peerCases(folder: string): readonly PeerCase[] {
  const cases: PeerCase[] = [];
  for (const group of folders(folder)) {
    for (const kind of folders(join(folder, group))) {
      const tests = join(folder, group, kind, 'health_test.yaml');
      if (existsSync(tests)) cases.push(...casesOf(join(folder, group, kind), `${group}/${kind}`, halfOf(group)));
    }
  }
  return cases.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function casesOf(folder: string, kind: string, half: PeerCase['half']): readonly PeerCase[] {
  const { tests } = firstDocument(join(folder, 'health_test.yaml')) as unknown as { tests: readonly TestEntry[] };
  return tests.map((test) => {
    const input = test.inputPath ?? test.inputpath ?? '';
    const object = firstDocument(join(folder, input)) as KubernetesObject;
    const { status, message } = test.healthStatus;
    return { name: `${kind}/${input}`, half, object, expected: status, message: message ?? '' };
  });
}

interface TestEntry {
  readonly inputPath?: string;
  readonly inputpath?: string;
  readonly healthStatus: { readonly status: string; readonly message?: string };
}

function firstDocument(file: string): JsonValue {
  return readDocuments(readFileSync(file, 'utf8'), file).documents[0]?.value ?? null;
}

function halfOf(group: string): PeerCase['half'] {
  const [first = 0, second = 0] = createHash('sha256').update(group).digest();
  if (first % 2 === 0) return 'tuned';
  return second % 2 === 0 ? 'tuned-later' : 'held-out';
}

function folders(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}
