import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { loadAll } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { builtinSchema, SCHEMA_VERSIONS, type SchemaVersion } from '../../src/cluster/schema/builtin.js';
import { compareObject } from '../../src/compare/compare.js';
import { printPath } from '../../src/model/field-path.js';
import type { FieldSet } from '../../src/model/field-set.js';
import { parseJson } from '../../src/model/json-text.js';
import { type KubernetesObject, refOf, refText } from '../../src/model/resource.js';
import { gvkKey, type SchemaBundle } from '../../src/model/schema.js';
import { decodeManagedFields } from '../../src/ownership/decode.js';
import { kubectlOk } from '../controlplane/kubectl.js';
import { type ControlPlane, startControlPlane } from '../controlplane/start.js';

const FOLDER = fileURLToPath(new URL('../../fixtures/every-kind/', import.meta.url));
const MANAGER = 'every-kind';
const NAMESPACE = 'every-kind';
const { kubectl: program, controlplane } = inject('cluster');

/** The objects of the fixtures whose kinds that version serves. */
async function declared(schema: SchemaBundle): Promise<KubernetesObject[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.yaml')).sort();
  const texts = await Promise.all(names.map((name) => readFile(`${FOLDER}${name}`, 'utf8')));
  return texts
    .flatMap((text) => loadAll(text) as KubernetesObject[])
    .filter((object) => Object.hasOwn(schema.kinds, gvkKey(refOf(object))))
    .map((object) => inNamespace(object, schema));
}

function inNamespace(object: KubernetesObject, schema: SchemaBundle): KubernetesObject {
  const namespaced = schema.kinds[gvkKey(refOf(object))]?.namespaced;
  return namespaced ? { ...object, metadata: { ...object.metadata, namespace: NAMESPACE } } : object;
}

/** What the comparison says of an object that was just written and that nobody touched since. */
function differences(desired: KubernetesObject, live: KubernetesObject, schema: SchemaBundle): string[] {
  const managed = decodeManagedFields(live);
  const entries = managed.kind === 'entries' ? managed.entries : [];
  const applied = entries.find((entry) => entry.operation === 'Apply' && entry.manager === MANAGER)?.fields;
  const others: FieldSet[] = entries.map((entry) => entry.fields).filter((fields) => fields !== applied);
  const compared = compareObject({ ref: refOf(desired), desired, live, schema, applied, others, showSecrets: true });
  return compared.differences.map(
    ({ path, kind, change }) => `${refText(refOf(desired))} ${printPath(path)} ${kind} ${change}`,
  );
}

const WAYS: readonly [string, readonly string[]][] = [
  ['server-side apply', ['apply', '--server-side', `--field-manager=${MANAGER}`]],
  ['client-side apply', ['apply']],
  ['create', ['create']],
];

/** Kinds that no user deploys, and those that the fixtures have at a version that 1.34 does not serve yet. */
const NOT_DEPLOYED: Readonly<Record<SchemaVersion, readonly string[]>> = {
  '1.36': [
    'events.k8s.io/v1/Event',
    'networking.k8s.io/v1/IPAddress',
    'resource.k8s.io/v1/ResourceSlice',
    'v1/ComponentStatus',
    'v1/Event',
  ],
  '1.34': [
    'admissionregistration.k8s.io/v1beta1/MutatingAdmissionPolicy',
    'admissionregistration.k8s.io/v1beta1/MutatingAdmissionPolicyBinding',
    'events.k8s.io/v1/Event',
    'networking.k8s.io/v1/IPAddress',
    'resource.k8s.io/v1/ResourceSlice',
    'v1/ComponentStatus',
    'v1/Event',
  ],
};

/** What a server drops by a feature gate that is off by default there: no schema tells, so it is drift and rightly so. */
const GATED: Readonly<Record<SchemaVersion, readonly string[]>> = {
  '1.36': [],
  // ImageVolume: kubernetes pkg/features/kube_features.go.
  '1.34': ['Deployment every-kind/catalog .spec.template.spec.volumes[name="models"] drift missing'],
};

// Empty clusters are needed, one each: cluster-scoped objects have one name, and volumes and claims go only when they
// are let go. One has to be able to start them.
const runs = SCHEMA_VERSIONS.flatMap((version) => WAYS.map(([way, verb]) => ({ version, way, verb })));
describe.skipIf(controlplane === undefined).each(runs)('every kind of $version after $way', ({ version, verb }) => {
  const schema = builtinSchema(version);
  let cluster: ControlPlane;
  let desired: KubernetesObject[] = [];
  let live: KubernetesObject[] = [];

  beforeAll(async () => {
    cluster = await startControlPlane({ version });
    desired = await declared(schema);
    const as = { kubeconfig: cluster.kubeconfig, program };
    await kubectlOk(['create', 'namespace', NAMESPACE], as);
    const stdin = desired.map((object) => JSON.stringify(object)).join('\n---\n');
    await kubectlOk([...verb, `--namespace=${NAMESPACE}`, '-f=-'], { ...as, stdin });
    const get = ['get', `--namespace=${NAMESPACE}`, '-f=-', '-o=json', '--show-managed-fields'];
    live = (parseJson(await kubectlOk(get, { ...as, stdin })) as unknown as { items: KubernetesObject[] }).items;
  });

  afterAll(() => cluster.stop());

  it('has a manifest for all that a user would deploy', () => {
    const kinds = new Set(desired.map((object) => gvkKey(refOf(object))));
    const without = Object.keys(schema.kinds).filter((kind) => !kinds.has(kind));
    expect(without.sort()).toEqual(NOT_DEPLOYED[version]);
  });

  it('finds no drift and nothing undeclared but what a gate drops', () => {
    expect(live.map((object) => refText(refOf(object)))).toEqual(desired.map((object) => refText(refOf(object))));
    expect(desired.flatMap((object, at) => differences(object, live[at] as KubernetesObject, schema))).toEqual(
      GATED[version],
    );
  });
});
