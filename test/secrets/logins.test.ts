import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pullChart } from '../../src/render/argocd/pull-chart.js';
import { apartFromLogin, withLogin } from '../../src/source/git-login.js';
import { openSource } from '../../src/source/open-source.js';
import { fakeTools, renderIo } from '../render/fake-tools.js';
import { git, hasGit, repository, scratch, sourceIo } from '../source/repositories.js';

const PASSWORD = 'p4ss/w0rd Zq81';
const LOGIN = `ci:${encodeURIComponent(PASSWORD)}`;

/** A repository behind a login, served as files; what each request's header said. */
async function guarded(): Promise<{ url: string; seen: (string | undefined)[] }> {
  const folder = repository({ 'apps/catalog/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n' });
  git(folder, 'update-server-info');
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    const { authorization } = request.headers;
    seen.push(authorization);
    if (authorization === undefined) {
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end();
      return;
    }
    const file = join(folder, '.git', new URL(request.url ?? '/', 'http://x').pathname.replace('/shop.git', ''));
    if (existsSync(file)) response.end(readFileSync(file));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `127.0.0.1:${(server.address() as AddressInfo).port}/shop.git`, seen };
}

/** A folder with a git that notes what every git gets and then is git; also those that git starts. */
function notingGit(): { bin: string; notes: string } {
  const bin = scratch();
  const notes = join(bin, 'notes');
  const body = `#!/bin/sh\nprintf '%s\\n' "$@" >> ${notes}\nPATH=${process.env.PATH}\nexec git "$@"\n`;
  const folder = scratch({ git: body });
  chmodSync(join(folder, 'git'), 0o755);
  return { bin: folder, notes };
}

describe('the login of a repository’s URL', () => {
  it.skipIf(!hasGit)('opens the repository and is in no argument and no file', async () => {
    const { url, seen } = await guarded();
    const { bin, notes } = notingGit();
    const cwd = scratch();
    const io = sourceIo(cwd);
    const env = { ...io.env, PATH: `${bin}:${process.env.PATH}` };
    const request = { repoURL: `http://${LOGIN}@${url}`, path: 'apps/catalog', recursive: false };
    const source = await openSource({ kind: 'git', ...request } as Parameters<typeof openSource>[0], { ...io, env });
    expect(readdirSync(source.location ?? '')).toEqual(['a.yaml']);
    expect(seen.filter(Boolean)).toContain(`Basic ${Buffer.from(`ci:${PASSWORD}`).toString('base64')}`);
    const config = readFileSync(join(source.root ?? '', '.git/config'), 'utf8');
    const told = readFileSync(notes, 'utf8');
    expect(told).toContain(url);
    for (const text of [config, told]) expect(text).not.toMatch(/p4ss|w0rd|Zq81/);
    expect(source.repoURL).toBe(`http://${url}`);
    await source.close();
  });

  it.each([
    ['https://git.example/shop', 'https://git.example/shop', undefined],
    ['git@git.example:team/shop.git', 'git@git.example:team/shop.git', undefined],
    ['ssh://git:secret@git.example/shop', 'ssh://git@git.example/shop', undefined],
    ['https://token@git.example/shop', 'https://git.example/shop', 'credential.https://git.example.username=token'],
    [
      'https://u:p@a@git.example:8443/s?x=1',
      'https://git.example:8443/s?x=1',
      'credential.https://git.example:8443.helper=',
    ],
    ['/srv/a@b/shop', '/srv/a@b/shop', undefined],
  ])('%s is %s, and %s', (given, url, line) => {
    const apart = apartFromLogin(given);
    expect(apart.url).toBe(url);
    expect(apart.login?.config[0]?.join('=')).toBe(line);
  });

  it('cannot add lines of its own to what git reads', () => {
    expect(() => apartFromLogin('https://u%0Ahost=evil:p@git.example/shop')).toThrow(/control character/);
  });

  it('joins what the environment configures already', () => {
    const { login } = apartFromLogin('https://token@git.example/shop');
    expect(withLogin({ GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'a.b', GIT_CONFIG_VALUE_0: 'c' }, login)).toEqual({
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_0: 'a.b',
      GIT_CONFIG_VALUE_0: 'c',
      GIT_CONFIG_KEY_1: 'credential.https://git.example.username',
      GIT_CONFIG_VALUE_1: 'token',
    });
  });
});

describe('a chart', () => {
  const HELM = `
if (args[0] === 'pull') {
  const into = args[args.indexOf('--untardir') + 1];
  fs.mkdirSync(into + '/web');
  fs.writeFileSync(into + '/web/Chart.yaml', 'name: web\\nversion: 1.2.3\\n');
}
const config = process.env.HELM_REPOSITORY_CONFIG;
if (config) fs.appendFileSync(process.env.HOME + '/seen', fs.readFileSync(config, 'utf8') + (fs.statSync(config).mode & 0o777).toString(8));
`;

  it('of a repository with a login is fetched without it among the arguments', async () => {
    const tools = fakeTools({ helm: HELM });
    const io = renderIo(tools);
    const wanted = { repoURL: `https://${LOGIN}@charts.example/stable`, chart: 'web', targetRevision: '1.x' };
    expect(await pullChart(wanted, scratch(), io)).toMatchObject({ version: '1.2.3' });
    const calls = tools.calls('helm');
    expect(calls.map(({ args }) => args.slice(0, 2))).toEqual([
      ['repo', 'update'],
      ['pull', 'charts/web'],
    ]);
    expect(JSON.stringify(calls)).not.toMatch(/p4ss|w0rd|Zq81/);
    const seen = readFileSync(join(io.env.HOME ?? '', 'seen'), 'utf8');
    expect(seen).toContain(JSON.stringify(PASSWORD));
    expect(seen.slice(-3)).toBe('600');
  });

  it.each(['--destination=/tmp/elsewhere', '-d'])('cannot be named %s', async (chart) => {
    const tools = fakeTools({ helm: HELM });
    const wanted = { repoURL: 'https://charts.example/stable', chart, targetRevision: '1.x' };
    await expect(pullChart(wanted, scratch(), renderIo(tools))).rejects.toMatchObject({ code: 'source-not-found' });
    expect(tools.calls('helm')).toEqual([]);
  });
});
