import { parentClaims } from '../../gitops/chain/claims.js';
import type { Controller } from '../../model/controller.js';
import type { ChainLink } from '../../model/owner-chain.js';
import type { ResourceReport } from '../../model/report.js';
import { type KubernetesObject, type ResourceRef, refOf } from '../../model/resource.js';

/**
 * Who applies an object that differs, as far as a comparison looks: its controller, and above that what the controller's
 * own marks name, which nobody asked. Nearest first; empty where the object bears no mark of the controller.
 */
export function managedBy(
  resource: ResourceReport,
  live: KubernetesObject | undefined,
  controller: Controller,
): readonly ChainLink[] {
  const { drift, undeclared, ignored } = resource;
  if (live === undefined || drift.length + undeclared.length + ignored.length === 0) return [];
  const parent = controller.kind === 'unread' ? controller.ref : refOf(objectOf(controller));
  const evidence = parentClaims(live).claims.flatMap(({ parent: named, message }) =>
    isNamed(parent, named) ? [{ kind: 'annotation' as const, message }] : [],
  );
  if (evidence.length === 0) return [];
  const { group, version, kind, namespace, name } = resource;
  const doubt = controller.kind === 'unread' ? { doubt: `it could not be read: ${controller.reason}` } : {};
  const nearest: ChainLink = { child: { group, version, kind, namespace, name }, parent, evidence, ...doubt };
  return controller.kind === 'unread' ? [nearest] : [nearest, ...above(objectOf(controller))];
}

const objectOf = (controller: Exclude<Controller, { kind: 'unread' }>): KubernetesObject =>
  controller.kind === 'argocd' ? controller.application.object : controller.object;

/** The owners that a controller's marks name. Charts set the instance label, too: alone it says too little. */
function above(object: KubernetesObject): readonly ChainLink[] {
  return parentClaims(object).claims.flatMap(({ basis, parent, message }) =>
    basis === 'instance-label'
      ? []
      : [
          {
            child: refOf(object),
            parent,
            evidence: [{ kind: basis === 'owner-reference' ? ('object' as const) : ('annotation' as const), message }],
            doubt: 'it was not asked whether that is so; suspend-plan does',
          },
        ],
  );
}

/** A mark does not always tell the namespace. */
function isNamed(parent: ResourceRef, named: ResourceRef): boolean {
  return (
    parent.group === named.group &&
    parent.kind === named.kind &&
    parent.name === named.name &&
    (named.namespace === '' || parent.namespace === named.namespace)
  );
}
