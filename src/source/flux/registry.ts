import { createHash } from 'node:crypto';
import { GitdriftError } from '../../model/errors.js';
import type { Environment } from '../git-environment.js';
import { HUB, registryLogin } from './registry-login.js';

/** One repository of a registry. */
export interface Registry {
  /** The manifest of a tag or digest, and its own digest (`sha256:…`). */
  manifest(reference: string): Promise<{ readonly text: string; readonly digest: string }>;
  /** A blob, checked against its digest. */
  blob(digest: string): Promise<Buffer>;
  tags(): Promise<readonly string[]>;
}

/** What asking may use of the world. */
export interface RegistryIo {
  readonly env: Environment;
  readonly signal?: AbortSignal;
}

const MANIFESTS = [
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');

/** A registry without an answer for so long hangs. */
const PATIENCE_MS = 60_000;

/** More pages of tags than any repository has. */
const PAGES = 100;

/**
 * Reads `oci://HOST/REPOSITORY` by the distribution API, with the user's own docker login where one is kept there, else
 * as nobody in particular. Everything throws `source-not-found`, or `interrupted`.
 */
export function openRegistry(address: string, insecure: boolean, io: RegistryIo): Registry {
  const [, host = '', repository = ''] = /^oci:\/\/([^/]+)\/(.+?)\/*$/i.exec(address) ?? [];
  if (repository === '') throw refused(address, 'it is no address of the form oci://HOST/REPOSITORY');
  const real = host === 'docker.io' ? HUB : host;
  const base = `${insecure ? 'http' : 'https'}://${real}/v2/${repository}`;
  let authorization: string | undefined;

  const ask = async (url: string, accept: string): Promise<Response> => {
    const send = (): Promise<Response> =>
      reach(url, address, io, { accept, ...(authorization === undefined ? {} : { authorization }) });
    let answer = await send();
    if (answer.status === 401 && authorization === undefined) {
      authorization = await authorize(answer.headers.get('www-authenticate') ?? '', real, address, insecure, io);
      if (authorization !== undefined) answer = await send();
    }
    if (answer.ok) return answer;
    throw refused(address, STATUS[answer.status] ?? `the registry answered ${answer.status}`);
  };

  return {
    async manifest(reference) {
      const text = await bytesOf(await ask(`${base}/manifests/${reference}`, MANIFESTS), address);
      const digest = digestOf(text);
      if (reference.includes(':') && reference !== digest) throw refused(address, `its manifest is not ${reference}`);
      return { text: text.toString('utf8'), digest };
    },
    async blob(digest) {
      const bytes = await bytesOf(await ask(`${base}/blobs/${digest}`, '*/*'), address);
      if (digestOf(bytes) !== digest) throw refused(address, `what it gave is not ${digest}`);
      return bytes;
    },
    async tags() {
      const found: string[] = [];
      let url: string | undefined = `${base}/tags/list`;
      for (let page = 0; url !== undefined && page < PAGES; page++) {
        const answer: Response = await ask(url, 'application/json');
        const { tags } = (await answer.json()) as { readonly tags?: readonly string[] | null };
        found.push(...(tags ?? []));
        const next: string | undefined = /<([^>]+)>;\s*rel="?next"?/.exec(answer.headers.get('link') ?? '')?.[1];
        url = next === undefined ? undefined : new URL(next, url).href;
      }
      return found;
    },
  };
}

const STATUS: Readonly<Record<number, string>> = {
  401: 'the registry wants a login',
  403: 'the registry refuses it',
  404: 'the registry has no such image',
  429: 'the registry takes no more requests for now',
};

async function reach(
  url: string,
  address: string,
  { signal }: RegistryIo,
  headers: Record<string, string>,
): Promise<Response> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  try {
    return await fetch(url, { headers, signal: signal === undefined ? patience : AbortSignal.any([signal, patience]) });
  } catch (error) {
    if (signal?.aborted) throw new GitdriftError('interrupted', 'interrupted');
    const { cause, message } = error as Error;
    throw refused(address, cause instanceof Error ? cause.message || message : message);
  }
}

/** What to send with requests: a token, for which the challenge says whom to ask, or the login itself. */
async function authorize(
  challenge: string,
  host: string,
  address: string,
  insecure: boolean,
  io: RegistryIo,
): Promise<string | undefined> {
  const login = await registryLogin(host, io.env);
  const basic = login === undefined ? undefined : `Basic ${login}`;
  if (!/^bearer /i.test(challenge)) return basic;
  const parameters = new Map(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const realm = parameters.get('realm') ?? '';
  if (!URL.canParse(realm)) return undefined;
  const url = new URL(realm);
  // A login goes to nobody who could be overheard, unless the registry itself is such a one.
  if (url.protocol !== 'https:' && !insecure) throw refused(address, 'it asks for a login over plain HTTP');
  for (const name of ['service', 'scope']) {
    const value = parameters.get(name);
    if (value !== undefined) url.searchParams.set(name, value);
  }
  const answer = await reach(url.href, address, io, basic === undefined ? {} : { authorization: basic });
  if (!answer.ok) throw refused(address, STATUS[answer.status] ?? `no token is given (${answer.status})`);
  const { token, access_token: other } = (await answer.json()) as { token?: string; access_token?: string };
  const given = token ?? other;
  return given === undefined ? undefined : `Bearer ${given}`;
}

/** Larger ones are no set of manifests. */
const LARGEST = 100 * 1024 * 1024;

async function bytesOf(answer: Response, address: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += (part as Uint8Array).length;
    if (size > LARGEST) throw refused(address, 'it is larger than 100 MiB');
    parts.push(part as Uint8Array);
  }
  return Buffer.concat(parts);
}

function digestOf(bytes: Buffer): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

function refused(address: string, why: string): GitdriftError {
  return new GitdriftError('source-not-found', `${address} cannot be pulled: ${why}`, {
    hint: `log in with docker login (a credential helper is not run), or give a folder with its content: --repo-map ${address}=DIR`,
  });
}
