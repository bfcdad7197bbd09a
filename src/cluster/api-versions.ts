import { dig, digString, field, isArray, type JsonValue } from '../model/json.js';
import { apiVersionOf } from '../model/resource.js';
import type { Answer, Get } from './http-get.js';

/** Aggregated discovery (KEP-3352), which old servers answer with a plain list of groups. */
const AGGREGATED = ['v2', 'v2beta1']
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
  .concat('application/json')
  .join(',');

/**
 * All group-versions served, and all kinds as `GROUP/VERSION/KIND`, sorted: what helm's Capabilities.APIVersions holds.
 * From a server before 1.27 only the group-versions. What may not be asked (403) is left out with a warning; what cannot
 * be had for another reason is given to `failed`, for a chart that looks at less than there is renders less.
 */
export async function servedApiVersions(
  get: Get,
  warn: (text: string) => void,
  failed: (answer: Extract<Answer, { kind: 'failed' }>) => Error,
): Promise<readonly string[]> {
  const answers = await Promise.all(['/api', '/apis'].map((path) => get(path, AGGREGATED)));
  const versions = new Set<string>();
  for (const answer of answers) {
    if (answer.kind !== 'ok') {
      if (answer.status !== 403) throw failed(answer);
      warn(
        `what the cluster serves is not known, and charts that look at it may be rendered otherwise: ${answer.reason}`,
      );
      continue;
    }
    if (!['items', 'versions', 'groups'].some((key) => isArray(field(answer.value, key)))) {
      throw failed({ kind: 'failed', status: 0, reason: 'the answer is no list of API groups' });
    }
    for (const group of items(answer.value, 'items')) {
      const name = digString(group, 'metadata', 'name') ?? '';
      for (const entry of items(group, 'versions')) addVersion(versions, name, entry);
    }
    // A plain APIVersions or APIGroupList.
    for (const version of items(answer.value, 'versions')) versions.add(String(version));
    for (const group of items(answer.value, 'groups')) {
      for (const entry of items(group, 'versions')) versions.add(digString(entry, 'groupVersion') ?? '');
    }
  }
  versions.delete('');
  return [...versions].sort();
}

function addVersion(versions: Set<string>, group: string, entry: JsonValue): void {
  const version = digString(entry, 'version');
  if (version === undefined) return;
  const apiVersion = apiVersionOf({ group, version });
  versions.add(apiVersion);
  for (const resource of items(entry, 'resources')) {
    const kind = dig(resource, 'responseKind', 'kind');
    if (typeof kind === 'string') versions.add(`${apiVersion}/${kind}`);
  }
}

function items(value: JsonValue | undefined, key: string): readonly JsonValue[] {
  const list = field(value, key);
  return isArray(list) ? list : [];
}
