import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { dig, digString, type JsonValue } from '../../model/json.js';
import { parseJson } from '../../model/json-text.js';
import type { Environment } from '../git-environment.js';

/**
 * What the user's docker configuration says for a registry: `user:password` in base64, as `Authorization: Basic` takes it.
 * Undefined where it holds no login of the registry, as where a credential helper keeps it: programs are not run for it.
 */
export async function registryLogin(host: string, env: Environment): Promise<string | undefined> {
  const folder = env.DOCKER_CONFIG || join(env.HOME || homedir(), '.docker');
  const text = await readFile(join(folder, 'config.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  let config: JsonValue;
  try {
    config = parseJson(text);
  } catch {
    return undefined;
  }
  for (const name of [host, `https://${host}`, `http://${host}`, ...(host === HUB ? HUB_NAMES : [])]) {
    const entry = dig(config, 'auths', name);
    const auth = digString(entry, 'auth');
    if (auth !== undefined && auth !== '') return auth;
    const [user, password] = [digString(entry, 'username'), digString(entry, 'password')];
    if (user !== undefined && password !== undefined) return Buffer.from(`${user}:${password}`).toString('base64');
  }
  return undefined;
}

/** Where docker.io answers, and the name under which docker keeps its login. */
export const HUB = 'registry-1.docker.io';
const HUB_NAMES = ['docker.io', 'https://index.docker.io/v1/'];
