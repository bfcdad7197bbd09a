import type { KindInfo } from '../model/live.js';

/** `/api/v1` or `/apis/GROUP/VERSION`. */
export function groupVersionPath(gv: { readonly group: string; readonly version: string }): string {
  return gv.group === ''
    ? `/api/${encodeURIComponent(gv.version)}`
    : `/apis/${encodeURIComponent(gv.group)}/${encodeURIComponent(gv.version)}`;
}

/** The path of a kind's list; `namespace` is ignored for a cluster-scoped kind and empty for all namespaces. */
export function listPath(
  gv: { readonly group: string; readonly version: string },
  info: KindInfo,
  namespace: string,
): string {
  const scope = info.namespaced && namespace !== '' ? `/namespaces/${encodeURIComponent(namespace)}` : '';
  return `${groupVersionPath(gv)}${scope}/${info.plural}`;
}
