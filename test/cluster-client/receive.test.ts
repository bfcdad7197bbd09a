import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Get } from '../../src/cluster/http-get.js';
import { readPages } from '../../src/cluster/list-pages.js';
import { receive, TooLongError } from '../../src/cluster/receive.js';

async function answerOf(answer: (response: http.ServerResponse) => void): Promise<string> {
  const server = http.createServer((_, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('an answer', () => {
  test('as long as it may be is read', async () => {
    const url = await answerOf((response) => response.end('x'.repeat(1000)));
    expect((await receive(http.get(url), 0, 1000)).text).toHaveLength(1000);
  });

  test('that does not end is given up, without a time limit too', async () => {
    const url = await answerOf((response) => {
      const go = (): void => void (response.destroyed || response.write('x'.repeat(100), go));
      go();
    });
    await expect(receive(http.get(url), 0, 1000)).rejects.toBeInstanceOf(TooLongError);
  });

  test('that is small and unpacks to something long is given up', async () => {
    const url = await answerOf((response) => {
      response.setHeader('Content-Encoding', 'gzip');
      response.end(gzipSync('x'.repeat(100_000)));
    });
    await expect(receive(http.get(url), 0, 1000)).rejects.toBeInstanceOf(TooLongError);
  });
});

test('a list whose pages do not end is given up', async () => {
  let asked = 0;
  const get: Get = async () => ({ kind: 'ok', value: { metadata: { continue: String(asked++) }, items: [] } });
  const failed = await readPages(
    get,
    '/api/v1/pods',
    () => 'more',
    () => {},
  );
  expect(failed).toEqual({ kind: 'failed', status: 0, reason: 'the list does not end after 2000 pages' });
  expect(asked).toBe(2000);
});
