import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { engine } from '../../src/engine.js';
import type { KubernetesObject } from '../../src/model/resource.js';
import type { SuspendPlan } from '../../src/model/suspend-plan.js';
import { type Transcript, transcript } from '../cli/fake-io.js';
import { scratch } from '../source/repositories.js';

/** Runs `suspend-plan` over saved objects. */
export function runPlan(
  objects: readonly KubernetesObject[],
  args: readonly string[],
  around: { readonly columns?: number } = {},
): Promise<Transcript> {
  const folder = scratch({});
  writeFileSync(join(folder, 'live.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
  return transcript(['suspend-plan', ...args, '--live', join(folder, 'live.json')], engine, {
    cwd: folder,
    env: { NO_COLOR: '1' },
    ...(around.columns === undefined ? {} : { tty: true, columns: around.columns }),
  });
}

/** The plan as JSON. */
export async function planOf(objects: readonly KubernetesObject[], ...args: readonly string[]): Promise<SuspendPlan> {
  const { out, err } = await runPlan(objects, [...args, '-o', 'json']);
  if (out === '') throw new Error(err);
  return JSON.parse(out) as SuspendPlan;
}
