// The one-way rule of docs/architecture.md. Each rule says what its break would mean.
const STAGES = 'source|render|desired|cluster|compare|ownership|explain|timeline|gitops|verdict';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'model-imports-nothing',
      comment: 'The vocabulary knows no stage: whatever a type needs of a stage belongs into the stage.',
      severity: 'error',
      from: { path: '^src/model/' },
      to: { path: '^src/(?!model/)' },
    },
    {
      name: 'stages-are-independent',
      comment:
        'A stage that imports a sibling can no longer be read, tested or replaced alone; share a type in model/.',
      severity: 'error',
      from: { path: `^src/(${STAGES})/` },
      to: { path: '^src/', pathNot: ['^src/model/', '^src/$1/', '^src/yaml-modules.d.ts'] },
    },
    {
      name: 'report-sees-only-the-model',
      comment:
        'A report is a view of the finished document; one that looks anywhere else shows what the JSON does not say.',
      severity: 'error',
      from: { path: '^src/report/' },
      to: { path: '^src/', pathNot: '^src/(model|report)/' },
    },
    {
      name: 'only-compositions-import-stages',
      comment:
        'Only src/compositions/ and the files at the root of src/ put stages together; the command line asks them.',
      severity: 'error',
      from: { path: '^src/(cli|config)/' },
      to: { path: `^src/(${STAGES}|compositions)/` },
    },
    {
      name: 'io-where-it-belongs',
      comment:
        'Files, processes and the network only where data enters or leaves: everything else stays pure and testable.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(source|render|cluster|config|cli)/|^src/main.ts' },
      to: {
        path: '^(node:)?(fs|fs/promises|child_process|http|https|http2|net|tls|dgram|dns|dns/promises|worker_threads)$',
      },
    },
    {
      name: 'no-test-code-in-src',
      comment: 'What ships must not depend on what tests.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^test/' },
    },
    {
      name: 'no-circular',
      comment:
        'Circles hide what depends on what. The walk of compare/ is one recursion over values, lists and live-only fields.',
      severity: 'error',
      from: { pathNot: '^src/compare/(value|list|keyed-list|live-only|replaced)[.]ts' },
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nobody imports is dead.',
      severity: 'error',
      from: { orphan: true, path: '^src/', pathNot: ['[.]d[.]ts$', '^src/main.ts$'] },
      to: {},
    },
  ],
  options: {
    // What bin/ starts is the bundle: its chunks load one another as esbuild cut them.
    doNotFollow: { path: ['node_modules', '^dist/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
