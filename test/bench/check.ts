import type { Report } from '../../src/model/report.js';
import { type Bench, gitdriftDiff } from './contenders.js';
import { plantDrift } from './fill-cluster.js';
import { runTimed } from './timing.js';

/**
 * That speed is not bought with answers: all objects must be Synced, and one changed image must be found, and who
 * changed it. Throws what is wrong.
 */
export async function checkAnswers(bench: Bench): Promise<void> {
  const { length: count } = bench.declared;
  const clean = await report(bench, 0);
  const { synced, resources, drift } = clean.summary;
  if (resources !== count || synced !== count || drift.total !== 0) {
    throw new Error(`not all of ${count} objects are Synced: ${JSON.stringify(clean.summary)}`);
  }

  const deployment = bench.declared.findLast(({ kind }) => kind === 'Deployment');
  if (deployment === undefined) throw new Error('the world has no Deployment');
  const undo = await plantDrift(bench.access, deployment);
  try {
    const drifted = await report(bench, 1);
    const found = drifted.applications.flatMap(({ resources }) =>
      resources.flatMap(({ name, drift }) => drift.map(({ path, writer }) => `${name} ${path} ${writer.manager}`)),
    );
    const expected = `${deployment.metadata.name} .spec.template.spec.containers[name="web"].image kubectl-set`;
    if (found.length !== 1 || found[0] !== expected) {
      throw new Error(`the planted drift ${expected} is not what was found: ${found.join(', ') || 'nothing'}`);
    }
  } finally {
    await undo();
  }
}

async function report(bench: Bench, exitCode: number): Promise<Report> {
  const ran = await runTimed(gitdriftDiff(bench, '--output=json'));
  if (ran.code !== exitCode) {
    throw new Error(
      `gitdrift ended with exit code ${ran.code}, not ${exitCode}:\n${ran.stderr}${ran.stdout.slice(0, 2000)}`,
    );
  }
  return JSON.parse(ran.stdout) as Report;
}
