import type { ArgoHealthScript } from '../../../model/argo-settings.js';
import { compileGlob, type GlobMatch } from '../../../model/glob.js';
import { parseApiVersion } from '../../../model/resource.js';
import { HEALTH_ORDER, type HealthStatus } from '../../../model/status.js';
import type { HealthScripts, HealthVerdict } from '../health-rules.js';
import { type LuaRun, runLua } from './sandbox.js';

/** Where scripts come from, each in Argo CD's order of precedence. */
export interface ScriptSources {
  /** Of argocd-cm; an exact kind wins over a wildcard, the first wildcard in the list over the next. */
  readonly settings: readonly ArgoHealthScript[];
  /** Of a folder laid out like Argo CD's `resource_customizations`; asked where the settings have none. */
  readonly shipped: readonly ArgoHealthScript[];
}

/** A script that had to be stopped this often is not run on further objects: every time takes up to a second. */
const STOPS = 3;

/**
 * Judges objects by the cluster's own scripts: undefined for an object whose kind has none (util/lua/lua.go,
 * GetHealthScript). Scripts are run in a sandbox; one that fails is Unknown with its reason and `error`.
 */
export function healthScripts(sources: ScriptSources): HealthScripts {
  const find = [...finders(sources.settings), ...finders(sources.shipped)];
  const stops = new Map<ArgoHealthScript, number>();
  return (object) => {
    const { group } = parseApiVersion(object.apiVersion);
    const key = keyOf({ group, kind: object.kind });
    const found = find.map((finder) => finder(key)).find((script) => script !== undefined);
    if (found === undefined) return undefined;
    if ((stops.get(found) ?? 0) >= STOPS) return failed(`not run: it had to be stopped on ${STOPS} other objects`);
    const run = runLua({ text: found.script, open: found.useOpenLibs }, object);
    if (run.kind === 'failed' && run.stopped) stops.set(found, (stops.get(found) ?? 0) + 1);
    return verdictOf(run);
  };
}

type Finder = (key: string) => ArgoHealthScript | undefined;

function finders(scripts: readonly ArgoHealthScript[]): readonly Finder[] {
  const given = scripts.filter(({ script }) => script.trim() !== '');
  const exact = new Map(given.map((one) => [keyOf(one), one]));
  const wildcards = given.flatMap((one): { readonly matches: GlobMatch; readonly one: ArgoHealthScript }[] => {
    const key = keyOf(one);
    const matches = /[*?[{]/.test(key) ? compileGlob(key) : undefined;
    return matches === undefined ? [] : [{ matches, one }];
  });
  return [(key) => exact.get(key), (key) => wildcards.find(({ matches }) => matches(key))?.one];
}

/** As Argo CD names a kind: `group/Kind`, the kind alone in the core group. */
function keyOf({ group, kind }: { readonly group: string; readonly kind: string }): string {
  return group === '' ? kind : `${group}/${kind}`;
}

function verdictOf(run: LuaRun): HealthVerdict {
  if (run.kind === 'failed') return failed(run.reason);
  // Nothing returned is an empty status: no health, and nothing else is asked (lua.go).
  if (run.value.kind === 'nil') return { health: null };
  if (run.value.kind === 'other') return failed(`it returned a ${run.value.type} where a table is expected`);
  const { fields } = run.value;
  const [status = '', message = ''] = [fields.get('status'), fields.get('message')];
  if (typeof status !== 'string' || typeof message !== 'string') {
    return failed('status and message of its result have to be texts');
  }
  if (!isHealthStatus(status)) {
    const text = `its health script returned the status ${JSON.stringify(status)}, which is none`;
    return { health: { status: 'Unknown', message: text, source: 'lua' } };
  }
  return { health: { status, message: message || 'its health script gives no message', source: 'lua' } };
}

function failed(reason: string): HealthVerdict {
  const error = `its health script failed: ${reason}`;
  return { health: { status: 'Unknown', message: error, source: 'lua' }, error };
}

function isHealthStatus(text: string): text is HealthStatus {
  return (HEALTH_ORDER as readonly string[]).includes(text);
}
