import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One ConfigMap of a list, made when its page is asked for; `wanted` is one of those that desired names. */
export interface Listed {
  readonly name: string;
  readonly data: Readonly<Record<string, string>>;
}

/** A list in the namespace `shop` that is never held as a whole. */
export interface EndlessList {
  readonly length: number;
  /** The object at a position; names have to be unique. */
  at(position: number): Listed;
  /** The object of that name, for a GET. */
  named(name: string): Listed | undefined;
}

/** A plain-HTTP API server of nothing but ConfigMaps, and what was asked of it. */
export interface ListServer {
  readonly url: string;
  readonly pages: number;
  readonly gets: number;
  readonly close: () => void;
}

const LIST = '/api/v1/namespaces/shop/configmaps';

/**
 * Serves pages of the list as an API server does (limit, continue, remainingItemCount). Real etcd takes minutes to hold
 * as much, and the reader cannot tell.
 */
export async function serveList(list: EndlessList): Promise<ListServer> {
  const asked = { pages: 0, gets: 0 };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://list');
    const answer = (status: number, body: string): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
    };
    if (pathname === '/version') return answer(200, '{"gitVersion":"v1.36.3"}');
    if (pathname === LIST) {
      asked.pages++;
      return answer(200, pageOf(list, Number(searchParams.get('continue') ?? 0), Number(searchParams.get('limit'))));
    }
    const found = pathname.startsWith(`${LIST}/`) ? list.named(pathname.slice(LIST.length + 1)) : undefined;
    if (found === undefined) return answer(404, '{"kind":"Status","message":"not found"}');
    asked.gets++;
    answer(200, JSON.stringify(objectOf(found)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get pages() {
      return asked.pages;
    },
    get gets() {
      return asked.gets;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function pageOf(list: EndlessList, start: number, limit: number): string {
  const end = Math.min(start + limit, list.length);
  const items = Array.from({ length: end - start }, (_, at) => objectOf(list.at(start + at)));
  const metadata = end < list.length ? { continue: String(end), remainingItemCount: list.length - end } : {};
  return JSON.stringify({ kind: 'ConfigMapList', apiVersion: 'v1', metadata, items });
}

function objectOf({ name, data }: Listed) {
  return { metadata: { name, namespace: 'shop', uid: `uid-of-${name}` }, data };
}
