import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { findProgram, runTool, ToolFailure, type ToolIo, type ToolRun } from '../../src/render/run-tool.js';
import { fakeTools, scratch } from './fake-tools.js';

function runOf(body: string, more: Partial<ToolRun> = {}) {
  const tools = fakeTools({ renderer: body });
  const run = { name: 'renderer', program: join(tools.bin, 'renderer'), args: [], cwd: tools.bin, ...more };
  return { tools, run, start: (io: Partial<ToolIo> = {}) => runTool(run, { env: {}, ...io }) };
}

/** True where nobody has this process number, or only a process that ended and was not waited for yet. */
function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
}

describe('runTool', () => {
  it('passes arguments as they are, without a shell', async () => {
    const args = ['$(touch x)', '; touch x', 'two words', '', '*'];
    const { tools, start } = runOf(`print('out'); say('err')`, { args });
    expect(await start()).toEqual({ stdout: 'out', stderr: 'err' });
    expect(tools.calls('renderer')).toMatchObject([{ args, cwd: tools.bin }]);
    expect(existsSync(join(tools.bin, 'x'))).toBe(false);
  });

  it('passes named variables only, and PATH without relative entries', async () => {
    const { tools, start } = runOf('', { env: { GIVEN: '1' } });
    const path = ['.', '/usr/bin', '', 'node_modules/.bin'].join(delimiter);
    const secrets = { GITHUB_TOKEN: 's3cret', AWS_SECRET_ACCESS_KEY: 's3cret', KUBECONFIG: '/k', HELM_PLUGINS: '/p' };
    await start({
      env: {
        ...secrets,
        PATH: path,
        HOME: '/home/ci',
        https_proxy: 'http://proxy.example',
        LANG: 'C',
        NODE_OPTIONS: '--x',
      },
    });
    const [call] = tools.calls('renderer');
    expect(call?.env).toEqual({
      PATH: '/usr/bin',
      HOME: '/home/ci',
      https_proxy: 'http://proxy.example',
      LANG: 'C',
      GIVEN: '1',
    });
  });

  it('a failure keeps what was said', async () => {
    const { start } = runOf(`print('half'); say('Error: no'); process.exitCode = 3`);
    const failure = await start().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ToolFailure);
    expect(failure).toMatchObject({ message: 'renderer ended with exit code 3', stderr: 'Error: no' });
  });

  it('reads more than a pipe holds', async () => {
    const { start } = runOf(`process.stdout.write('x'.repeat(3_000_000))`);
    expect((await start()).stdout).toHaveLength(3_000_000);
  });

  it('stops at the time limit', async () => {
    const { start } = runOf('setInterval(() => {}, 1000)');
    await expect(start({ timeoutMs: 100 })).rejects.toMatchObject({
      code: 'renderer-failed',
      message: 'renderer did not finish within 0.1 s and was stopped',
    });
  });

  it.skipIf(process.platform === 'win32')(
    'stops with everything that was started, also where it holds the output',
    async () => {
      const controller = new AbortController();
      const { tools, start } = runOf(
        `const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
       fs.writeFileSync('unfinished', String(child.pid));
       fs.renameSync('unfinished', 'child.pid');`,
      );
      const running = start({ signal: controller.signal }).catch((error: unknown) => error);
      const pid = await vi.waitFor(() => Number(readFileSync(join(tools.bin, 'child.pid'), 'utf8')), 10_000);
      expect(isGone(pid)).toBe(false);
      controller.abort();
      expect(await running).toMatchObject({ code: 'interrupted' });
      await vi.waitFor(() => expect(isGone(pid)).toBe(true), 10_000);
    },
  );

  it('stops at the output limit', async () => {
    const { start } = runOf(`for (;;) print('x'.repeat(65536))`);
    await expect(start({ outputLimit: 2 * 1024 * 1024 })).rejects.toMatchObject({
      code: 'renderer-failed',
      message: 'renderer printed more than 2 MiB and was stopped',
    });
  });

  it('stops when interrupted, and does not start afterwards', async () => {
    const controller = new AbortController();
    const { tools, start } = runOf('setInterval(() => {}, 1000)');
    const running = start({ signal: controller.signal });
    controller.abort();
    await expect(running).rejects.toMatchObject({ code: 'interrupted' });
    const before = tools.calls('renderer').length;
    await expect(start({ signal: controller.signal })).rejects.toMatchObject({ code: 'interrupted' });
    expect(tools.calls('renderer')).toHaveLength(before);
  });

  it('says so where the program cannot be run', async () => {
    const folder = scratch({ renderer: '#!/nowhere/interpreter\n' });
    chmodSync(join(folder, 'renderer'), 0o755);
    const run = { name: 'renderer', program: join(folder, 'renderer'), args: [], cwd: folder };
    await expect(runTool(run, { env: {} })).rejects.toMatchObject({
      code: 'renderer-failed',
      message: /cannot be run/,
    });
  });
});

describe('findProgram', () => {
  it('finds the first executable file of the name, through absolute entries of PATH only', async () => {
    const first = scratch({ 'helm/x': '', kustomize: '' });
    const second = fakeTools({ helm: '' });
    const find = (...entries: string[]) => findProgram('helm', { PATH: entries.join(delimiter) });
    expect(await find(first, second.bin)).toBe(join(second.bin, 'helm'));
    expect(await find(relative(process.cwd(), second.bin), '')).toBeUndefined();
    writeFileSync(join(second.bin, 'plain'), '');
    expect(await findProgram('plain', { PATH: second.bin })).toBeUndefined();
    expect(await findProgram('helm', {})).toBeUndefined();
  });
});
