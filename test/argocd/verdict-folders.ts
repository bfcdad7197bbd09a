import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digString, isObject, type JsonObject, type JsonValue } from '../../src/model/json.js';
import type { KubernetesObject } from '../../src/model/resource.js';
import { readDocuments } from '../../src/render/yaml/read-documents.js';

/** Applications with what a real Argo CD said of them; the README there describes a folder. */
export const VERDICTS =
  process.env.GITDRIFT_TEST_VERDICTS ?? fileURLToPath(new URL('../../fixtures/argo-verdicts/', import.meta.url));

/** The repository that the recorded applications name. */
export const REPOSITORY = 'https://git.example.test/verdicts.git';

export const verdictNames: readonly string[] = readdirSync(VERDICTS)
  .filter((name) => name.startsWith('v-'))
  .sort((a, b) => numberOf(a) - numberOf(b));

function numberOf(name: string): number {
  return Number(name.split('-')[1]);
}

/** The documents of one file of a folder; undefined where it is not there. */
export function documentsOf(name: string, file: string): readonly JsonValue[] | undefined {
  const path = join(VERDICTS, name, file);
  if (!existsSync(path)) return undefined;
  return readDocuments(readFileSync(path, 'utf8'), file).documents.map(({ value }) => value);
}

export function applicationOf(name: string): KubernetesObject {
  const [object] = documentsOf(name, 'application.yaml') ?? [];
  return object as KubernetesObject;
}

/** A Git repository that holds the desired files where the application looks for them; `close` removes it. */
export function repositoryOf(name: string): { readonly folder: string; readonly close: () => void } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gitdrift-verdict-')));
  const git = (...args: string[]): void => {
    execFileSync('git', args, {
      cwd: folder,
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_AUTHOR_NAME: 'test',
        GIT_AUTHOR_EMAIL: 'test@example.com',
        GIT_COMMITTER_NAME: 'test',
        GIT_COMMITTER_EMAIL: 'test@example.com',
        // The same files are always the same commit.
        GIT_AUTHOR_DATE: '2026-11-30T12:00:00Z',
        GIT_COMMITTER_DATE: '2026-11-30T12:00:00Z',
      },
    });
  };
  git('init', '--quiet', '--initial-branch=main');
  const desired = join(VERDICTS, name, 'desired');
  const path = digString(applicationOf(name), 'spec', 'source', 'path');
  const target = path === undefined ? folder : join(folder, path);
  if (existsSync(desired)) {
    mkdirSync(dirname(target), { recursive: true });
    cpSync(desired, target, { recursive: true });
  }
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message', 'desired');
  return { folder, close: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Whether this machine has a program. */
export function hasProgram(name: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
}

/** The program beside git that an application's desired state needs, if any. */
export function neededProgram(name: string): 'helm' | 'kustomize' | undefined {
  const files = existsSync(join(VERDICTS, name, 'desired')) ? readdirSync(join(VERDICTS, name, 'desired')) : [];
  if (files.includes('Chart.yaml')) return 'helm';
  return files.includes('kustomization.yaml') ? 'kustomize' : undefined;
}

/** True where the program that the application needs is there; kubectl builds kustomizations too. */
export function canRender(name: string): boolean {
  const program = neededProgram(name);
  return program === undefined || hasProgram(program) || (program === 'kustomize' && hasProgram('kubectl'));
}

/** Text by which two values are equal whatever the order of their keys. */
export function canonical(value: JsonValue): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'bigint') return String(inner);
    if (!isObject(inner as JsonValue)) return inner;
    const object = inner as JsonObject;
    return Object.fromEntries(
      Object.keys(object)
        .sort()
        .map((key) => [key, object[key]]),
    );
  });
}
