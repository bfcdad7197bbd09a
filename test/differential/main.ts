import { parseArgs } from 'node:util';
import { buildControlPlane } from '../controlplane/build.js';
import { startControlPlane } from '../controlplane/start.js';
import { runDifferential } from './differential.js';
import { caseText, disagrees, sharesOf, summaryText } from './tally.js';

const USAGE = 'usage: npm run test:differential -- [--cases N] [--seed S] [--from K] [--only K] [--show N]';

/** What is asked for: docs/differential.md has the figures of the last run. */
const LEAST = { sync: 0.995, paths: 0.995, writers: 0.99 };

/** The command: runs the cases on a control plane of its own, prints disagreements and the tables; 1 where it failed. */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      cases: { type: 'string', default: '2000' },
      seed: { type: 'string', default: '1' },
      from: { type: 'string', default: '0' },
      only: { type: 'string' },
      show: { type: 'string', default: '10' },
    },
  });
  const [cases, seed, from, show] = [values.cases, values.seed, values.from, values.show].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  if ([cases, seed, from, show].some((value) => !Number.isInteger(value))) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const numbers =
    values.only === undefined
      ? Array.from({ length: cases }, (_, at) => from + at)
      : values.only.split(',').map(Number);
  const { kubectl } = await buildControlPlane();
  const plane = await startControlPlane();
  let shown = 0;
  try {
    const agreements = await runDifferential({
      kubeconfig: plane.kubeconfig,
      program: kubectl,
      seed,
      numbers,
      progress: (done) => process.stderr.write(`${done} of ${numbers.length} cases\n`),
      judged: (agreement) => {
        if (values.only === undefined && (!disagrees(agreement) || shown >= show)) return;
        shown += 1;
        process.stdout.write(`${caseText(agreement, seed)}\n\n`);
      },
    });
    process.stdout.write(`${summaryText(agreements)}\n`);
    const { sync, paths, writers } = sharesOf(agreements);
    return sync >= LEAST.sync && paths >= LEAST.paths && writers >= LEAST.writers ? 0 : 1;
  } finally {
    await plane.stop();
  }
}
