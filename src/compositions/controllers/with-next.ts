import { applyMode, optionsOf, respectsIgnore } from '../../gitops/next/apply-mode.js';
import { argoExtraneousNext, argoFieldNext, argoMissingNext } from '../../gitops/next/argo-next.js';
import { type ArgoSync, argoSync } from '../../gitops/next/argo-sync.js';
import { fluxFieldNext, fluxMissingNext } from '../../gitops/next/flux-next.js';
import { helmReleaseSync, kustomizationSync } from '../../gitops/next/flux-sync.js';
import type { ArgoController, Controller, FluxController } from '../../model/controller.js';
import type { Explanation, FieldDrift, Next } from '../../model/drift.js';
import type { ResourceReport } from '../../model/report.js';
import { type KubernetesObject, refText } from '../../model/resource.js';
import { managedBy } from './managed-by.js';

/** Both sides of a reported object; absent where it has none. */
export interface Sides {
  readonly desired?: KubernetesObject | undefined;
  readonly live?: KubernetesObject | undefined;
}

/** What the reports of one application's objects have in common. */
export interface Surrounding {
  readonly now: Date;
  /** Auto-sync would prune everything that the application has, and may not. */
  readonly wipesOut?: boolean;
  /** Desired is a version of Git that the controller may not follow yet: that of a request, say. */
  readonly ownVersion?: boolean;
}

/** The report of one object with what its controller would do next, in place of what is true without any. */
export function withNext(
  resource: ResourceReport,
  sides: Sides,
  controller: Controller | undefined,
  surrounding: Surrounding,
): ResourceReport {
  if (controller === undefined) return resource;
  const links = managedBy(resource, sides.live, controller);
  const owned = links.length === 0 ? resource : { ...resource, managedBy: links };
  return controller.kind === 'unread'
    ? withReason(owned, controller)
    : decidedBy(owned, sides, controller, surrounding);
}

function decidedBy(
  resource: ResourceReport,
  sides: Sides,
  controller: ArgoController | FluxController,
  surrounding: Surrounding,
): ResourceReport {
  const decide =
    controller.kind === 'argocd' ? byArgo(controller, sides, surrounding) : byFlux(controller, sides, surrounding);
  const next = resource.next === undefined ? undefined : (decide.object(resource) ?? resource.next);
  return {
    ...resource,
    ...(next === undefined ? {} : { next }),
    drift: resource.drift.map((entry) => decided(entry, decide.field(entry, 'drift'))),
    ignored: resource.ignored.map((entry) => decided(entry, decide.field(entry, 'ignored'))),
    undeclared: resource.undeclared.map((entry) => decided(entry, decide.field(entry, 'undeclared'))),
  };
}

interface Decider {
  field(entry: FieldDrift, list: 'drift' | 'ignored' | 'undeclared'): Next | undefined;
  object(resource: ResourceReport): Next | undefined;
}

function byArgo(
  controller: ArgoController,
  { desired, live }: Sides,
  { now, wipesOut = false, ownVersion = false }: Surrounding,
): Decider {
  const { application } = controller;
  const sync: ArgoSync = argoSync(controller, now);
  const mode = applyMode(application, desired, live);
  const respectIgnore = respectsIgnore(application);
  const comes = ownVersion && sync.kind !== 'stays';
  return {
    field: (entry, list) =>
      comes && list === 'drift' && isAsBase(entry.explanation)
        ? COMES_WITH_GIT
        : argoFieldNext({ entry, list, sync, mode, respectIgnore, now }),
    object: ({ outcome, requiresPruning, explanation }) => {
      if (outcome === 'missing') return comes && isAsBase(explanation) ? COMES_WITH_GIT : argoMissingNext(sync);
      if (outcome !== 'extraneous' || requiresPruning !== true) return undefined;
      const prune = application.syncPolicy.automated?.prune ?? false;
      return argoExtraneousNext({ sync, prune, options: optionsOf(live), wipesOut });
    },
  };
}

function byFlux(
  { kind, object: owner }: FluxController,
  { desired, live }: Sides,
  { now, ownVersion = false }: Surrounding,
): Decider {
  const sync = kind === 'flux-kustomization' ? kustomizationSync(owner, now) : helmReleaseSync(owner, now);
  const comes = ownVersion && sync.kind === 'reconciles';
  return {
    field: (entry, list) => {
      if (live === undefined) return undefined;
      const next = fluxFieldNext({ entry, list, sync, owner, live, desired });
      const reverts = next?.code === 'reverted-at-reconcile' && list === 'drift';
      return comes && reverts && isAsBase(entry.explanation) ? COMES_WITH_GIT : next;
    },
    object: ({ outcome, explanation }) => {
      if (outcome !== 'missing') return undefined;
      return comes && isAsBase(explanation) ? COMES_WITH_GIT : fluxMissingNext(sync);
    },
  };
}

/** True of a difference that Git itself makes: live is as the base of the comparison asks for. */
function isAsBase(explanation: Explanation | undefined): boolean {
  return explanation?.code === 'git-ahead' && explanation.base !== undefined;
}

const COMES_WITH_GIT: Next = {
  code: 'auto-sync-applies',
  message: 'live is as the base asks for, so nothing is set back: a sync brings this once it is merged',
};

function decided(entry: FieldDrift, next: Next | undefined): FieldDrift {
  return next === undefined ? entry : { ...entry, next };
}

/** Nothing more is known than without a controller, and why. */
function withReason(
  resource: ResourceReport,
  { ref, reason }: Extract<Controller, { kind: 'unread' }>,
): ResourceReport {
  const said = <Entry extends { readonly next?: Next }>(entry: Entry): Entry => {
    if (entry.next?.code !== 'unknown') return entry;
    const message = `${entry.next.message}: ${refText(ref)} applies it, and could not be read (${reason})`;
    return { ...entry, next: { ...entry.next, message } };
  };
  return { ...said(resource), drift: resource.drift.map(said) };
}
