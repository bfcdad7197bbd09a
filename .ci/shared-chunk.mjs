// Which parts of the bundle go into one chunk, so that a run opens a few files instead of some sixty.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** What nearly every command loads, named by where it begins: the chunk holds all that these import. */
const BEGINNINGS = ['src/cli/commands/diff.ts', 'src/analyze.ts', 'src/report/text.ts'];
/** Loaded without the chunk: it is there by then, or all of a command that needs nothing of it. */
const WITHOUT = new Set(['src/cli/commands/version.ts']);

const NAME = 'gitdrift:shared';

/**
 * esbuild plugin for the bundle that `options` describe. esbuild puts modules into one chunk where the same entries
 * reach them, which cut what commands share into a file for each set of commands. So each part that is loaded later
 * imports all of the beginnings as well.
 */
export async function sharedChunk(root, options) {
  const { metafile } = await build({ ...options, write: false, metafile: true, absWorkingDir: root });
  const loadedLater = new Set(
    Object.values(metafile.inputs)
      .flatMap(({ imports }) => imports)
      .filter(({ kind, path }) => kind === 'dynamic-import' && path.startsWith('src/') && !WITHOUT.has(path))
      .map(({ path }) => join(root, path)),
  );
  return {
    name: 'shared-chunk',
    setup(bundle) {
      bundle.onResolve({ filter: new RegExp(`^${NAME}$`) }, () => ({ path: NAME, namespace: 'shared-chunk' }));
      bundle.onLoad({ filter: /.*/, namespace: 'shared-chunk' }, () => ({
        contents: BEGINNINGS.map((path) => `import ${JSON.stringify(join(root, path))};`).join('\n'),
        resolveDir: root,
      }));
      bundle.onLoad({ filter: /\.ts$/ }, ({ path }) =>
        loadedLater.has(path)
          ? { contents: `${readFileSync(path, 'utf8')}\nimport '${NAME}';\n`, loader: 'ts' }
          : undefined,
      );
    },
  };
}
