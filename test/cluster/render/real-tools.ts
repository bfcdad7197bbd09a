import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { digString } from '../../../src/model/json.js';
import { originAt } from '../../../src/model/manifest.js';
import type { Rendered, RenderRequest } from '../../../src/model/source.js';
import { render } from '../../../src/render/render.js';
import { opened, request, scratch } from '../../render/fake-tools.js';

/** A folder with one program alone, so that nothing else of the machine can be found. */
export function only(name: string, program: string): string {
  const folder = scratch();
  mkdirSync(join(folder, 'bin'));
  symlinkSync(program, join(folder, 'bin', name));
  return join(folder, 'bin');
}

/** Renders what stands at a path, with the programs of one folder. */
export function run(location: string, root: string, bin: string, more: Partial<RenderRequest> = {}): Promise<Rendered> {
  const home = scratch();
  const env = { PATH: bin, HOME: home, TMPDIR: home };
  return render(opened(location, { root }), request(more), { cwd: root, env, progress: () => {} });
}

/** `Kind/name` and where the value at a pointer is declared. */
export function places(rendered: Rendered, pointers: readonly string[]): string[] {
  return rendered.documents.map(({ value, origins }) => {
    const at = pointers.map((pointer) => originAt(origins, pointer)).map(({ file, line }) => `${file}:${line ?? '?'}`);
    return `${digString(value, 'kind')}/${digString(value, 'metadata', 'name')} ${at.join(' ')}`;
  });
}
