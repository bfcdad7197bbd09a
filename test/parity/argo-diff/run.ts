import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

// src imports YAML files, which plain tsx cannot: as in test/differential/run.ts.
const { yamlModules } = await import(new URL('../../../.ci/yaml-modules.mjs', import.meta.url).href);
const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const { module } = await runnerImport<typeof import('./main.js')>(main, {
  configFile: false,
  plugins: [yamlModules()],
  logLevel: 'warn',
});
process.exitCode = module.main(process.argv.slice(2));
