import { builtinSchema } from '../../../src/cluster/schema/builtin.js';
import { schemaFromCrds } from '../../../src/cluster/schema/from-crds.js';
import { mergeSchemas } from '../../../src/cluster/schema/merge.js';
import { argoTools } from '../../../src/compositions/argocd/argo-tools.js';
import { type ArgoJudging, judgeApplication } from '../../../src/gitops/argocd/judge-application.js';
import { objectType } from '../../../src/gitops/argocd/object-type.js';
import { readApplication } from '../../../src/gitops/argocd/read-application.js';
import { DEFAULT_PROJECT } from '../../../src/gitops/argocd/read-project.js';
import { readSettings } from '../../../src/gitops/argocd/read-settings.js';
import { fieldSetOf } from '../../../src/gitops/argocd/structured/field-set-of.js';
import { withTrackingMarks } from '../../../src/gitops/argocd/tracking.js';
import type { ArgoResourceVerdict, ArgoVerdict } from '../../../src/model/argo-verdict.js';
import type { PathElement } from '../../../src/model/field-path.js';
import type { FieldSet } from '../../../src/model/field-set.js';
import type { JsonObject, JsonValue } from '../../../src/model/json.js';
import { printJson } from '../../../src/model/json-text.js';
import { type KubernetesObject, refOf } from '../../../src/model/resource.js';
import { gvkKey } from '../../../src/model/schema.js';

const GADGETS: JsonObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'gadgets.workshop.test' },
  spec: {
    group: 'workshop.test',
    scope: 'Namespaced',
    names: { kind: 'Gadget', plural: 'gadgets' },
    versions: [
      {
        name: 'v1',
        served: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: {
                  mode: { type: 'string' },
                  size: { type: 'integer', default: 3 },
                  memory: { type: 'string' },
                  steps: { type: 'array', items: { type: 'string' } },
                  ports: {
                    type: 'array',
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['name'],
                    items: {
                      type: 'object',
                      properties: {
                        name: { type: 'string' },
                        port: { type: 'integer' },
                        protocol: { type: 'string', default: 'tcp' },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    ],
  },
};

/** Built-in kinds, and Gadgets with a keyed list, a plain list and defaults. */
export const SCHEMA = mergeSchemas(builtinSchema(), schemaFromCrds([GADGETS]));

/** Without jq: no rule of a tiny world has an expression but where a test brings its own. */
export const TOOLS = argoTools(SCHEMA, { paths: () => ({ kind: 'failed', message: 'no jq here' }), close: () => {} });

/** An Application `shop` in its namespace `shop`; `spec` and `more` are laid over it. */
export function shop(
  spec: JsonObject = {},
  more: { annotations?: JsonObject; status?: JsonObject } = {},
): KubernetesObject {
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: 'shop', namespace: 'argocd', annotations: more.annotations ?? {} },
    spec: {
      project: 'default',
      source: { repoURL: 'https://git.example.test/shop.git', path: 'deploy', targetRevision: 'main' },
      destination: { server: 'https://kubernetes.default.svc', namespace: 'shop' },
      ...spec,
    },
    ...(more.status === undefined ? {} : { status: more.status }),
  };
}

/** An object of the namespace `shop`. */
export function thing(apiVersion: string, kind: string, name: string, rest: JsonObject = {}): KubernetesObject {
  const { metadata = {}, ...body } = rest;
  return { apiVersion, kind, metadata: { name, namespace: 'shop', ...(metadata as JsonObject) }, ...body };
}

/** A Deployment `web` of one container; `spec` and `container` are laid over. */
export function web(spec: JsonObject = {}, container: JsonObject = {}, pod: JsonObject = {}): KubernetesObject {
  return thing('apps/v1', 'Deployment', 'web', {
    spec: {
      selector: { matchLabels: { app: 'web' } },
      ...spec,
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [{ name: 'main', image: 'shop/web:1', ...container }], ...pod },
      },
    },
  });
}

/** How the application applies: client-side, server-side, or compared by dry run. */
export type Way = 'client' | 'server' | 'dry-run' | 'server-dry-run';

interface World {
  readonly way?: Way;
  readonly spec?: JsonObject;
  readonly status?: JsonObject;
  readonly settings?: Readonly<Record<string, string>>;
  readonly desired: readonly KubernetesObject[];
  readonly live: readonly KubernetesObject[];
  readonly more?: Partial<ArgoJudging>;
}

