import { builtinSchema } from '../../../src/cluster/schema/builtin.js';
import { argoTools } from '../../../src/compositions/argocd/argo-tools.js';
import { withoutIgnored } from '../../../src/gitops/argocd/ignore-rules.js';
import { readSettings } from '../../../src/gitops/argocd/read-settings.js';
import type { JsonObject } from '../../../src/model/json.js';
import type { openJq } from '../../../src/render/jq/jq-paths.js';

/** Objects with what the rules look for, and without it. */
export const OBJECTS: readonly JsonObject[] = [
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name: 'Web',
      labels: { app: 'web', 'app.kubernetes.io/version': '1' },
      annotations: { 'deployment.kubernetes.io/revision': '3', 'checksum/config': 'abc', 'with~tilde': 'x' },
    },
    spec: {
      replicas: 3,
      paused: false,
      template: {
        spec: {
          containers: [
            {
              name: 'main',
              image: 'shop/web:1',
              resources: { limits: { cpu: '1' } },
              env: [{ name: 'OTEL_X', value: '1' }, { name: 'A' }],
              ports: [{ name: 'http', containerPort: 80 }],
            },
            { name: 'istio-proxy', image: 'mesh:1' },
          ],
          volumes: [
            { name: 'token', secret: { secretName: 'x' } },
            { name: 'scratch', emptyDir: {} },
          ],
        },
      },
    },
    status: { replicas: 3 },
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhookConfiguration',
    metadata: { name: 'mesh' },
    webhooks: [
      { name: 'a', clientConfig: { caBundle: 'xx' } },
      { name: 'b', clientConfig: { url: 'https://b' } },
    ],
  },
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data: { a: '1', b: '2', '': 'empty' } },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name: 'reader' },
    rules: [{ verbs: ['get'] }, { verbs: ['impersonate', 'get'] }],
  },
];

/** One rule on one object: a pointer, or a jq expression. */
export interface Question {
  readonly object: JsonObject;
  readonly pointer?: string;
  readonly expression?: string;
}

/** What our own reading of the rule leaves of the object. */
export function ignored({ object, pointer, expression }: Question, jq: ReturnType<typeof openJq>): JsonObject {
  const schema = builtinSchema();
  return withoutIgnored(object, {
    settings: { ...readSettings(), ignoreResourceStatus: 'none' },
    ignoreDifferences: [
      {
        group: '*',
        kind: '*',
        name: '',
        namespace: '',
        jsonPointers: pointer === undefined ? [] : [pointer],
        jqPathExpressions: expression === undefined ? [] : [expression],
        managedFieldsManagers: [],
        origin: 'the rule',
      },
    ],
    schema,
    tools: argoTools(schema, jq),
    ignored: [],
  });
}
