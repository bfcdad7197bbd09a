import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { onTestFinished } from 'vitest';

/** A layer of an image: a media type, and bytes. */
export interface Layer {
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** What a registry holds under one tag. */
export interface Image {
  readonly tag: string;
  readonly layers: readonly Layer[];
  readonly config?: Layer;
}

export interface Registry {
  /** `127.0.0.1:PORT`. */
  readonly host: string;
  /** The digest of a tag's manifest. */
  digest(tag: string): string;
  readonly asked: readonly string[];
}

/** Who may pull: `Basic …` at once, or with a token that the registry itself gives for it. */
interface Login {
  readonly basic: string;
  readonly token?: string;
}

export const sha256 = (bytes: Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** A gzipped tar archive of files. */
export async function archive(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const tar = pack();
  for (const [name, text] of Object.entries(files)) tar.entry({ name }, text);
  tar.finalize();
  return gzipSync(await buffer(tar));
}

/** A layer as `flux push artifact` makes it. */
export async function fluxLayer(files: Readonly<Record<string, string>>): Promise<Layer> {
  return { mediaType: 'application/vnd.cncf.flux.content.v1.tar+gzip', bytes: await archive(files) };
}

const EMPTY: Layer = { mediaType: 'application/vnd.oci.empty.v1+json', bytes: Buffer.from('{}') };

/** A registry over plain HTTP with one repository, two tags a page; gone when the test ends. */
export async function fakeRegistry(repository: string, images: readonly Image[], login?: Login): Promise<Registry> {
  const blobs = new Map<string, Buffer>();
  const manifests = new Map<string, Buffer>();
  const describe = ({ mediaType, bytes }: Layer) => {
    blobs.set(sha256(bytes), bytes);
    return { mediaType, digest: sha256(bytes), size: bytes.length };
  };
  for (const { tag, layers, config = EMPTY } of images) {
    const manifest = Buffer.from(
      JSON.stringify({
        schemaVersion: 2,
        mediaType: 'application/vnd.oci.image.manifest.v1+json',
        config: describe(config),
        layers: layers.map(describe),
      }),
    );
    manifests.set(tag, manifest);
    manifests.set(sha256(manifest), manifest);
  }
  const asked: string[] = [];
  const tags = images.map(({ tag }) => tag);
  let host = '';

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const { pathname, searchParams } = new URL(request.url ?? '', `http://${host}`);
    asked.push(pathname);
    const { authorization } = request.headers;
    if (pathname === '/token') {
      if (login === undefined || authorization !== login.basic) return void response.writeHead(401).end();
      return void response.end(JSON.stringify({ token: login.token, scope: searchParams.get('scope') }));
    }
    const wanted = login?.token === undefined ? login?.basic : `Bearer ${login.token}`;
    if (wanted !== undefined && authorization !== wanted) {
      const challenge =
        login?.token === undefined
          ? 'Basic realm="registry"'
          : `Bearer realm="http://${host}/token",service="registry",scope="repository:${repository}:pull"`;
      return void response.writeHead(401, { 'www-authenticate': challenge }).end();
    }
    const path = pathname.startsWith(`/v2/${repository}/`) ? pathname.slice(`/v2/${repository}/`.length) : '';
    if (pathname === '/v2/') return void response.end('{}');
    if (path === 'tags/list') {
      const from = Number(searchParams.get('from') ?? 0);
      const more = from + 2 < tags.length ? { link: `<${pathname}?from=${from + 2}>; rel="next"` } : {};
      response.writeHead(200, { 'content-type': 'application/json', ...more });
      return void response.end(JSON.stringify({ name: repository, tags: tags.slice(from, from + 2) }));
    }
    const [, kind, name = ''] = /^(manifests|blobs)\/(.+)$/.exec(path) ?? [];
    const found = kind === 'manifests' ? manifests.get(name) : blobs.get(name);
    if (found === undefined) return void response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': kind === 'manifests' ? 'application/vnd.oci.image.manifest.v1+json' : 'application/octet-stream',
      'content-length': String(found.length),
      'docker-content-digest': sha256(found),
    });
    response.end(request.method === 'HEAD' ? undefined : found);
  };
  host = await listening(createServer(answer));
  return { host, digest: (tag) => sha256(manifests.get(tag) ?? Buffer.alloc(0)), asked };
}

/** A chart repository over HTTP that serves these files. */
export async function fakeFiles(files: Readonly<Record<string, Buffer>>): Promise<string> {
  return listening(
    createServer((request, response) => {
      const found = files[(request.url ?? '').replace(/^\//, '')];
      if (found === undefined) response.writeHead(404).end();
      else response.end(found);
    }),
  );
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
