/** Our data files; `.ci/yaml-modules.mjs` turns them into modules. */
declare module '*.yaml' {
  const data: unknown;
  export default data;
}
