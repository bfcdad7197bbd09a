import type { ArgoHealthScript } from './model/argo-settings.js';
import type { AnalyzeRequest } from './model/request.js';
import { readHealthScripts } from './source/health-scripts.js';
import type { HealthRules } from './verdict/health/health-rules.js';

/** The rules of a run; `argocd` gives those of an Argo CD installation, by the health scripts of its settings. */
export interface RunHealthRules {
  readonly plain: HealthRules;
  argocd(settings: readonly ArgoHealthScript[]): Promise<HealthRules>;
}

/**
 * Reads what the user says of health (`--health-rules`, `--health-scripts`). The Lua machine is loaded only where there is a script, and
 * scripts of the same settings share what is known of them: one that had to be stopped is not tried on and on. Throws
 * `config`.
 */
export async function openHealthRules(request: AnalyzeRequest, cwd: string): Promise<RunHealthRules> {
  const { scripts: folder, rules: reading } = request.health ?? {};
  const shipped = folder === undefined ? [] : await readHealthScripts(folder, cwd);
  const known = new Map<readonly ArgoHealthScript[], Promise<HealthRules>>();
  return {
    plain: { ...(await rulesOf('all', [], shipped)), ...(reading === undefined ? {} : { reading }) },
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
