import type { ArgoHealthScript } from '../../model/argo-settings.js';
import type { JsonValue } from '../../model/json.js';
import type { PolicyHealthRule } from '../../model/policy.js';
import type { AnalyzeRequest } from '../../model/request.js';
import { readHealthScripts } from '../../source/health-scripts.js';
import { readHealthChecks } from '../../verdict/health/cel/read-checks.js';
import type { HealthRules, HealthScripts } from '../../verdict/health/health-rules.js';
import type { ScriptSources } from '../../verdict/health/lua/health-scripts.js';

/** The rules of a run; `argocd` gives those of an Argo CD installation, by the health scripts of its settings. */
export interface RunHealthRules {
  readonly plain: HealthRules;
  argocd(settings: readonly ArgoHealthScript[]): Promise<HealthRules>;
  /** `plain` with the checks of a Flux Kustomization (`spec.healthCheckExprs`) before all others. */
  flux(healthCheckExprs: JsonValue | undefined): Promise<HealthRules>;
}

/**
 * Reads what the user says of health (`--health-rules`, `--health-scripts`, `health` of the policy). The Lua machine is loaded only where there is a script, and
 * scripts of the same settings share what is known of them: one that had to be stopped is not tried on and on. Throws
 * `config`.
 */
export async function openHealthRules(
  request: Pick<AnalyzeRequest, 'health' | 'policy'>,
  cwd: string,
): Promise<RunHealthRules> {
  const { scripts: folder, rules: reading } = request.health ?? {};
  const shipped = folder === undefined ? [] : await readHealthScripts(folder, cwd);
  const policy = await policyRules(request.policy?.health ?? []);
  const known = new Map<readonly ArgoHealthScript[], Promise<HealthRules>>();
  const plain: HealthRules = {
    ...(await rulesOf('all', [], shipped, policy)),
    ...(reading === undefined ? {} : { reading }),
  };
  return {
    plain,
    async flux(healthCheckExprs) {
      const checks = readHealthChecks(healthCheckExprs);
      if (checks.length === 0) return plain;
      const { celHealth } = await import('../../verdict/health/cel/cel-health.js');
      const byChecks = celHealth(checks);
      return { ...plain, scripts: (object) => byChecks(object) ?? plain.scripts?.(object) };
    },
    argocd(settings) {
      const rules = known.get(settings) ?? rulesOf('argocd', settings, shipped, policy);
      known.set(settings, rules);
      return rules;
    },
  };
}

/** Rules of kinds with what wins over them: scripts of the settings, the policy's rules, scripts that are shipped. */
export async function rulesOf(
  kinds: HealthRules['kinds'],
  settings: readonly ArgoHealthScript[],
  shipped: readonly ArgoHealthScript[],
  policy?: HealthScripts,
): Promise<HealthRules> {
  const scripts = [await scriptsOf({ settings, shipped: [] }), policy, await scriptsOf({ settings: [], shipped })];
  const judges = scripts.filter((one) => one !== undefined);
  if (judges.length === 0) return { kinds };
  return {
    kinds,
    scripts(object) {
      for (const judge of judges) {
        const verdict = judge(object);
        if (verdict !== undefined) return verdict;
      }
      return undefined;
    },
  };
}

/** The Lua machine with scripts in it; undefined where there is none. */
async function scriptsOf(sources: ScriptSources): Promise<HealthScripts | undefined> {
  if (sources.settings.length + sources.shipped.length === 0) return undefined;
  const { healthScripts } = await import('../../verdict/health/lua/health-scripts.js');
  return healthScripts(sources);
}

/** The rules of a policy file; undefined where it has none. */
async function policyRules(rules: readonly PolicyHealthRule[]): Promise<HealthScripts | undefined> {
  if (rules.length === 0) return undefined;
  const { policyHealth } = await import('../../verdict/health/policy/policy-health.js');
  if (rules.every(({ judge }) => judge.kind !== 'lua')) return policyHealth(rules, () => () => undefined);
  const { healthScripts } = await import('../../verdict/health/lua/health-scripts.js');
  return policyHealth(rules, ({ judge: { script } }) =>
    healthScripts({ settings: [{ group: '', kind: '*', script, useOpenLibs: true }], shipped: [] }),
  );
}
