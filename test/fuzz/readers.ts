import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventsOf, isAuditEvent, writeOf } from '../../src/cluster/audit/audit-event.js';
import { collectWrites } from '../../src/cluster/audit/collect-writes.js';
import { wantedLines } from '../../src/cluster/audit/wanted-lines.js';
import { readKubeconfig } from '../../src/cluster/kubeconfig.js';
import { openRecording } from '../../src/cluster/recording/open-recording.js';
import { parseDocuments } from '../../src/cluster/recording/parse-documents.js';
import { parseIndex } from '../../src/cluster/recording/recording-index.js';
import { quantityInNano } from '../../src/compare/normal/quantity.js';
import { parsePolicy } from '../../src/config/policy/parse-policy.js';
import { readReport } from '../../src/config/read-report.js';
import { canonicalQuantity } from '../../src/gitops/argocd/quantity.js';
import { readApplication } from '../../src/gitops/argocd/read-application.js';
import { readClusters } from '../../src/gitops/argocd/read-clusters.js';
import { readProject } from '../../src/gitops/argocd/read-project.js';
import { readSettings } from '../../src/gitops/argocd/read-settings.js';
import { parentClaims } from '../../src/gitops/chain/claims.js';
import { compileFluxRules } from '../../src/gitops/flux/ignore-rules.js';
import { readHelmRelease } from '../../src/gitops/flux/read-helm-release.js';
import { readKustomization } from '../../src/gitops/flux/read-kustomization.js';
import { readSource } from '../../src/gitops/flux/read-source.js';
import { readStoredRelease } from '../../src/gitops/flux/stored-release.js';
import { nextTime, parseSchedule } from '../../src/gitops/next/cron.js';
import { parseGoDuration } from '../../src/gitops/next/go-duration.js';
import { GitdriftError } from '../../src/model/errors.js';
import { printPath } from '../../src/model/field-path.js';
import { compileGlob } from '../../src/model/glob.js';
import { isObject } from '../../src/model/json.js';
import { parseJson } from '../../src/model/json-text.js';
import { parseSelector } from '../../src/model/label-selector.js';
import { compileName } from '../../src/model/name-pattern.js';
import { parsePath, parsePattern } from '../../src/model/parse-path.js';
import type { KubernetesObject } from '../../src/model/resource.js';
import { decodeManagedFields } from '../../src/ownership/decode.js';
import { decodeFieldsV1 } from '../../src/ownership/fields-v1.js';
import { MalformedElement } from '../../src/ownership/path-element.js';
import { envsubst } from '../../src/render/flux/envsubst.js';
import { setPathValue } from '../../src/render/flux/set-path.js';
import { readDocuments } from '../../src/render/yaml/read-documents.js';
import { parseConstraint } from '../../src/source/argocd/semver-constraint.js';
import { ignoresPath, readIgnorePatterns } from '../../src/source/flux/source-ignore.js';

/** One reader of text that others wrote. `read` may throw what it says it throws, and nothing else. */
export interface Reader {
  readonly seeds: readonly string[];
  readonly read: (text: string) => unknown;
  /** True for an error that the reader's contract allows. */
  readonly allows: (error: unknown) => boolean;
}

const isOurs = (error: unknown): boolean => error instanceof GitdriftError;
const isSyntax = (error: unknown): boolean => error instanceof SyntaxError;

