import type { ArgoHealthScript } from './model/argo-settings.js';
import type { JsonValue } from './model/json.js';
import type { AnalyzeRequest } from './model/request.js';
import { readHealthScripts } from './source/health-scripts.js';
import { readHealthChecks } from './verdict/health/cel/read-checks.js';
import type { HealthRules } from './verdict/health/health-rules.js';

/** The rules of a run; `argocd` gives those of an Argo CD installation, by the health scripts of its settings. */
export interface RunHealthRules {
  readonly plain: HealthRules;
  argocd(settings: readonly ArgoHealthScript[]): Promise<HealthRules>;
  /** `plain` with the checks of a Flux Kustomization (`spec.healthCheckExprs`) before all others. */
  flux(healthCheckExprs: JsonValue | undefined): Promise<HealthRules>;
}

/**
 * Reads what the user says of health (`--health-rules`, `--health-scripts`). The Lua machine is loaded only where there is a script, and
 * scripts of the same settings share what is known of them: one that had to be stopped is not tried on and on. Throws
 * `config`.
 */
export async function openHealthRules(request: Pick<AnalyzeRequest, 'health'>, cwd: string): Promise<RunHealthRules> {
  const { scripts: folder, rules: reading } = request.health ?? {};
  const shipped = folder === undefined ? [] : await readHealthScripts(folder, cwd);
  const known = new Map<readonly ArgoHealthScript[], Promise<HealthRules>>();
  const plain: HealthRules = {
    ...(await rulesOf('all', [], shipped)),
    ...(reading === undefined ? {} : { reading }),
  };
  return {
    plain,
    async flux(healthCheckExprs) {
      const checks = readHealthChecks(healthCheckExprs);
      if (checks.length === 0) return plain;
      const { celHealth } = await import('./verdict/health/cel/cel-health.js');
      const byChecks = celHealth(checks);
      return { ...plain, scripts: (object) => byChecks(object) ?? plain.scripts?.(object) };
    },
    argocd(settings) {
      const rules = known.get(settings) ?? rulesOf('argocd', settings, shipped);
      known.set(settings, rules);
      return rules;
    },
  };
}

/** Rules of kinds with scripts: those of the settings first, then those that are shipped. */
export async function rulesOf(
  kinds: HealthRules['kinds'],
  settings: readonly ArgoHealthScript[],
  shipped: readonly ArgoHealthScript[],
): Promise<HealthRules> {
  if (settings.length + shipped.length === 0) return { kinds };
  const { healthScripts } = await import('./verdict/health/lua/health-scripts.js');
  return { kinds, scripts: healthScripts({ settings, shipped }) };
}
