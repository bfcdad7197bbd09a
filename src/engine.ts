import type { Engine } from './cli/engine.js';

/** The work behind the commands, loaded when a command needs it: `--help` loads none of it. */
export const engine: Engine = {
  analyze: async (...given) => (await import('./analyze.js')).analyze(...given),
  owners: async (...given) => (await import('./compositions/owners/owners.js')).owners(...given),
  writers: async (...given) => (await import('./compositions/writers.js')).writers(...given),
  adopt: async (...given) => (await import('./compositions/adopt/adopt.js')).adopt(...given),
  explain: async (...given) => (await import('./compositions/explain/explain-field.js')).explainField(...given),
  timeline: async (...given) => (await import('./compositions/timeline/timeline.js')).timeline(...given),
  suspendPlan: async (...given) => (await import('./compositions/controllers/suspend-plan.js')).suspendPlan(...given),
  mergeReports: async (...given) =>
    (await import('./compositions/application/merged-report.js')).mergedReport(...given),
  rbac: async (...given) => (await import('./compositions/rbac/rbac.js')).rbac(...given),
  record: async (...given) => (await import('./compositions/live/record.js')).record(...given),
};
