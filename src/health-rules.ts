import type { ArgoHealthScript } from './model/argo-settings.js';
import type { HealthRules } from './verdict/health/health-rules.js';

/** Scripts that judge objects, beside our own rules. */
export interface HealthScriptSources {
  /** Of argocd-cm. */
  readonly settings: readonly ArgoHealthScript[];
  /** Of a folder laid out like Argo CD's `resource_customizations`; asked where the settings have none. */
  readonly shipped: readonly ArgoHealthScript[];
}

/** The rules that a run judges by. The Lua machine is loaded only where there is a script. */
export async function healthRules(kinds: HealthRules['kinds'], sources: HealthScriptSources): Promise<HealthRules> {
  if (sources.settings.length + sources.shipped.length === 0) return { kinds };
  const { healthScripts } = await import('./verdict/health/lua/health-scripts.js');
  return { kinds, scripts: healthScripts(sources) };
}
