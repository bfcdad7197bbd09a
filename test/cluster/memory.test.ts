import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { type EndlessList, serveList } from './endless-list.js';

const PROGRAM = fileURLToPath(new URL('../../bin/gitdrift.js', import.meta.url));
/** Says how much memory the process took at most, as the last line of its standard error. */
const TOLD = 'process.on("exit", () => process.stderr.write("\\n" + process.resourceUsage().maxRSS))';
const PAYLOAD = 'x'.repeat(4000);
const MEGABYTE = 1024;

const ours = (position: number) => ({ name: `ours-${position}`, data: { color: 'blue' } });

/** Ours, and between any two of them `apart` foreign ConfigMaps of 4 KB. */
function scattered(count: number, apart: number): EndlessList {
  return {
    length: count * (apart + 1),
    at: (position) =>
      position % (apart + 1) === apart
        ? ours(Math.floor(position / (apart + 1)))
        : { name: `batch-${position}`, data: { payload: `${PAYLOAD}${position}` } },
    named: (name) => (name.startsWith('ours-') ? ours(Number(name.slice(5))) : undefined),
  };
}

async function compare(list: EndlessList, count: number) {
  const server = await serveList(list);
  const folder = await mkdtemp(join(tmpdir(), 'gitdrift-memory-'));
  onTestFinished(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });
  const desired = join(folder, 'desired.yaml');
  const documents = Array.from({ length: count }, (_, at) => {
    const { name, data } = ours(at);
    return JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop' }, data });
  });
  await writeFile(desired, documents.join('\n---\n'));
  const kubeconfig = join(folder, 'kubeconfig');
  await writeFile(
    kubeconfig,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'list',
      contexts: [{ name: 'list', context: { cluster: 'list', user: 'reader' } }],
      clusters: [{ name: 'list', cluster: { server: server.url } }],
      users: [{ name: 'reader', user: {} }],
    }),
  );
  const { code, stdout, stderr } = await run(['diff', desired, `--kubeconfig=${kubeconfig}`, '-o', 'json']);
  expect(code, stderr).toBe(0);
  const { summary } = JSON.parse(stdout) as { summary: { resources: number; synced: number } };
  expect(summary).toMatchObject({ resources: count, synced: count });
  return { megabytes: Number(stderr.trim().split('\n').at(-1)) / MEGABYTE, pages: server.pages, gets: server.gets };
}

function run(args: readonly string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    const hook = `data:text/javascript,${encodeURIComponent(TOLD)}`;
    const child = spawn(process.execPath, ['--import', hook, PROGRAM, ...args]);
    const text = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => (text.stdout += String(chunk)));
    child.stderr.on('data', (chunk) => (text.stderr += String(chunk)));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...text }));
  });
}

it('memory is bounded by a page and by what desired names, not by what else is in the lists', async () => {
  const few = await compare(scattered(1250, 8), 1250);
  const many = await compare(scattered(1250, 40), 1250);
  // Every page was read: 51,250 objects, 200 MB.
  expect([few.pages, few.gets, many.pages, many.gets]).toEqual([23, 0, 103, 0]);
  expect(many.megabytes).toBeLessThan(200);
  expect(many.megabytes - few.megabytes).toBeLessThan(30);
});

it('ten objects beside fifty thousand of others take one page and a request each', async () => {
  const { megabytes, pages, gets } = await compare(scattered(10, 5000), 10);
  expect([pages, gets]).toEqual([1, 10]);
  expect(megabytes).toBeLessThan(150);
});
