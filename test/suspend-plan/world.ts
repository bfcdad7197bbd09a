import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { engine } from '../../src/engine.js';
import type { KubernetesObject } from '../../src/model/resource.js';
import type { SuspendPlan } from '../../src/model/suspend-plan.js';
import { type Transcript, transcript } from '../cli/fake-io.js';
import { scratch } from '../source/repositories.js';

const ajv = new Ajv2020({ allErrors: true });
addFormats.default(ajv);
const schema = readFileSync(new URL('../../docs/suspend-plan.schema.json', import.meta.url), 'utf8');
const isValid = ajv.compile(JSON.parse(schema) as object);

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

/** The plan as JSON, checked against the published schema. */
export async function planOf(objects: readonly KubernetesObject[], ...args: readonly string[]): Promise<SuspendPlan> {
  const { out, err } = await runPlan(objects, [...args, '-o', 'json']);
  if (out === '') throw new Error(err);
  const plan: unknown = JSON.parse(out);
  if (!isValid(plan)) throw new Error(JSON.stringify(isValid.errors));
  return plan as SuspendPlan;
}
