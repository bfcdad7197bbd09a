import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';

/** The JavaScript module that stands for a data file of ours (`import rules from './rules.yaml'`). */
const moduleOf = (text) => `export default JSON.parse(${JSON.stringify(JSON.stringify(load(text)))});`;

/** Vite plugin: lets tests import our YAML data files, as the bundle does. */
export function yamlModules() {
  return {
    name: 'yaml-modules',
    transform: (text, id) => (id.endsWith('.yaml') ? { code: moduleOf(text), map: null } : null),
  };
}

/** esbuild plugin: the same for the bundle. */
export const yamlModulesForBundle = {
  name: 'yaml-modules',
  setup(build) {
    build.onLoad({ filter: /\.yaml$/ }, ({ path }) => ({
      contents: moduleOf(readFileSync(path, 'utf8')),
      loader: 'js',
    }));
  },
};
