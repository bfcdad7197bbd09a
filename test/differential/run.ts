import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { yamlModules } from '../../.ci/yaml-modules.mjs';

// src imports YAML files, which takes Vite's plugin; without `external` it would bundle nothing but run everything.
const { module } = await runnerImport<typeof import('./main.js')>(
  fileURLToPath(new URL('./main.ts', import.meta.url)),
  {
    configFile: false,
    plugins: [yamlModules()],
    logLevel: 'warn',
  },
);
process.exitCode = await module.main(process.argv.slice(2));