const folder = mkdtempSync(join(tmpdir(), 'gitdrift-fuzz-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** The files of the fixtures that end so and hold the word. */
function saved(root: string, ending: RegExp, word = '', most = 40): string[] {
  const found: string[] = [];
  for (const entry of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
    if (found.length >= most) break;
    if (!ending.test(entry)) continue;
    const text = readFileSync(join(root, entry), 'utf8');
    if (text.length <= 20_000 && text.includes(word)) found.push(text);
  }
  return found;
}

/** An object of JSON or YAML, as readers of objects get it: with an apiVersion, a kind and metadata. */
function objectsOf(text: string): KubernetesObject[] {
  const values = /^\s*[[{]/.test(text)
    ? [parseJson(text)]
    : readDocuments(text, 'fuzz.yaml').documents.map(({ value }) => value);
  return values.flatMap((value) => {
    if (!isObject(value) || typeof value.apiVersion !== 'string' || typeof value.kind !== 'string') return [];
    return isObject(value.metadata) ? [value as unknown as KubernetesObject] : [];
  });
}

function each(text: string, ...readers: ((object: KubernetesObject) => unknown)[]): void {
  for (const object of objectsOf(text)) {
    for (const read of readers) {
      try {
        read(object);
      } catch (error) {
        if (!isOurs(error)) throw error;
      }
    }
  }
}

const AUDIT_EVENT = `{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"RequestResponse","auditID":"a1","stage":"ResponseComplete","requestURI":"/apis/apps/v1/namespaces/shop/deployments/catalog?fieldManager=kubectl-set","verb":"patch","user":{"username":"ana@example.com","groups":["system:authenticated"]},"impersonatedUser":{"username":"ops"},"userAgent":"kubectl/v1.36.0","objectRef":{"resource":"deployments","namespace":"shop","name":"catalog","apiGroup":"apps","apiVersion":"v1"},"responseStatus":{"code":200},"requestObject":{"spec":{"replicas":5}},"responseObject":{"metadata":{"name":"catalog","namespace":"shop","resourceVersion":"12"}},"requestReceivedTimestamp":"2026-11-30T12:00:00.000000Z","stageTimestamp":"2026-11-30T12:00:00.100000Z","annotations":{"patch.webhook.admission.k8s.io/round_0_index_0":"{\\"configuration\\":\\"x\\",\\"webhook\\":\\"y\\",\\"patch\\":[{\\"op\\":\\"add\\",\\"path\\":\\"/spec/a\\",\\"value\\":1}]}"}}`;
const WANTED = [
  { group: 'apps', resource: 'deployments', namespace: 'shop', name: 'catalog' },
] as unknown as Parameters<typeof wantedLines>[0];

const FIELDS = `{"f:metadata":{"f:labels":{".":{},"f:app":{}}},"f:spec":{"f:replicas":{},"f:template":{"f:spec":{"f:containers":{"k:{\\"name\\":\\"web\\"}":{".":{},"f:image":{},"f:ports":{"k:{\\"containerPort\\":80,\\"protocol\\":\\"TCP\\"}":{}}}},"f:finalizers":{"v:\\"a.b/c\\"":{}},"f:args":{"i:0":{}}}}}}`;
const MANAGED = `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"catalog","managedFields":[{"manager":"kubectl-set","operation":"Update","apiVersion":"apps/v1","time":"2026-11-30T12:00:00Z","fieldsType":"FieldsV1","fieldsV1":${FIELDS}},{"manager":"argocd-controller","operation":"Apply","subresource":"scale","fieldsV1":{"f:spec":{"f:replicas":{}}}}]}}`;

const POLICY = `apiVersion: gitdrift.io/v1alpha1
writers:
  - manager: {prefix: team-}
    category: operator
    name: the team's labeler
    reason: it labels
rules:
  - kinds: [{group: admissionregistration.k8s.io, kind: ValidatingWebhookConfiguration}]
    paths: ['.webhooks[*].clientConfig.caBundle', '.spec.containers[name="web"].image']
    jsonPointers: [/spec/replicas]
    jqPathExpressions: ['.spec.template.spec.containers[] | select(.name == "x")']
    managers: [cert-manager-cainjector, {pattern: '^a.*b$'}]
    namespaces: ['shop-*']
    names: ['{a,b}?[a-z]']
    effect: explain
    reason: the CA injector fills it
overrides:
  - resource: {group: apps, kind: Deployment, namespace: shop, name: catalog}
    path: .spec.template.spec.containers[name="web"].image
    value: registry.example/catalog:hotfix
    reason: hotfix
    ticket: OPS-1
    approvedBy: ops
    until: 2026-12-01T08:00:00Z
gate: {failOn: [unexplained]}
`;

const KUBECONFIG = `apiVersion: v1
kind: Config
current-context: shop
clusters: [{name: shop, cluster: {server: 'https://10.0.0.1:6443', certificate-authority-data: aGVsbG8=, tls-server-name: x}}]
contexts: [{name: shop, context: {cluster: shop, user: ops, namespace: shop}}]
users:
  - name: ops
    user:
      exec: {apiVersion: client.authentication.k8s.io/v1, command: get-token, args: [a], env: [{name: A, value: b}], interactiveMode: Never}
      token: t
      auth-provider: {name: oidc, config: {id-token: x}}
`;

const APPLICATION = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: catalog, namespace: argocd}
spec:
  project: shop
  destination: {server: 'https://kubernetes.default.svc', namespace: shop}
  sources:
    - repoURL: https://git.example/shop.git
      path: apps/catalog
      targetRevision: main
      ref: values
      helm: {valueFiles: [$values/a.yaml], valuesObject: {a: 1}, parameters: [{name: a, value: b, forceString: true}], fileParameters: [{name: f, path: x}]}
      kustomize: {images: ['web=x:1'], namePrefix: a-, patches: [{patch: '- op: x', target: {kind: Deployment}}], replicas: [{name: x, count: '2'}]}
      directory: {recurse: true, include: '*.yaml', exclude: '{a,b}', jsonnet: {}}
  ignoreDifferences: [{group: apps, kind: Deployment, jsonPointers: [/spec/replicas], jqPathExpressions: [.spec], managedFieldsManagers: [x]}]
  syncPolicy: {automated: {selfHeal: true, prune: false, enabled: true}, syncOptions: [ServerSideApply=true, CreateNamespace=true], retry: {limit: 5, backoff: {duration: 5s, factor: 2}}}
status:
  sync: {status: Synced, revision: abc, revisions: [a]}
  operationState: {phase: Failed, message: m, syncResult: {revision: x, resources: []}}
  resources: [{group: apps, version: v1, kind: Deployment, namespace: shop, name: catalog, status: Synced, health: {status: Healthy}}]
  conditions: [{type: ComparisonError, message: x, lastTransitionTime: '2026-11-30T12:00:00Z'}]
`;
const PROJECT = `apiVersion: argoproj.io/v1alpha1
kind: AppProject
metadata: {name: shop}
spec:
  sourceRepos: ['https://git.example/*', '!https://x']
  destinations: [{server: '*', namespace: 'shop-*', name: in-cluster}]
  clusterResourceWhitelist: [{group: '*', kind: '*'}]
  namespaceResourceBlacklist: [{group: '', kind: ResourceQuota}]
  syncWindows: [{kind: deny, schedule: '0 22 * * 1-5', duration: 1h30m, applications: ['*'], namespaces: [a], timeZone: Europe/Berlin, manualSync: true}]
  sourceNamespaces: ['/^a.*/']
  orphanedResources: {warn: true, ignore: [{kind: X}]}
`;
const SETTINGS = `apiVersion: v1
kind: ConfigMap
metadata: {name: argocd-cm}
data:
  application.resourceTrackingMethod: annotation+label
  resource.compareoptions: 'ignoreAggregatedRoles: true'
  resource.exclusions: '- {apiGroups: ["*"], kinds: [Event], clusters: ["*"]}'
  resource.customizations: 'apps/Deployment: {health.lua: "return {}", ignoreDifferences: "jsonPointers: [/spec]"}'
  resource.customizations.ignoreDifferences.apps_Deployment: 'jqPathExpressions: [.spec]'
  resource.customizations.knownTypeFields.a_B: '- {field: spec, type: core/v1/PodSpec}'
  kustomize.buildOptions: --enable-helm --load-restrictor LoadRestrictionsNone
`;
const KUSTOMIZATION = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: catalog, namespace: flux-system}
spec:
  interval: 10m
  path: ./apps/catalog
  prune: true
  sourceRef: {kind: GitRepository, name: shop}
  postBuild: {substitute: {a: b}, substituteFrom: [{kind: Secret, name: x, optional: true}]}
  images: [{name: web, newTag: '1'}]
  patches: [{patch: 'x', target: {kind: Deployment, name: '(a|b)+'}}]
  dependsOn: [{name: a, readyExpr: 'x'}]
  healthChecks: [{apiVersion: apps/v1, kind: Deployment, name: a}]
  healthCheckExprs: [{apiVersion: a/v1, kind: B, current: 'status.x == 1'}]
  ignore: [{paths: [/spec], target: {kind: 'A.*', labelSelector: 'a in (b,c)'}}]
status: {conditions: [{type: Ready, status: 'False', reason: X, message: m}], lastAppliedRevision: 'main@sha1:abc', inventory: {entries: [{id: shop_catalog_apps_Deployment, v: v1}]}}
`;
const HELM_RELEASE = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: catalog, namespace: shop}
spec:
  interval: 10m
  chart: {spec: {chart: ./charts/catalog, version: '>=1', sourceRef: {kind: GitRepository, name: shop}, valuesFiles: [a.yaml]}}
  values: {a: 1}
  valuesFrom: [{kind: Secret, name: v, valuesKey: k, targetPath: 'a.b[0].c\\.d'}]
  driftDetection: {mode: enabled, ignore: [{paths: [/spec/replicas], target: {kind: Deployment}}]}
  postRenderers: [{kustomize: {patches: [{patch: x}], images: [{name: a, newTag: b}]}}]
  install: {crds: Create, remediation: {retries: 3}}
status: {history: [{name: catalog, version: 3, status: deployed, digest: 'sha256:x'}], conditions: []}
`;
const SOURCE = `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: shop, namespace: flux-system}
spec: {url: 'https://git.example/shop', ref: {branch: main, semver: '>=1', semverFilter: '.*'}, ignore: "/*\\n!/apps", include: [{repository: {name: a}, fromPath: a, toPath: b}], recurseSubmodules: true}
status: {artifact: {revision: 'main@sha1:abc', digest: x}}
`;
const STORED = `{"apiVersion":"v1","kind":"Secret","type":"helm.sh/release.v1","metadata":{"name":"sh.helm.release.v1.catalog.v3","labels":{"owner":"helm","status":"deployed","version":"3"}},"data":{"release":"${Buffer.from(Buffer.from('{"name":"catalog","version":3,"info":{"status":"deployed"},"chart":{"metadata":{"name":"c","version":"1"}},"config":{"a":1},"manifest":"---\\n# Source: a\\na: 1"}').toString('base64')).toString('base64')}"}}`;

const REPORT = `{"schemaVersion":"1","tool":{"name":"gitdrift","version":"0.1.0"},"generatedAt":"2026-11-30T12:00:00Z","applications":[{"name":"catalog","kind":"directory","sources":[{"path":"catalog","renderer":{"name":"yaml","version":""}}],"destination":{"server":"https://x","namespace":"shop"},"sync":{"status":"OutOfSync","message":"m"},"health":{"status":"Healthy","message":""},"action":{"code":"none","message":"m"},"resources":[],"ifSynced":[],"findings":[]}],"summary":{"applications":1,"resources":0,"synced":0,"outOfSync":0,"unknown":0,"notCompared":0,"missing":0,"extraneous":0,"drift":{"total":0,"explained":0,"unexplained":0,"ignored":0},"undeclared":{"total":0,"unexplained":0,"noted":0}},"gate":{"failOn":["unexplained"],"counted":0,"passed":true,"exitCode":0}}`;

async function fromFile(text: string, read: (file: string) => Promise<unknown>): Promise<void> {
  const file = join(folder, 'input.yaml');
  writeFileSync(file, text);
  await read(file);
}

/** The readers, by the name that `--reader` takes. */
export function readers(fixtures: string): Readonly<Record<string, Reader>> {
  const yaml = saved(fixtures, /\.ya?ml$/);
  const objects = saved(fixtures, /\.(json|ya?ml)$/, 'managedFields', 12);
  return {
    yaml: {
      seeds: [...yaml, 'a: &a [1, 2]\nb: *a\nc: {<<: {x: 1}}\n', '- !!binary aGk=\n- |2-\n   x\n- "\\u00e9"\n'],
      read: (text) => readDocuments(text, 'fuzz.yaml'),
      allows: isOurs,
    },
    fieldsV1: {
      seeds: [FIELDS, '{"f:a":{"k:{\\"a\\":9007199254740993,\\"b\\":true}":{},"v:1":{},"i:3":{}}}'],
      read: (text) => decodeFieldsV1(parseJson(text)),
      allows: (error) => error instanceof MalformedElement || isSyntax(error) || isDeepJson(error),
    },
    managedFields: {
      seeds: [MANAGED, ...objects],
      read: (text) => each(text, (object) => decodeManagedFields(object)),
      allows: (error) => isSyntax(error) || isOurs(error) || isDeepJson(error),
    },
    paths: {
      seeds: [
        '.spec.template.spec.containers[name="web"].image',
        '.metadata.annotations["a.b/c"]',
        '[="x"][0][*].*',
        '.a[a=1,b="x\\"y"].b',
        '/spec/a~1b/0',
      ],
      read: (text) => {
        const path = parsePath(text);
        const printed = printPath(path);
        if (printPath(parsePath(printed)) !== printed) throw new Error(`${printed} does not read back`);
      },
      allows: isSyntax,
    },
    patterns: {
      seeds: [
        '.webhooks[*].clientConfig.caBundle',
        'shop-*{a,b}?[!a-z]',
        '^[a-z]+-controller$',
        'app in (a,b),!x,env!=prod',
        '>=1.2 <2 || ^3.x',
        '0 22 * * 1-5',
        '1h30m',
        '100Mi',
        '${name:-${other##*/}}',
        '/apps/**/\n!a*\n#x',
      ],
      read: (text) => {
        const soft = (read: () => unknown): void => {
          try {
            read();
          } catch (error) {
            if (!isSyntax(error) && !isOurs(error) && !/BadSubstitution/.test((error as Error).constructor.name))
              throw error;
          }
        };
        const long = `${'a'.repeat(200)}/${'b-'.repeat(100)}.yaml`;
        soft(() => parsePattern(text));
        soft(() => compileGlob(text)?.(long));
        soft(() => compileGlob(text, '/')?.(long));
        soft(() => compileName({ pattern: text })(long.slice(0, 120)));
        soft(() => parseSelector(text));
        soft(() => parseConstraint(text));
        soft(() => {
          const schedule = parseSchedule(text);
          if (schedule !== undefined) nextTime(schedule, new Date('2026-11-30T12:00:00Z'));
        });
        soft(() => parseGoDuration(text));
        soft(() => quantityInNano(text));
        soft(() => canonicalQuantity(text));
        soft(() =>
          envsubst(
            text,
            new Map([
              ['name', 'value'],
              ['other', long],
            ]),
            false,
          ),
        );
        soft(() => ignoresPath(readIgnorePatterns(text))(long.split('/'), false));
        soft(() =>
          compileFluxRules([
            {
              origin: 'x',
              paths: ['/'],
              target: {
                group: '',
                version: '',
                kind: text,
                name: text,
                namespace: '',
                labelSelector: text,
                annotationSelector: '',
              },
            } as unknown as Parameters<typeof compileFluxRules>[0][number],
          ]).rules.map((rule) =>
            rule.matches({ apiVersion: 'v1', kind: long, metadata: { name: long } } as unknown as KubernetesObject),
          ),
        );
      },
      allows: () => false,
    },
    setPath: {
      seeds: ['a.b[0].c\\.d=x', 'a={x,y},b=1', "a='null'", '__proto__.x=1'],
      read: (text) => {
        const [path = '', ...rest] = text.split('=');
        setPathValue({ a: [1], b: { c: 1 } }, path, rest.join('='), false);
        if (({} as Record<string, unknown>).x !== undefined) throw new Error('a prototype changed');
      },
      allows: (error) =>
        error instanceof Error && error.constructor === Error && error.message !== 'a prototype changed',
    },
    policy: {
      seeds: [POLICY, ...saved(fixtures, /gitdrift\.ya?ml$/)],
      read: (text) => parsePolicy(text, 'gitdrift.yaml'),
      allows: isOurs,
    },
    audit: {
      seeds: [AUDIT_EVENT, `{"kind":"EventList","items":[${AUDIT_EVENT}]}`],
      read: (text) => {
        const filter = wantedLines(WANTED);
        for (const line of text.split('\n')) filter(Buffer.from(line));
        const writes = collectWrites(WANTED);
        for (const event of eventsOf(parseJson(text))) {
          if (!isAuditEvent(event)) continue;
          const write = writeOf(event);
          if (write !== undefined) writes.add(write);
        }
      },
      allows: (error) => isSyntax(error) || isDeepJson(error),
    },
    report: { seeds: [REPORT], read: (text) => readReport('-', '/', '0.1.0', async () => text), allows: isOurs },
    kubeconfig: {
      seeds: [KUBECONFIG],
      read: (text) => fromFile(text, (file) => readKubeconfig(file, {})),
      allows: isOurs,
    },
    argocd: {
      seeds: [APPLICATION, PROJECT, SETTINGS, ...saved(fixtures, /\.ya?ml$/, 'argoproj.io', 10)],
      read: (text) =>
        each(
          text,
          (object) => readApplication(object, { where: 'fuzz.yaml' }),
          readProject,
          (object) => readSettings(object),
          (object) => readClusters([object]),
          parentClaims,
        ),
      allows: (error) => isOurs(error) || isSyntax(error) || isDeepJson(error),
    },
    flux: {
      seeds: [KUSTOMIZATION, HELM_RELEASE, SOURCE, STORED],
      read: (text) =>
        each(
          text,
          (object) => readKustomization(object, 'x'),
          (object) => readHelmRelease(object, 'x'),
          readSource,
          readStoredRelease,
          parentClaims,
        ),
      allows: (error) => isOurs(error) || isSyntax(error) || isDeepJson(error),
    },
    recording: {
      seeds: [
        ...objects,
        '{"format":1,"recordedAt":"2026-11-30T12:00:00Z","kinds":[],"unreadable":[],"secrets":[]}',
        ...saved(fixtures, /gitdrift-recording\.json$|index\.json$/, '"format"', 5),
      ],
      read: async (text) => {
        for (const value of parseDocuments(text, 'live.yaml')) {
          try {
            parseIndex(value, 'x');
          } catch (error) {
            if (!isOurs(error)) throw error;
          }
        }
        await fromFile(text, (file) =>
          openRecording(file, { now: new Date('2026-11-30T12:00:00Z') } as Parameters<typeof openRecording>[1]),
        );
      },
      allows: isOurs,
    },
  };
}

/** JSON.parse of V8 itself gives up on what is nested too deep; its callers turn that into their own words. */
function isDeepJson(error: unknown): boolean {
  return error instanceof RangeError && /parse/i.test(error.stack?.split('\n')[1] ?? '');
}
