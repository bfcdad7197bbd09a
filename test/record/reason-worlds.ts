import { until } from '../controlplane/kubectl.js';
import { EXAMPLE_CA } from './demo-world.js';

const GITOPS = 'argocd-controller';
/** One world in the making: what Git declares, a document each, and kubectl in the world's namespace. */
export interface Making {
  readonly git: readonly string[];
  readonly run: (args: string, stdin?: string) => Promise<string>;
  /** A server-side apply of manifests as that field manager. */
  readonly apply: (manager: string, manifests: string) => Promise<string>;
  readonly patch: (object: string, manager: string, body: unknown, type?: string) => Promise<string>;
  /** A file of the world's folder. */
  readonly file: (name: string) => Promise<string>;
  readonly save: (name: string, text: string) => Promise<void>;
  /** What kubectl says where the server refuses. */
  readonly refused: (args: string, stdin: string) => Promise<string>;
  readonly replicas: (deployment: string, count: string) => Promise<unknown>;
}

/** How each world came to be. One that returns a text has that as its live.json, else `gitdrift record` makes it. */
export const REASON_WORLDS: Readonly<Record<string, (making: Making) => Promise<string | undefined>>> = {
  hotfix: async ({ git, run, apply, patch }) => {
    await apply(GITOPS, git.join('---\n'));
    await run('set image deployment/catalog web=registry.example/catalog:2.4.1-hotfix');
    await run('label deployment/catalog incident=latency');
    await run('rollout restart deployment/catalog');
    await run('label configmap/catalog-settings team-');
    await patch('configmap/catalog-settings', 'kubectl-patch', { data: { 'page-size': '20' } });
    await patch('configmap/catalog-settings', 'kubectl-patch', { data: { 'page-size': '50' } });
    await patch(
      'service/catalog',
      'kubectl-patch',
      [{ op: 'replace', path: '/spec/ports/0/port', value: 8080 }],
      'json',
    );
    await run('scale deployment/image-resizer --replicas=0');
    return undefined;
  },

  'other-writers': async ({ git, run, apply, patch, file }) => {
    const applied = git.filter((text) => !text.includes('kube-root-ca'));
    await apply(GITOPS, applied.map(tracked).join('---\n').replace('  sessionAffinity: ClientIP\n', ''));
    const pod = (container: object): unknown => ({ spec: { template: { spec: { containers: [container] } } } });
    const web = (field: object): unknown => pod({ name: 'web', ...field });
    await patch('deployment/checkout', 'helm', web({ image: 'registry.example/checkout:3.0.4' }));
    await patch('deployment/checkout', 'kyverno', web({ resources: { limits: { memory: '2Gi' } } }));
    await patch('deployment/search', 'agent-installer', pod({ name: 'agent', image: 'registry.example/agent:7' }));
    await patch('deployment/search', 'team-labeler', { metadata: { labels: { team: 'discovery' } } });
    await run(
      'apply --server-side --force-conflicts --field-manager=kustomize-controller -f -',
      await file('other/search-settings.yaml'),
    );
    await patch('configmap/search-settings', 'team-sync', { data: { language: 'de' } });
    await patch('hpa/warehouse', 'keda-operator', { spec: { maxReplicas: 20 } });
    const bundle = [{ op: 'add', path: '/webhooks/0/clientConfig/caBundle', value: EXAMPLE_CA }];
    await patch('validatingwebhookconfiguration/order-checks', 'cert-manager-cainjector', bundle, 'json');
    // A label whose entry somebody took out of managedFields.
    await run('label service/search checked=yes');
    const service = JSON.parse(await run('get service/search -o json --show-managed-fields'));
    const entries: { manager: string }[] = service.metadata.managedFields;
    const at = entries.findIndex(({ manager }) => manager === 'kubectl-label');
    await patch('service/search', 'kubectl-patch', [{ op: 'remove', path: `/metadata/managedFields/${at}` }], 'json');
    // What root-ca-certificate-publisher-controller does, which does not run here.
    const certificate = Buffer.from(EXAMPLE_CA, 'base64').toString('utf8');
    const published = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'kube-root-ca.crt' },
      data: { 'ca.crt': certificate },
    };
    await run('create -f - --field-manager=kube-controller-manager', JSON.stringify(published));
    return undefined;
  },

  autoscaling: async ({ git, run, apply, patch, file, refused, replicas }) => {
    await apply(GITOPS, git.join('---\n'));
    await apply('kustomize-controller', await file('other/autoscalers.yaml'));
    for (const name of ['catalog', 'checkout', 'thumbnails', 'invoices']) await replicas(name, '4');
    await run('delete hpa/thumbnails');
    // A scale to 0 leaves no entry.
    await run('scale deployment/orders deployment/payments --replicas=0');
    await apply('kustomize-controller', await file('other/owners.yaml'));
    const { uid } = JSON.parse(await run('get scaledobject/invoices -o json')).metadata;
    const owner = { apiVersion: 'keda.sh/v1alpha1', kind: 'ScaledObject', name: 'invoices', uid, controller: true };
    await patch('hpa/keda-hpa-invoices', 'keda-operator', { metadata: { ownerReferences: [owner] } }, 'merge');
    // Other bounds, and no time for the autoscaler to keep to them.
    await run('apply -f -', await file('other/policy.yaml'));
    await until(
      async () =>
        (await refused('scale deployment/checkout --replicas=4 --dry-run=server', '')).includes('reasons-hold'),
      'the policy that refuses scaling holds',
    );
    await patch('hpa/checkout', 'kubectl-edit', { spec: { minReplicas: 6 } }, 'merge');
    return undefined;
  },

  'git-moved': async ({ git, run, apply, patch }) => {
    const [catalog = '', settings = '', , , cache = '', search = ''] = git;
    await apply(
      GITOPS,
      catalog
        .replace(/ {2}annotations:\n.*\n/, '')
        .replace(/ +imagePullPolcy: .*\n/, '')
        .replace('1.9.0', '1.8.3')
        .replace(/( +- name: LOG_LEVEL\n.*\n)( +- name: REGION\n.*\n)/, '$2$1'),
    );
    // An older object, made by hand with another selector.
    await run('create -f - --field-manager=kubectl-create', search.replaceAll('app: search', 'app: search-v1'));
    await apply(GITOPS, settings.replace(/ {2}labels:\n.*\n/, ''));
    await apply(GITOPS, cache.replace('1000m', '500m'));
    await patch('cache/catalog', 'kyverno', { spec: { cpu: '1' } }, 'merge');
    await until(
      async () => (await run('get deployment/catalog -o=jsonpath={.metadata.annotations}')).includes('revision'),
      'the deployment controller counts the revision',
    );
    return undefined;
  },

  'kubectl-get': async ({ git, run, apply, file, replicas }) => {
    await apply(GITOPS, git.join('---\n'));
    await apply('kustomize-controller', await file('other/autoscaler.yaml'));
    await replicas('catalog', '4');
    return run('get deployment/catalog certificate/web -o json --show-managed-fields');
  },

  manifests: async ({ git, run, apply }) => {
    const catalog = git.find((text) => text.includes('kind: Deployment')) ?? '';
    await apply(GITOPS, catalog.replace(/ +- name: LOG_LEVEL\n +value: debug\n/, ''));
    await apply(GITOPS, secret('payments', 'token'));
    return run('get deployment/catalog secret/payments -o json --show-managed-fields');
  },

  chart: async ({ run, apply }) => {
    await apply('helm', secret('catalog-login', 'password'));
    return run('get secret -o json --show-managed-fields');
  },

  'pull-request': async ({ git, run, apply }) => {
    await apply(GITOPS, git.join('---\n'));
    await run('set image deployment/catalog web=registry.example/catalog:1.8.3-hotfix');
    return run('get deployment/catalog hpa/catalog configmap/old-settings -o json --show-managed-fields');
  },

  observed: async ({ git, run, apply, save }) => {
    await apply(GITOPS, git.join('---\n'));
    const look = (): Promise<string> => run('get deployment -o json --show-managed-fields');
    const first = await look();
    await run('scale deployment/catalog --replicas=5');
    await save('second-look.json', await look());
    return first;
  },

  argocd: async ({ git, run, patch, file }) => {
    const [database = '', dns = '', settings = ''] = git;
    const mark = (text: string, id: string): string =>
      text.replace(/( {2}name: \S+\n)/, `$1  annotations: { argocd.argoproj.io/tracking-id: "marketplace:${id}" }\n`);
    const apply = (text: string): Promise<string> => run('apply --field-manager=argocd-controller -f -', text);
    await apply(mark(database, 'shop.example/Database:marketplace/orders'));
    await apply(mark(dns, '/Service:marketplace/dns'));
    await apply(mark(settings, '/ConfigMap:marketplace/settings'));
    const trouble = { type: 'Ready', status: 'False', reason: 'DiskFull', message: 'the disk is full' };
    await patch(
      'database/orders',
      'database-operator',
      { status: { conditions: [trouble] } },
      'merge --subresource=status',
    );
    await patch(
      'service/dns',
      'kubectl-edit',
      [{ op: 'replace', path: '/spec/ports/1/targetPort', value: 5300 }],
      'json',
    );
    await patch('configmap/settings', 'kubectl-edit', { data: { 'page-size': '20' } }, 'merge');
    const live = JSON.parse(
      await run('get service/dns configmap/settings database/orders -o json --show-managed-fields'),
    );
    // As somebody finds it who may not read all of it.
    return JSON.stringify({ ...live, gitdrift: JSON.parse(await file('other/index.json')) });
  },

  'dry-run': async ({ git, run, apply, save, file, refused }) => {
    const [catalog = '', search = '', settings = '', flags = '', account = '', rates = ''] = git;
    await run('apply -f -', await file('other/mirror.yaml'));
    // A policy holds from the moment in which the server has read it.
    await until(
      async () => (await run('create -f - --dry-run=server -o yaml', catalog)).includes('mirror.example'),
      'the policy that changes images holds',
    );
    await apply(GITOPS, catalog);
    await apply(GITOPS, search.replaceAll('search-v2', 'search'));
    await apply(GITOPS, settings);
    await run('create -f - --field-manager=kubectl-create', flags);
    await apply(GITOPS, rates);
    await run('label configmap/shipping-rates debug=true');
    await run('apply -f -', await file('other/cost-centre.yaml'));
    const DRY = 'apply --server-side --force-conflicts --dry-run=server -o json --show-managed-fields -f -';
    const tried = (manager: string, text: string): Promise<string> => run(`${DRY} --field-manager=${manager}`, text);
    await until(
      async () => (await tried(GITOPS, settings)).includes('cost-centre'),
      'the policy that adds a label holds',
    );
    const answers = {
      'Deployment/catalog': JSON.parse(await tried(GITOPS, catalog)),
      'ConfigMap/catalog-settings': JSON.parse(await tried(GITOPS, settings)),
      'ConfigMap/shipping-rates': JSON.parse(await tried(GITOPS, rates)),
      'ConfigMap/feature-flags': JSON.parse(await tried('gitdrift', flags)),
      'Deployment/search': { refused: await refused(`${DRY} --field-manager=${GITOPS}`, search) },
      'ServiceAccount/catalog': { refused: await refused(`${DRY} --as=ana`, account) },
    };
    await save('answers.json', `${JSON.stringify(answers, undefined, 1)}\n`);
    return undefined;
  },
};

function secret(name: string, key: string): string {
  return `apiVersion: v1\nkind: Secret\nmetadata: { name: ${name} }\nstringData: { ${key}: only-an-example }\n`;
}

/** The settings of the search with the mark that Argo CD adds to whatever it applies. */
function tracked(text: string): string {
  const mark = '  annotations: { argocd.argoproj.io/tracking-id: "shop:/ConfigMap:marketplace/search-settings" }\n';
  return text.replace('  name: search-settings\n', (line) => line + mark);
}
