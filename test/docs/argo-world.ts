import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { engine } from '../../src/engine.js';
import { dig, type JsonValue } from '../../src/model/json.js';
import { printJson } from '../../src/model/json-text.js';
import type { Report } from '../../src/model/report.js';
import { documentsOf, REPOSITORY, repositoryOf, VERDICTS } from '../argocd/verdict-folders.js';
import { transcript } from '../cli/fake-io.js';
import type { Told } from './reason-world.js';

/** When the applications are looked at: soon after the last of them was recorded. */
const NOW = new Date('2026-12-01T12:00:00Z');

/** What `gitdrift diff` prints of a recorded Argo CD Application (fixtures/argo-verdicts), with these flags. */
export async function tellApplication(name: string, flags: readonly string[]): Promise<Told> {
  const repository = repositoryOf(name);
  try {
    const live = join(repository.folder, '.live.json');
    const items = [
      ...(dig(documentsOf(name, 'live.json')?.[0], 'items') as JsonValue[]),
      ...(documentsOf(name, 'application.yaml') ?? []),
      ...(documentsOf(name, 'argocd-cm.yaml') ?? []),
    ];
    writeFileSync(live, printJson({ apiVersion: 'v1', kind: 'List', items }));
    const schema = documentsOf(name, 'crds.yaml') === undefined ? [] : ['--schema', join(VERDICTS, name, 'crds.yaml')];
    const given = ['diff', '--app-file', join(VERDICTS, name, 'application.yaml'), '--live', live, ...schema];
    const env = { PATH: process.env.PATH, HOME: repository.folder, NO_COLOR: '1' };
    const print = (more: readonly string[]) =>
      transcript([...given, '--repo-map', `${REPOSITORY}=${repository.folder}`, ...flags, ...more], engine, {
        ...{ env, cwd: repository.folder, tty: true, columns: 100, now: NOW },
      });
    const [text, json] = [await print([]), await print(['-o', 'json'])];
    if (text.code === 2) throw new Error(`${name} cannot be compared: ${text.err}`);
    return { text: text.out, report: JSON.parse(json.out) as Report };
  } finally {
    repository.close();
  }
}
