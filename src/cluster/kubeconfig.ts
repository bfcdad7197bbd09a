import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { CORE_SCHEMA, loadAll, YAMLException } from 'js-yaml';
import { GitdriftError } from '../model/errors.js';
import { field, isArray, isObject, type JsonObject, type JsonValue } from '../model/json.js';
import { NoFileError, readText } from './read-text.js';

/** A named part of a kubeconfig, with the file that it came from. */
export interface KubeconfigEntry {
  readonly name: string;
  readonly body: JsonObject;
  readonly file: string;
}

/** All kubeconfig files as kubectl merges them: the first file that names something wins. */
export interface Kubeconfig {
  /** Files that exist, in order. */
  readonly files: readonly string[];
  readonly currentContext?: { readonly name: string; readonly file: string };
  readonly contexts: ReadonlyMap<string, KubeconfigEntry>;
  readonly clusters: ReadonlyMap<string, KubeconfigEntry>;
  readonly users: ReadonlyMap<string, KubeconfigEntry>;
}

/**
 * Reads `--kubeconfig`, else the files of KUBECONFIG, else ~/.kube/config. A file that is named by flag must exist; of
 * the others those that are missing are skipped, as kubectl does. Throws `kubeconfig-invalid`.
 */
export async function readKubeconfig(
  flag: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  signal?: AbortSignal,
): Promise<Kubeconfig> {
  const merged = {
    files: [] as string[],
    currentContext: undefined as Kubeconfig['currentContext'],
    contexts: new Map<string, KubeconfigEntry>(),
    clusters: new Map<string, KubeconfigEntry>(),
    users: new Map<string, KubeconfigEntry>(),
  };
  for (const file of kubeconfigFiles(flag, env)) {
    const text = await readConfig(file, flag !== undefined, signal);
    if (text === undefined) continue;
    merged.files.push(file);
    const config = parseKubeconfig(text, file);
    const current = field(config, 'current-context');
    if (typeof current === 'string' && current !== '') merged.currentContext ??= { name: current, file };
    addEntries(merged.contexts, field(config, 'contexts'), 'context', file);
    addEntries(merged.clusters, field(config, 'clusters'), 'cluster', file);
    addEntries(merged.users, field(config, 'users'), 'user', file);
  }
  const { currentContext, ...rest } = merged;
  return currentContext === undefined ? rest : { ...rest, currentContext };
}

/** A path in a kubeconfig, which counts from the file that names it. */
export function pathIn(entry: KubeconfigEntry, path: string): string {
  return isAbsolute(path) ? path : join(dirname(entry.file), path);
}

/** The files that are looked at, also those that do not exist. */
export function kubeconfigFiles(
  flag: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  if (flag !== undefined) return [flag];
  const listed = (env.KUBECONFIG ?? '').split(delimiter).filter((file) => file !== '');
  if (listed.length > 0) return [...new Set(listed)];
  const home = env.HOME ?? env.USERPROFILE;
  return home === undefined ? [] : [join(home, '.kube', 'config')];
}

async function readConfig(
  file: string,
  mustExist: boolean,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  try {
    return await readText(file, signal);
  } catch (cause) {
    if (signal?.aborted === true) throw new GitdriftError('interrupted', 'interrupted');
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' && !mustExist) return undefined;
    const why = code === 'ENOENT' ? 'it does not exist' : code === 'EACCES' ? 'permission denied' : code;
    const reason = cause instanceof NoFileError ? 'it is no file' : why;
    throw new GitdriftError('kubeconfig-invalid', `cannot read the kubeconfig ${file}: ${reason}`, {
      hint: 'name a readable file with --kubeconfig or KUBECONFIG',
      position: { file },
    });
  }
}

function parseKubeconfig(text: string, file: string): JsonValue {
  try {
    const value = loadAll(text, { schema: CORE_SCHEMA, json: true })[0] as JsonValue | undefined;
    if (value === undefined || value === null) return {};
    if (isObject(value) && isKubeconfig(value)) return value;
  } catch (error) {
    // The reason names a rule of YAML; the exception's message would quote the file, which holds credentials.
    const [why, line] =
      error instanceof YAMLException ? [error.reason, (error.mark?.line ?? 0) + 1] : ['syntax error', 1];
    throw new GitdriftError('kubeconfig-invalid', `the kubeconfig ${file} is not YAML: ${why} (line ${line})`, {
      position: { file, line },
    });
  }
  throw new GitdriftError('kubeconfig-invalid', `the file ${file} is no kubeconfig`, {
    hint: 'a kubeconfig has kind Config, and lists clusters, users and contexts',
    position: { file },
  });
}

/** kubectl takes a file without kind, and one that only names a current context; a manifest is neither. */
function isKubeconfig(value: JsonObject): boolean {
  if (value.kind !== undefined && value.kind !== 'Config') return false;
  const names = ['kind', 'clusters', 'users', 'contexts', 'current-context'];
  return Object.keys(value).length === 0 || names.some((name) => Object.hasOwn(value, name));
}

function addEntries(
  into: Map<string, KubeconfigEntry>,
  list: JsonValue | undefined,
  part: 'context' | 'cluster' | 'user',
  file: string,
): void {
  if (list === undefined || list === null) return;
  if (!isArray(list)) {
    throw new GitdriftError('kubeconfig-invalid', `${part}s in the kubeconfig ${file} is no list`, {
      position: { file },
    });
  }
  for (const item of list) {
    const [name, body] = [field(item, 'name'), field(item, part)];
    if (typeof name !== 'string' || into.has(name)) continue;
    into.set(name, { name, body: isObject(body) ? body : {}, file });
  }
}