/** Argo CD's word on a tiny world. */
export function judge({
  way = 'client',
  spec = {},
  status,
  settings = {},
  desired,
  live,
  more = {},
}: World): ArgoVerdict {
  const isServer = way === 'server' || way === 'server-dry-run';
  const isDryRun = way === 'dry-run' || way === 'server-dry-run';
  const object = shop(
    { ...(isServer ? { syncPolicy: { syncOptions: ['ServerSideApply=true'] } } : {}), ...spec },
    {
      ...(isDryRun ? { annotations: { 'argocd.argoproj.io/compare-options': 'ServerSideDiff=true' } } : {}),
      ...(status === undefined ? {} : { status }),
    },
  );
  return judgeApplication({
    application: readApplication(object, { where: 'the test' }),
    settings: settingsOf(settings),
    project: { kind: 'found', project: DEFAULT_PROJECT },
    rendered: { kind: 'rendered', objects: desired },
    live,
    unreadable: new Map(),
    isNamespaced: (gvk) => SCHEMA.kinds[gvkKey(gvk)]?.namespaced,
    schema: SCHEMA,
    tools: TOOLS,
    ...more,
  });
}

/** What is said of the only object, or of the one with that name. */
export function only(verdict: ArgoVerdict, name?: string): ArgoResourceVerdict {
  const found = verdict.resources.filter(({ ref }) => name === undefined || ref.name === name);
  if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} objects of that name`);
  return found[0];
}

/** The settings of an argocd-cm with these keys. */
export function settingsOf(data: Readonly<Record<string, string>>) {
  return readSettings({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'argocd-cm' }, data });
}

/** Live as a sync leaves it: marked, completed by the server, with what was applied recorded as that way of applying records it. */
export function synced(
  desired: KubernetesObject,
  way: Way = 'client',
  settings: Readonly<Record<string, string>> = {},
): KubernetesObject {
  const marked = withTrackingMarks(desired, readApplication(shop(), { where: 'the test' }), settingsOf(settings));
  const stored = TOOLS.complete(withoutNulls(marked) as JsonObject, refOf(marked), 'server') as KubernetesObject;
  const isServer = way === 'server' || way === 'server-dry-run';
  const operation = isServer ? 'Apply' : 'Update';
  const managed = {
    ...stored.metadata,
    uid: `uid-${desired.kind}-${refOf(desired).name}`,
    managedFields: [entry('argocd-controller', operation, marked)],
  };
  if (isServer) return { ...stored, metadata: managed };
  const annotations = {
    ...(managed as { annotations?: JsonObject }).annotations,
    'kubectl.kubernetes.io/last-applied-configuration': printJson(marked),
  };
  return { ...stored, metadata: { ...managed, annotations } };
}

/** An entry of managedFields for all that an object holds but its identity, which the server leaves out. */
export function entry(manager: string, operation: 'Apply' | 'Update', object: KubernetesObject): JsonObject {
  const type = objectType(refOf(object), SCHEMA);
  const { apiVersion, kind: _kind, metadata, ...rest } = withoutNulls(object) as KubernetesObject;
  const { name: _name, namespace: _namespace, ...kept } = metadata;
  const held = { ...rest, ...(Object.keys(kept).length === 0 ? {} : { metadata: kept }) };
  const fields = type === undefined ? {} : (fieldsV1(fieldSetOf(type, held)) as JsonObject);
  return { manager, operation, apiVersion, fieldsType: 'FieldsV1', fieldsV1: fields };
}

function fieldsV1({ member, children }: FieldSet): JsonValue {
  const own = member && children.size > 0 ? { '.': {} } : {};
  return {
    ...own,
    ...Object.fromEntries([...children.values()].map(({ element, set }) => [keyOf(element), fieldsV1(set)])),
  };
}

function keyOf(element: PathElement): string {
  switch (element.kind) {
    case 'field':
      return `f:${element.name}`;
    case 'key':
      return `k:${printJson(element.key)}`;
    case 'value':
      return `v:${printJson(element.value)}`;
    case 'index':
      return `i:${element.index}`;
  }
}

function withoutNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (inner === null ? [] : [[name, withoutNulls(inner)]])),
  );
}

/** The object with a value set at a path of names and indices; undefined removes. */
export function edited(
  object: KubernetesObject,
  path: readonly (string | number)[],
  value: JsonValue | undefined,
): KubernetesObject {
  return edit(object, path, value) as KubernetesObject;
}

function edit(
  here: JsonValue | undefined,
  [step, ...rest]: readonly (string | number)[],
  value: JsonValue | undefined,
): JsonValue | undefined {
  if (step === undefined) return value;
  if (Array.isArray(here)) {
    const changed = [...(here as JsonValue[])];
    const inner = edit(changed[Number(step)], rest, value);
    if (inner === undefined) changed.splice(Number(step), 1);
    else changed[Number(step)] = inner;
    return changed;
  }
  const { [String(step)]: own, ...others } = (here ?? {}) as JsonObject;
  const inner = edit(own, rest, value);
  return inner === undefined ? others : { ...others, [String(step)]: inner };
}
