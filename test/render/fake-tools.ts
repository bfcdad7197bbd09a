import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { OpenedSource, RenderRequest } from '../../src/model/source.js';
import type { RenderIo } from '../../src/render/render.js';

/** A folder with these files, by its real path, gone when the test ends. */
export function scratch(files: Record<string, string | Uint8Array> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gitdrift-test-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** One call of a fake tool: what it was given. */
interface Call {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** Programs that stand in for the real ones: each notes its calls and runs the body of a JavaScript function of `args`. */
export interface FakeTools {
  /** The folder to put on PATH. */
  readonly bin: string;
  calls(name: string): Call[];
}

export function fakeTools(bodies: Record<string, string>): FakeTools {
  const bin = scratch();
  for (const [name, body] of Object.entries(bodies)) {
    const log = JSON.stringify(join(bin, `${name}.log`));
    writeFileSync(
      join(bin, name),
      `#!${process.execPath}
const fs = require('node:fs');
const args = process.argv.slice(2);
fs.appendFileSync(${log}, JSON.stringify({ args, env: process.env, cwd: process.cwd() }) + '\\n');
const print = (text) => fs.writeSync(1, text);
const say = (text) => fs.writeSync(2, text);
${body}
`,
    );
    chmodSync(join(bin, name), 0o755);
  }
  return {
    bin,
    calls(name) {
      const log = join(bin, `${name}.log`);
      if (!existsSync(log)) return [];
      const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
      return lines.map((line) => JSON.parse(line) as Call);
    },
  };
}

/** What render gets in tests: PATH is the folder of the fakes alone. */
export function renderIo(tools: { readonly bin: string }, more: Partial<RenderIo> = {}): RenderIo {
  const home = scratch();
  return { cwd: home, env: { PATH: tools.bin, HOME: home, TMPDIR: home }, progress: () => {}, ...more };
}

export function request(more: Partial<RenderRequest> = {}): RenderRequest {
  return { values: [], set: [], apiVersions: [], ...more };
}

/** A source that is open at a path; its root is the path itself unless given. */
export function opened(location: string, more: Partial<OpenedSource> = {}): OpenedSource {
  return {
    kind: 'directory',
    name: 'catalog',
    location,
    root: location,
    recursive: false,
    path: '.',
    close: async () => {},
    ...more,
  };
}
