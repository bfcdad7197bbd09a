import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dig, isArray, type JsonValue } from '../../src/model/json.js';
import { parseJson } from '../../src/model/json-text.js';
import { type KubernetesObject, refText } from '../../src/model/resource.js';
import { fieldOwners } from '../../src/ownership/annotate.js';
import { loadCatalogue } from '../../src/ownership/catalogue.js';
import { decodeManagedFields } from '../../src/ownership/decode.js';
import { encodeFieldsV1 } from './encode.js';

/** Objects that a real API server returned: fixtures/cases. */
const CASES = new URL('../../fixtures/cases/', import.meta.url);
const objects = readdirSync(CASES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => objectsOf(name).map((object) => [`${name} ${refText(refOfObject(object))}`, object] as const))
  .filter(([, object]) => isArray(dig(object, 'metadata', 'managedFields')));

function objectsOf(name: string): readonly KubernetesObject[] {
  const live = parseJson(readFileSync(new URL(`${name}/live.json`, CASES), 'utf8'));
  const items = dig(live, 'items');
  return (isArray(items) ? items : [live]) as unknown as readonly KubernetesObject[];
}

function refOfObject(object: KubernetesObject): { kind: string; namespace: string; name: string } {
  const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');
  return { kind: object.kind, namespace: text(object.metadata.namespace), name: text(object.metadata.name) };
}

describe('objects of a real API server', () => {
  it('are there', () => {
    expect(objects.length).toBeGreaterThan(30);
  });

  it.each(objects)('%s decodes without a fault, and encodes to the same', (_, object) => {
    const managed = decodeManagedFields(object);
    if (managed.kind === 'absent') throw new Error('absent');
    expect(managed.faults).toEqual([]);
    const recorded = dig(object, 'metadata', 'managedFields') as readonly JsonValue[];
    expect(managed.entries.map(({ fields }) => encodeFieldsV1(fields))).toEqual(
      recorded.map((entry) => dig(entry, 'fieldsV1')),
    );
  });
});

describe('who is named there', () => {
  const catalogue = loadCatalogue();
  const named = (name: string): { fields: Map<string, string[]>; ghosts: string[] } => {
    const [object] = objectsOf(name);
    if (object === undefined) throw new Error('no object');
    const { fields, ghosts } = fieldOwners({ object, managed: decodeManagedFields(object), catalogue });
    return {
      fields: new Map(fields.map(({ path, writers }) => [path, writers.map(({ manager }) => manager ?? '?')])),
      ghosts: ghosts.map(({ path }) => path),
    };
  };
  const WEB = '.spec.template.spec.containers[name="main"]';

  it.each<[string, string, string[]]>([
    ['B08', `${WEB}.env[name="REPEATED"]`, ['helm']],
    ['B11', `${WEB}.env[name="LOG_LEVEL"].value`, ['envpatcher']],
    ['B11', `${WEB}.env[name="LOG_LEVEL"].name`, ['gitops-sync']],
    ['B11', `${WEB}.imagePullPolicy`, []],
    ['B12', '.data.region', ['gitops-sync', 'platform-base']],
    ['B13', '.metadata.finalizers[="shop.test/extra.cleanup"]', ['cleanup-operator']],
    ['B13', `${WEB}.volumeMounts[mountPath="/srv/a=[0]<b>&c"].readOnly`, ['cleanup-operator']],
    ['B13', `${WEB}.volumeMounts[mountPath="/etc/app.d/\\"site\\"/~1"].name`, ['team/apps: sync 1']],
    ['B15', '.metadata.annotations["deployment.kubernetes.io/revision"]', ['kube-controller-manager']],
    ['B24', '.data.legacy', ['before-first-apply']],
    ['B24', '.data.keep', ['before-first-apply', 'gitops-sync']],
    ['B25', '.data.mode', ['kubectl-edit']],
    ['B27', '.data.user', ['gitops-sync']],
    ['B32', '.imagePullSecrets', ['openshift-controller-manager']],
    ['B32', '.secrets[name="pipeline-dockercfg-gl9vz"]', ['openshift-controller-manager']],
    ['E10', '.spec.template.spec.nodeSelector.disk', ['spot-webhook']],
    ['E10', '.spec.selector.matchLabels.app', ['gitops-sync']],
  ])('%s %s: %j', (name, path, managers) => {
    expect(named(name).fields.get(path)).toEqual(managers);
  });

  it('a field that Git declares at its zero value is a ghost', () => {
    expect(named('B28').ghosts).toContain('.spec.preserveUnknownFields');
  });
});
