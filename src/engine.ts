import type { Engine } from './cli/engine.js';

/** The work behind the commands, loaded when a command needs it: `--help` loads none of it. */
export const engine: Engine = {
  analyze: async (...given) => (await import('./analyze.js')).analyze(...given),
  owners: async (...given) => (await import('./owners.js')).owners(...given),
  writers: async (...given) => (await import('./writers.js')).writers(...given),
  adopt: async (...given) => (await import('./adopt.js')).adopt(...given),
  explain: async (...given) => (await import('./explain-field.js')).explainField(...given),
  timeline: async (...given) => (await import('./timeline.js')).timeline(...given),
  suspendPlan: async (...given) => (await import('./suspend-plan.js')).suspendPlan(...given),
  record: async (...given) => (await import('./record.js')).record(...given),
};
