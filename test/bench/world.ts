import type { JsonObject } from '../../src/model/json.js';

/** One object as Git declares it; always with a name. */
export interface Declared extends JsonObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string } & JsonObject;
}

/** What is declared in each run of twenty objects, about as a team's repository holds it. */
const MIX: readonly ((index: number, place: Place) => Declared)[] = [
  ...repeat(7, deployment),
  ...repeat(4, service),
  ...repeat(4, configMap),
  serviceAccount,
  ingress,
  networkPolicy,
  cronJob,
  (index, place) => (index % 2 === 0 ? role(index, place) : secret(index, place)),
];

/** From this many objects on, a namespace is full and the next one begins. */
const NAMESPACE_SIZE = 500;

interface Place {
  readonly name: string;
  readonly namespace: string;
}

/**
 * Objects of mixed kinds, namespaces first, `count` in all; the same for the same count. What a server makes of them
 * means the same as what is declared, so that whatever compares the two must find no difference.
 */
export function declaredWorld(count: number): readonly Declared[] {
  const namespaces = Math.ceil(count / NAMESPACE_SIZE);
  const names = Array.from({ length: namespaces }, (_, at) => `shop-${String(at + 1).padStart(2, '0')}`);
  const declared: Declared[] = names.map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }));
  for (let index = 0; declared.length < count; index++) {
    const make = MIX[index % MIX.length] ?? deployment;
    const namespace = names[Math.floor(index / NAMESPACE_SIZE)] ?? 'shop-01';
    const name = `${APPS[index % APPS.length]}-${String(index).padStart(4, '0')}`;
    declared.push(make(Math.floor(index / MIX.length), { name, namespace }));
  }
  return declared;
}

const APPS = ['catalog', 'cart', 'checkout', 'search', 'prices', 'reviews', 'stock'];

function metadata({ name, namespace }: Place) {
  return {
    name,
    namespace,
    labels: {
      'app.kubernetes.io/name': name,
      'app.kubernetes.io/part-of': 'marketplace',
      'app.kubernetes.io/managed-by': 'argocd',
    },
    annotations: {
      'marketplace.example/owner': 'team-storefront',
      'marketplace.example/runbook': `runbooks/${name}.md`,
    },
  };
}

function deployment(index: number, place: Place): Declared {
  const labels = { 'app.kubernetes.io/name': place.name };
  const probe = (path: string) => ({ httpGet: { path, port: 'http' }, periodSeconds: 10, timeoutSeconds: 2 });
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadata(place),
    spec: {
      replicas: 2 + (index % 3),
      revisionHistoryLimit: 3,
      selector: { matchLabels: labels },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: 0 } },
      template: {
        metadata: { labels: { ...labels, 'app.kubernetes.io/part-of': 'marketplace' } },
        spec: {
          serviceAccountName: 'storefront',
          securityContext: { runAsNonRoot: true, fsGroup: 2000 },
          containers: [
            {
              name: 'web',
              image: `registry.example/marketplace/web:1.${index}.0`,
              ports: [
                { name: 'http', containerPort: 8080, protocol: 'TCP' },
                { name: 'metrics', containerPort: 9090, protocol: 'TCP' },
              ],
              env: [
                { name: 'LOG_LEVEL', value: 'info' },
                { name: 'DATABASE_HOST', value: 'postgres.data.svc.cluster.local' },
                { name: 'POD_NAME', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } },
                { name: 'PASSWORD', valueFrom: { secretKeyRef: { name: 'database', key: 'password' } } },
              ],
              // Two of them are no canonical quantities: a comparison of texts would call them drift.
              resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { cpu: '0.5', memory: '1024Mi' } },
              livenessProbe: probe('/healthz'),
              readinessProbe: probe('/ready'),
              volumeMounts: [
                { name: 'settings', mountPath: '/etc/web', readOnly: true },
                { name: 'cache', mountPath: '/var/cache/web' },
              ],
            },
            {
              name: 'proxy',
              image: 'registry.example/platform/proxy:2.4.1',
              args: ['--upstream=127.0.0.1:8080', '--listen=:8443'],
              resources: { requests: { cpu: '10m', memory: '32Mi' } },
            },
          ],
          volumes: [
            { name: 'settings', configMap: { name: place.name } },
            { name: 'cache', emptyDir: {} },
          ],
        },
      },
    },
  };
}

function service(_: number, place: Place): Declared {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: metadata(place),
    spec: {
      selector: { 'app.kubernetes.io/name': place.name },
      ports: [
        { name: 'http', port: 80, targetPort: 'http' },
        { name: 'metrics', port: 9090, targetPort: 'metrics' },
      ],
    },
  };
}

function configMap(index: number, place: Place): Declared {
  const flags = Array.from({ length: 20 }, (_, at) => `feature.${at}.enabled=${(index + at) % 2 === 0}`);
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: metadata(place),
    data: { 'application.properties': `${flags.join('\n')}\n`, region: 'north', 'max-items': String(100 + index) },
  };
}

function secret(index: number, place: Place): Declared {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: metadata(place),
    type: 'Opaque',
    data: { password: Buffer.from(`not-a-secret-${index}`).toString('base64') },
  };
}

function serviceAccount(_: number, place: Place): Declared {
  return { apiVersion: 'v1', kind: 'ServiceAccount', metadata: metadata(place), automountServiceAccountToken: false };
}

function ingress(_: number, place: Place): Declared {
  const backend = { service: { name: place.name, port: { name: 'http' } } };
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: metadata(place),
    spec: {
      ingressClassName: 'public',
      rules: [{ host: `${place.name}.shop.example`, http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
    },
  };
}

function networkPolicy(_: number, place: Place): Declared {
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: metadata(place),
    spec: {
      podSelector: { matchLabels: { 'app.kubernetes.io/name': place.name } },
      policyTypes: ['Ingress'],
      ingress: [{ from: [{ namespaceSelector: {} }], ports: [{ port: 8080, protocol: 'TCP' }] }],
    },
  };
}

function cronJob(index: number, place: Place): Declared {
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: metadata(place),
    spec: {
      schedule: `${index % 60} 3 * * *`,
      concurrencyPolicy: 'Forbid',
      jobTemplate: {
        spec: {
          template: {
            spec: {
              restartPolicy: 'OnFailure',
              containers: [{ name: 'job', image: `registry.example/marketplace/job:1.${index}.0`, args: ['reindex'] }],
            },
          },
        },
      },
    },
  };
}

function role(_: number, place: Place): Declared {
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: metadata(place),
    rules: [{ apiGroups: [''], resources: ['configmaps', 'endpoints'], verbs: ['get', 'list', 'watch'] }],
  };
}

function repeat<Item>(times: number, item: Item): readonly Item[] {
  return Array.from({ length: times }, () => item);
}
