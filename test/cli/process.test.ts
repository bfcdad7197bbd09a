import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `start()` in a process of its own; `stdout` is a file descriptor, or `closed` for a pipe that nobody reads. */
function runScript(
  script: string,
  argv: readonly string[],
  stdout: number | 'pipe' | 'closed' = 'pipe',
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', script, ...argv], {
      cwd: ROOT,
      env: { ...process.env, CI: '' },
      stdio: ['ignore', stdout === 'closed' ? 'pipe' : stdout, 'pipe'],
    });
    const text = { out: '', err: '' };
    if (stdout === 'closed') child.stdout?.destroy();
    else child.stdout?.on('data', (chunk) => (text.out += String(chunk)));
    child.stderr?.on('data', (chunk) => (text.err += String(chunk)));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...text }));
  });
}

function spawnOn(file: string, argv: readonly string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, ['--import', 'tsx', file, ...argv], { cwd: ROOT });
}

/** The exit code, or the signal that ended it. */
function ending(child: ChildProcessWithoutNullStreams): Promise<number | NodeJS.Signals | null> {
  return new Promise((resolve) => child.on('close', (code, signal) => resolve(code ?? signal)));
}

describe('the process', () => {
  let folder = '';
  let script = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gitdrift-process-'));
    script = join(folder, 'gitdrift.mjs');
    const main = JSON.stringify(new URL('../../src/main.ts', import.meta.url).href);
    await writeFile(script, `const { start } = await import(${main});\nstart();\n`);
    await symlink(script, join(folder, 'kubectl-gitdrift'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('prints its help and ends with 0', async () => {
    const { code, out, err } = await runScript(script, ['--help']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^Usage: gitdrift COMMAND/);
    expect(out).toContain('130 interrupted');
  });

  it('says that its working directory is gone', async () => {
    const gone = join(folder, 'gone.mjs');
    const [main, home] = [new URL('../../src/main.ts', import.meta.url).href, join(folder, 'home')].map((text) =>
      JSON.stringify(text),
    );
    const away = `fs.mkdirSync(${home}); process.chdir(${home}); fs.rmdirSync(${home});`;
    await writeFile(gone, `import fs from 'node:fs';\nconst { start } = await import(${main});\n${away}\nstart();\n`);
    expect(await runScript(gone, ['version'])).toEqual({
      code: 2,
      out: '',
      err: 'error: the working directory cannot be read: it does not exist\nhint: change to a folder that is there\n',
    });
  });

  it('ends with 2 where the command line is wrong', async () => {
    expect(await runScript(script, ['diff', '-o', 'jsn'])).toEqual({
      code: 2,
      out: '',
      err: 'error: --output has no format "jsn"\nhint: did you mean json?\n',
    });
  });

  it('knows the name that kubectl runs it by', async () => {
    expect((await runScript(join(folder, 'kubectl-gitdrift'), ['diff', '-h'])).out).toMatch(
      /^Usage: kubectl gitdrift diff/,
    );
  });

  it('ends quietly where nobody reads what it prints', async () => {
    expect(await runScript(script, ['--help'], 'closed')).toEqual({ code: 0, out: '', err: '' });
  });

  it('stops reading standard input when it is interrupted', async () => {
    const own = join(folder, 'reads.mjs');
    const io = JSON.stringify(new URL('../../src/cli/process-io.ts', import.meta.url).href);
    await writeFile(
      own,
      [
        `const { processIo } = await import(${io});`,
        `const controller = new AbortController();`,
        `process.on('SIGHUP', () => controller.abort('SIGHUP'));`,
        `processIo(controller.signal).readStdin().catch((error) => process.stdout.write(error.code));`,
      ].join('\n'),
    );
    const child = spawnOn(own, []);
    let out = '';
    child.stdout.on('data', (text) => (out += String(text)));
    // More than a pipe holds: once it is gone, somebody reads.
    child.stdin.write('#'.repeat(1 << 20), () => child.kill('SIGHUP'));
    expect(await ending(child)).toBe(0);
    expect(out).toBe('interrupted');
  });

  it.skipIf(process.platform === 'win32')('ends by a second signal though a read is blocked for ever', async () => {
    const [pipe, marker] = ['pipe', 'exited'].map((name) => JSON.stringify(join(folder, name)));
    const own = join(folder, 'blocked.mjs');
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    await writeFile(
      own,
      [
        `import { readFile, writeFileSync } from 'node:fs';`,
        `readFile(${pipe}, () => {});`,
        await readFile(script, 'utf8'),
        `process.on('exit', () => writeFileSync(${marker}, ''));`,
        `process.on('SIGHUP', () => process.stdout.write('heard'));`,
        `process.stdout.write('ready');`,
      ].join('\n'),
    );
    const child = spawnOn(own, ['diff', '-']);
    const signals: NodeJS.Signals[] = ['SIGHUP', 'SIGINT'];
    child.stdout.on('data', () => child.kill(signals.shift()));
    expect(await ending(child)).toBe('SIGINT');
    expect(existsSync(join(folder, 'exited'))).toBe(true);
  });

  it.skipIf(!existsSync('/dev/full'))('says so where the disk is full, and does not end with 0', async () => {
    const { code, err } = await runScript(script, ['--help'], openSync('/dev/full', 'w'));
    expect(code).toBe(2);
    expect(err).toMatch(/^error: cannot write to standard output: ENOSPC/);
  });
});
