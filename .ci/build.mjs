// Bundles src/ into dist/: one entry, what nearly all commands need, its lazy parts as chunks, and the schema data.
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { sharedChunk } from './shared-chunk.mjs';
import { yamlModulesForBundle } from './yaml-modules.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
// Built beside and swapped in: whoever runs the old one meanwhile keeps a whole one until the swap.
const fresh = join(root, `dist.${process.pid}`);

const options = {
  entryPoints: [join(root, 'src', 'main.ts')],
  outdir: fresh,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'linked',
  // Bundled CommonJS packages still ask for Node's own modules at run time.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
  logLevel: 'warning',
};
const plugins = [yamlModulesForBundle];

rmSync(fresh, { recursive: true, force: true });
await build({ ...options, plugins: [...plugins, await sharedChunk(root, { ...options, plugins })] });
cpSync(join(root, 'src', 'cluster', 'schema', 'data'), join(fresh, 'data'), { recursive: true });
// jq runs in a thread of its own, which loads it from a file; CommonJS, whatever the package says of its .js files.
const jq = join(root, 'node_modules', 'jq-web');
for (const [from, to] of [
  ['jq.js', 'jq.cjs'],
  ['jq.wasm', 'jq.wasm'],
  ['LICENSE', 'LICENSE'],
]) {
  cpSync(join(jq, from), join(fresh, 'jq', to));
}
// Moved out of the way first: a build that is stopped while it deletes leaves no half of a program behind.
const old = `${fresh}.old`;
if (existsSync(dist)) renameSync(dist, old);
renameSync(fresh, dist);
rmSync(old, { recursive: true, force: true });
