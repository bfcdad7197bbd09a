// The main job on a recorded cluster: what differs, who wrote it, and whether that is explained.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const args = [
  'diff',
  'fixtures/demo/desired',
  '--live',
  'fixtures/demo/live.json',
  '-n',
  'marketplace',
  '--name',
  'catalog-prod',
  '--no-exit-code',
];
process.stdout.write(`$ gitdrift ${args.join(' ')}\n\n`);
const { status } = spawnSync(process.execPath, [join(root, 'bin', 'gitdrift.js'), ...args], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
