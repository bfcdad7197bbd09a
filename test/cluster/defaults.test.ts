import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { loadAll } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { builtinSchema } from '../../src/cluster/schema/builtin.js';
import { compareObject } from '../../src/compare/compare.js';
import { printPath } from '../../src/model/field-path.js';
import type { FieldSet } from '../../src/model/field-set.js';
import { parseJson } from '../../src/model/json-text.js';
import { type KubernetesObject, refOf, refText } from '../../src/model/resource.js';
import { gvkKey } from '../../src/model/schema.js';
import { decodeManagedFields } from '../../src/ownership/decode.js';
import { kubectlOk } from '../controlplane/kubectl.js';
import { type ControlPlane, startControlPlane } from '../controlplane/start.js';

const FOLDER = fileURLToPath(new URL('../../fixtures/every-kind/', import.meta.url));
const MANAGER = 'every-kind';
const NAMESPACE = 'every-kind';
const schema = builtinSchema();
const { kubectl: program, controlplane } = inject('cluster');

async function declared(): Promise<KubernetesObject[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.yaml')).sort();
  const texts = await Promise.all(names.map((name) => readFile(`${FOLDER}${name}`, 'utf8')));
  return texts.flatMap((text) => loadAll(text) as KubernetesObject[]).map(inNamespace);
}

function inNamespace(object: KubernetesObject): KubernetesObject {
  const namespaced = schema.kinds[gvkKey(refOf(object))]?.namespaced;
  return namespaced ? { ...object, metadata: { ...object.metadata, namespace: NAMESPACE } } : object;
}

/** What the comparison says of an object that was just written and that nobody touched since. */
function differences(desired: KubernetesObject, live: KubernetesObject): string[] {
  const managed = decodeManagedFields(live);
  const entries = managed.kind === 'entries' ? managed.entries : [];
  const applied = entries.find((entry) => entry.operation === 'Apply' && entry.manager === MANAGER)?.fields;
  const others: FieldSet[] = entries.map((entry) => entry.fields).filter((fields) => fields !== applied);
  const compared = compareObject({ ref: refOf(desired), desired, live, schema, applied, others, showSecrets: true });
  return compared.differences.map(
    ({ path, kind, change }) => `${refText(refOf(desired))} ${printPath(path)} ${kind} ${change}`,
  );
}

// Three empty clusters are needed: one has to be able to start them.
describe.skipIf(controlplane === undefined).each([
  ['server-side apply', ['apply', '--server-side', `--field-manager=${MANAGER}`]],
  ['client-side apply', ['apply']],
  ['create', ['create']],
])('every built-in kind after %s', (_, verb) => {
  // One control plane each: cluster-scoped objects have one name, and volumes and claims go only when they are let go.
  let cluster: ControlPlane;
  let desired: KubernetesObject[] = [];
  let live: KubernetesObject[] = [];

  beforeAll(async () => {
    cluster = await startControlPlane();
    const as = { kubeconfig: cluster.kubeconfig, program };
    await kubectlOk(['create', 'namespace', NAMESPACE], as);
    await kubectlOk([...verb, `--namespace=${NAMESPACE}`, '-f', FOLDER], as);
    desired = await declared();
    const get = ['get', `--namespace=${NAMESPACE}`, '-f', FOLDER, '-o=json', '--show-managed-fields'];
    live = (parseJson(await kubectlOk(get, as)) as unknown as { items: KubernetesObject[] }).items;
  });

  afterAll(() => cluster.stop());

  it('has a manifest for all that a user would deploy', () => {
    const kinds = new Set(desired.map((object) => gvkKey(refOf(object))));
    const notDeployed = [
      'v1/ComponentStatus',
      'v1/Event',
      'events.k8s.io/v1/Event',
      'networking.k8s.io/v1/IPAddress',
      'resource.k8s.io/v1/ResourceSlice',
    ];
    expect(Object.keys(schema.kinds).filter((kind) => !kinds.has(kind))).toEqual([...notDeployed].sort());
  });

  it('finds no drift and nothing undeclared', () => {
    expect(live.map((object) => refText(refOf(object)))).toEqual(desired.map((object) => refText(refOf(object))));
    expect(desired.flatMap((object, at) => differences(object, live[at] as KubernetesObject))).toEqual([]);
  });
});
