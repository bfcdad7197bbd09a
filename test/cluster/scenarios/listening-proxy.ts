import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';

/** What somebody asked the API server for. */
export interface Heard {
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  readonly userAgent: string;
}

interface ListeningProxy {
  /** Plain http on a loopback port. */
  readonly url: string;
  readonly heard: readonly Heard[];
  close(): void;
}

/** Stands before an API server and writes down what passes: its audit log here leaves out reads. */
export async function listenBefore(server: string): Promise<ListeningProxy> {
  const heard: Heard[] = [];
  const agent = new https.Agent({ keepAlive: true, rejectUnauthorized: false });
  const proxy = http.createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    heard.push({ method, path: url.replace(/\?.*/, ''), userAgent: headers['user-agent'] ?? '' });
    const { host: _, ...passed } = headers;
    const onward = https.request(new URL(url, server), { agent, method, headers: passed }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', (error) => response.destroy(error));
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    heard,
    close: () => {
      proxy.close();
      proxy.closeAllConnections();
      agent.destroy();
    },
  };
}
