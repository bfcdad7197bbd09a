import { load } from 'js-yaml';
import { dig, digString, type JsonObject, type JsonValue } from '../../../../src/model/json.js';
import { parseApiVersion } from '../../../../src/model/resource.js';
import type { Answer, Api } from '../../../differential/api.js';
import type { Actors, By, Place, Sent } from './scenario.js';

type Method = 'POST' | 'PUT' | 'PATCH';

const CLUSTER_SCOPED = new Set(['Node', 'ClusterRole']);

/** Sends requests as programs do that are not at hand: with their User-Agent or `fieldManager`, to the real server. */
export function httpActors(api: () => Api, { namespace }: Place): Pick<Actors, 'apply' | 'send'> {
  const call = (method: Method, object: JsonObject, by: By, contentType: string, sent: Sent & { force?: boolean }) => {
    const query = new URLSearchParams({
      ...('manager' in by ? { fieldManager: by.manager } : {}),
      ...(sent.force === undefined ? {} : { force: String(sent.force) }),
    });
    return api().call({
      method,
      path: `${pathOf(object, method === 'POST', namespace, sent)}?${query}`,
      body: sent.body ?? object,
      contentType,
      ...('agent' in by ? { userAgent: by.agent } : {}),
    });
  };
  return {
    async apply(manifest, by, force = true) {
      const answer = await call('PATCH', load(manifest) as JsonObject, by, 'application/apply-patch+yaml', { force });
      if (answer.status !== 409) succeeded('apply', answer);
      return answer.status;
    },
    async send(method, manifest, by, sent = {}) {
      const type = method === 'PATCH' ? `application/${sent.type ?? 'merge-patch'}+json` : 'application/json';
      succeeded(method, await call(method, load(manifest) as JsonObject, by, type, sent));
    },
  };
}

function succeeded(what: string, { ok, status, body }: Answer): void {
  if (!ok) throw new Error(`${what}: ${digString(body, 'message') ?? status}`);
}

function pathOf(object: JsonValue, collection: boolean, namespace: string, { subresource, apiVersion }: Sent): string {
  const kind = digString(object, 'kind') ?? '';
  const version = apiVersion ?? digString(object, 'apiVersion') ?? '';
  const root = parseApiVersion(version).group === '' ? 'api' : 'apis';
  const scope = CLUSTER_SCOPED.has(kind) ? '' : `/namespaces/${namespace}`;
  const name = collection ? '' : `/${String(dig(object, 'metadata', 'name'))}`;
  const below = subresource === undefined ? '' : `/${subresource}`;
  return `/${root}/${version}${scope}/${kind.toLowerCase()}s${name}${below}`;
}
