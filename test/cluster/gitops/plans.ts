import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import type { PlanCheck, PlanCommand, PlanStep, SuspendPlan } from '../../../src/model/suspend-plan.js';
import type { Live } from './hands.js';

const ajv = new Ajv2020({ allErrors: true });
addFormats.default(ajv);
const schema = readFileSync(new URL('../../../docs/suspend-plan.schema.json', import.meta.url), 'utf8');
const isValid = ajv.compile(JSON.parse(schema) as object);

/** A plan that was printed, checked against the published schema. */
export function planFrom({ out, err }: { readonly out: string; readonly err: string }): SuspendPlan {
  if (out === '') throw new Error(err);
  const plan: unknown = JSON.parse(out);
  expect(isValid(plan), JSON.stringify(isValid.errors)).toBe(true);
  return plan as SuspendPlan;
}

/** Types a command into a shell: what it printed, without the line break at the end; throws what it said where it fails. */
export type Shell = (command: string) => Promise<string>;

export function shellOf(cluster: { readonly kubeconfig: string; readonly kubectl: string }): Shell {
  return (command) =>
    new Promise((resolve, reject) => {
      const child = spawn('sh', ['-c', command], {
        env: {
          PATH: [dirname(cluster.kubectl), process.env.PATH].join(delimiter),
          KUBECONFIG: cluster.kubeconfig,
          KUBECACHEDIR: `${cluster.kubeconfig}-cache`,
        },
      });
      const text = { out: '', err: '' };
      child.stdout.setEncoding('utf8').on('data', (part: string) => {
        text.out += part;
      });
      child.stderr.setEncoding('utf8').on('data', (part: string) => {
        text.err += part;
      });
      child.on('error', reject);
      child.on('close', (code) => {
        if (code === 0) resolve(text.out.trimEnd());
        else reject(new Error(`${command}\nended with ${code}: ${text.err}${text.out}`));
      });
    });
}

/** One line for each step: what is done, by which tools under which managers. */
export const stepsOf = ({ steps }: Pick<SuspendPlan, 'steps'>): readonly string[] =>
  steps.map(
    ({ does, onlyIf, commands }) =>
      `${onlyIf === undefined ? '' : 'perhaps '}${does}: ${commands.map(({ tool, manager }) => `${tool} as ${manager}`).join(', ')}`,
  );

/** Does a step with kubectl: asks whether it may, does it, and reads it back. */
export async function doStep(step: PlanStep, shell: Shell): Promise<void> {
  const { allowed, command } = byKubectl(step);
  expect(await shell(allowed), allowed).toBe('yes');
  await shell(command);
  await readBack(step.readBack, shell);
}

export async function readBack({ command, prints }: PlanCheck, shell: Shell): Promise<void> {
  expect(prints, command).toContain(await shell(command));
}

export function byKubectl({ commands }: PlanStep): PlanCommand {
  const found = commands.find(({ tool }) => tool === 'kubectl');
  if (found === undefined) throw new Error('no command of kubectl');
  return found;
}

/** An object without what every write changes. */
export function settled({ metadata, ...rest }: Live): Live {
  const { managedFields: _managed, resourceVersion: _version, generation: _generation, ...kept } = metadata;
  const { status: _status, ...spec } = rest;
  return { ...spec, metadata: kept };
}

/** Some owners, a workload, and everybody who acts on them. */
export interface Scene {
  /** Asks gitdrift for the plan. */
  plan(): Promise<SuspendPlan>;
  /** Somebody changes the image by hand. */
  hotfix(): Promise<void>;
  image(): Promise<string>;
  /** Every controller once, as it would act by itself. */
  round(): Promise<void>;
  /** The fix is merged into Git. */
  merge(): void;
  owners(): Promise<readonly Live[]>;
}

export const FIXED = 'registry.example/catalog:hotfix';
export const BROKEN = 'registry.example/catalog:1.0.0';

/**
 * Holds a plan against what the controllers do: without it the fix is lost; the last step alone is put back where the plan
 * says so; all steps together hold the fix; undoing them leaves everything as it was, and the merged fix in place.
 */
export async function proves(scene: Scene, shell: Shell): Promise<SuspendPlan> {
  await scene.hotfix();
  await scene.round();
  expect(await scene.image(), 'nobody is suspended').toBe(BROKEN);

  const before = (await scene.owners()).map(settled);
  const plan = await scene.plan();
  const last = plan.steps.at(-1);
  if (last === undefined) throw new Error('the plan has no step');
  expect(plan.steps.every(({ onlyIf }) => onlyIf === undefined)).toBe(true);

  if (plan.nearer.length > 0) {
    expect(plan.steps.length).toBeGreaterThan(1);
    await shell(byKubectl(last).command);
    await scene.hotfix();
    await scene.round();
    await scene.round();
    expect(last.readBack.prints, `alone: ${last.does}`).not.toContain(await shell(last.readBack.command));
    expect(await scene.image(), 'the nearest owner alone').toBe(BROKEN);
    expect((await scene.owners()).map(settled)).toEqual(before);
  }

  for (const step of plan.steps) {
    await doStep(step, shell);
    await scene.round();
    await readBack(step.readBack, shell);
  }
  await scene.hotfix();
  for (let look = 0; look < 2; look++) await scene.round();
  expect(await scene.image(), 'all steps').toBe(FIXED);
  for (const step of plan.steps) await readBack(step.readBack, shell);

  scene.merge();
  for (const step of plan.undo.steps) await doStep(step, shell);
  expect((await scene.owners()).map(settled)).toEqual(before);
  await scene.round();
  expect(await scene.image(), 'Git has the fix').toBe(FIXED);
  expect((await scene.owners()).map(settled)).toEqual(before);
  return plan;
}
