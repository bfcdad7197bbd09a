import { defineConfig } from 'vitest/config';
import { yamlModules } from './.ci/yaml-modules.mjs';

const plugins = [yamlModules()];

export default defineConfig({
  test: {
    projects: [
      {
        plugins,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/cluster/**', 'test/browser/**'],
          testTimeout: 20_000,
        },
      },
      {
        plugins,
        test: { name: 'browser', include: ['test/browser/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
      },
      {
        plugins,
        test: {
          name: 'cluster',
          include: ['test/cluster/**/*.test.ts'],
          globalSetup: ['test/controlplane/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 900_000,
        },
      },
    ],
  },
});
