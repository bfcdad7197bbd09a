// Makes a fresh clone ready to run: installs the packages of package-lock.json when they are missing or older than it,
// and builds dist/. Needs Node and npm only.
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const installed = join(root, 'node_modules', '.package-lock.json');
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `gitdrift needs Node 20.19 or later; this is ${process.version}. Install a newer Node and run the command again.\n`,
  );
  process.exit(1);
}

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(join(root, 'package-lock.json')).mtimeMs) {
  process.stderr.write('installing packages (once)\n');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
}
run(process.execPath, [join(root, '.ci', 'build.mjs')]);

function run(command, args) {
  execFileSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
}
