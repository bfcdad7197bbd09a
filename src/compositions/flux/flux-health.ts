import type { FluxApplication } from '../../model/flux.js';
import type { Cluster } from '../../model/live.js';
import type { ApplicationReport, Finding, ResourceReport } from '../../model/report.js';
import { type ResourceRef, refKey, refText } from '../../model/resource.js';
import { applicationHealth, resourceHealth } from '../../verdict/application-health.js';
import type { HealthRules } from '../../verdict/health/health-rules.js';

/** The objects that Flux's own word on health is of, with their health; undefined where that is every object, or where it has none. */
export async function checkedHealth(
  application: FluxApplication,
  resources: readonly ResourceReport[],
  cluster: Cluster,
  rules: HealthRules,
): Promise<readonly ResourceReport[] | undefined> {
  if (application.kind !== 'kustomization' || application.waits || application.healthChecks.length === 0) {
    return undefined;
  }
  const own = new Map(resources.map((resource) => [refKey(resource), resource]));
  const others = application.healthChecks.filter((ref) => !own.has(refKey(ref)));
  const found = await cluster.fetch(others);
  return application.healthChecks.map((ref) => {
    const declared = own.get(refKey(ref));
    if (declared !== undefined && declared.outcome !== 'missing') return declared;
    const live = found.get(refKey(ref)) ?? ({ kind: 'missing' } as const);
    return checked(ref, resourceHealth(ref, live, rules));
  });
}

/** A check of what is not there fails, which a missing object of an application does not do by itself. */
function checked(ref: ResourceRef, health: ResourceReport['health']): ResourceReport {
  return { ...ref, outcome: 'compared', sync: 'None', health, drift: [], ignored: [], undeclared: [] };
}

/** Health of an application by Flux's rule: of everything with `wait`, of what `healthChecks` names, else of everything again. */
export function fluxHealth(
  all: readonly ResourceReport[],
  checks: readonly ResourceReport[] | undefined,
): ApplicationReport['health'] {
  if (checks === undefined) return applicationHealth(all, new Set());
  const { status, message } = applicationHealth(checks, new Set());
  return { status, message: `${message ?? ''} (of what spec.healthChecks names)` };
}

/** What is not well and is not among the checks: Flux says nothing of it. */
export function uncheckedFindings(
  all: readonly ResourceReport[],
  checks: readonly ResourceReport[] | undefined,
): readonly Finding[] {
  if (checks === undefined) return [];
  const known = new Set(checks.map(refKey));
  return all.flatMap(({ health, outcome, ...rest }): Finding[] => {
    if (known.has(refKey(rest)) || outcome !== 'compared' || health === null) return [];
    if (health.status !== 'Degraded' && health.status !== 'Progressing') return [];
    const { group, version, kind, namespace, name } = rest;
    const message = `${refText(rest)} is ${health.status} (${health.message}), and spec.healthChecks does not name it: the Kustomization is Ready all the same`;
    return [
      { code: 'health-not-counted', severity: 'note', resource: { group, version, kind, namespace, name }, message },
    ];
  });
}
