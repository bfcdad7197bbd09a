import { whyNotReady } from '../../gitops/flux/depends-on.js';
import { HELM_GROUP } from '../../gitops/flux/read-helm-release.js';
import { KUSTOMIZE_GROUP } from '../../gitops/flux/read-kustomization.js';
import type { Next } from '../../model/drift.js';
import type { FluxApplication, FluxDependency } from '../../model/flux.js';
import type { ResourceReport } from '../../model/report.js';
import { type KubernetesObject, refText } from '../../model/resource.js';
import type { FluxObjects } from './flux-objects.js';

/** What holds an object of Flux up: `certain` is false where it could not be told whether something does. */
export interface FluxWaiting {
  readonly certain: boolean;
  readonly message: string;
}

/**
 * What an object of Flux waits for before it applies or corrects anything (`spec.dependsOn`), the first that is not ready;
 * undefined where nothing holds it up.
 */
export async function waitsFor(application: FluxApplication, objects: FluxObjects): Promise<FluxWaiting | undefined> {
  if (application.dependsOn.length === 0) return undefined;
  const group = application.kind === 'kustomization' ? KUSTOMIZE_GROUP : HELM_GROUP;
  const revision = await revisionOf(application, objects);
  for (const dependency of application.dependsOn) {
    const found = await objects.find(group, dependency);
    if (found.kind !== 'found') return { certain: found.absent === true, message: found.reason };
    const waiting =
      dependency.readyExpr === undefined
        ? certainly(whyNotReady(application, found.object, revision))
        : await byExpression(dependency, application.object, found.object, dependency.readyExpr);
    if (waiting !== undefined) return waiting;
  }
  return undefined;
}

/** Of the artifact of a Kustomization's own source, as far as it can be read. */
async function revisionOf(application: FluxApplication, objects: FluxObjects): Promise<string | undefined> {
  if (application.kind !== 'kustomization') return undefined;
  const source = await objects.source(application.source).catch(() => undefined);
  return source?.revision;
}

function certainly(message: string | undefined): FluxWaiting | undefined {
  return message === undefined ? undefined : { certain: true, message };
}

/** `readyExpr` takes the place of the Ready condition. */
async function byExpression(
  dependency: FluxDependency,
  self: KubernetesObject,
  dep: KubernetesObject,
  text: string,
): Promise<FluxWaiting | undefined> {
  // The machine for CEL is loaded only where there is an expression.
  const { celExpression } = await import('../../verdict/health/cel/expression.js');
  const answer = celExpression(text)({ self, dep });
  const name = refText(dependency);
  if (answer.kind === 'failed') return { certain: false, message: `readyExpr of ${name} failed: ${answer.reason}` };
  return certainly(answer.value ? undefined : `${name} is not ready by readyExpr (${text})`);
}

/** A report in which nothing happens before a dependency is ready. */
export function heldBack(resource: ResourceReport, waiting: FluxWaiting | undefined): ResourceReport {
  if (waiting?.certain !== true) return resource;
  const held = <Entry extends { readonly next?: Next }>(entry: Entry): Entry => {
    if (entry.next === undefined || !ACTS.has(entry.next.code)) return entry;
    const message = `not before what it depends on is ready: ${waiting.message}`;
    return { ...entry, next: { code: 'stays-until-sync', message } };
  };
  return {
    ...held(resource),
    drift: resource.drift.map(held),
    ignored: resource.ignored.map(held),
    undeclared: resource.undeclared.map(held),
  };
}

/** What a reconcile would do, which is not run. */
const ACTS: ReadonlySet<Next['code']> = new Set(['reverted-at-reconcile', 'removed-at-sync', 'writers-fight']);
