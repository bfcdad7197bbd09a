import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rulesOf } from '../../src/compositions/health/health-rules.js';
import { readSettings } from '../../src/gitops/argocd/read-settings.js';
import type { ArgoResourceVerdict } from '../../src/model/argo-verdict.js';
import { digString, isArray, type JsonObject, type JsonValue } from '../../src/model/json.js';
import { parseJson } from '../../src/model/json-text.js';
import { type KubernetesObject, refKey, refOf } from '../../src/model/resource.js';
import { readDocuments } from '../../src/render/yaml/read-documents.js';
import { argoHealth } from '../../src/verdict/argo-health.js';

const FOLDER = join(import.meta.dirname, '../../fixtures/argo-verdicts');

interface Expected {
  readonly health: string;
  readonly conditions?: readonly string[];
  readonly resources: readonly {
    readonly ref: string;
    readonly group: string;
    readonly health: string | null;
    readonly hook?: boolean;
  }[];
}

function documents(folder: string, file: string): readonly KubernetesObject[] {
  const path = join(FOLDER, folder, file);
  if (!existsSync(path)) return [];
  return readDocuments(readFileSync(path, 'utf8'), file).documents.map(({ value }) => value as KubernetesObject);
}

function liveObjects(folder: string): readonly KubernetesObject[] {
  const list = parseJson(readFileSync(join(FOLDER, folder, 'live.json'), 'utf8')) as JsonObject;
  return isArray(list.items) ? (list.items as readonly KubernetesObject[]) : [];
}

/** The objects that the controller named, without what it said of them. */
function verdictsOf(folder: string, expected: Expected): readonly ArgoResourceVerdict[] {
  const live = new Map(liveObjects(folder).map((object) => [refKey(refOf(object)), object]));
  const rendered = documents(folder, 'desired.rendered.yaml');
  return expected.resources.map(({ ref: text, group, hook = false }) => {
    const [kind = '', namespace = '', name = ''] = text.split('/');
    const ref = { group, version: 'v1', kind, namespace, name };
    const desired = rendered.find((one) => one.kind === kind && digString(one, 'metadata', 'name') === name);
    const present = live.get(refKey(ref));
    return {
      ref,
      sync: null,
      hook,
      requiresPruning: false,
      presence: present === undefined ? 'only-desired' : desired === undefined ? 'only-live' : 'both',
      counts: true,
      differences: [],
      ignored: [],
      ...(desired === undefined ? {} : { desired }),
      ...(present === undefined ? {} : { live: present }),
    };
  });
}

describe('what real controllers said', () => {
  const folders = readdirSync(FOLDER).filter((name) => name.startsWith('v-'));

  it('is all there', () => {
    expect(folders.length).toBe(91);
  });

  it.each(folders)('%s', async (folder) => {
    const [expected] = documents(folder, 'expect.yaml') as unknown as readonly [Expected];
    const [application] = documents(folder, 'application.yaml');
    const [settings] = documents(folder, 'argocd-cm.yaml');
    const rules = await rulesOf('argocd', readSettings(settings).healthScripts, []);
    const found = argoHealth({
      application: { namespace: 'argocd', name: digString(application, 'metadata', 'name') ?? '' },
      verdicts: verdictsOf(folder, expected),
      unreadable: new Map(),
      rules,
      ...(expected.conditions?.includes('InvalidSpecError') === true
        ? { invalidSpec: 'there is no such project' }
        : {}),
    });
    expect(found.application.status).toBe(expected.health);
    const statuses = [...found.resources].map(([key, health]): JsonValue => [key, health?.status ?? null]);
    expect(statuses).toEqual(expected.resources.map(({ ref, group, health }) => [`${group}/${ref}`, health]));
  });
});
