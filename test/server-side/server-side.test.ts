import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import type { DryRunResult } from '../../src/cluster/dry-run.js';
import { builtinSchema } from '../../src/cluster/schema/builtin.js';
import { compareResource } from '../../src/compositions/application/resource-report.js';
import { askServer, withRefusals } from '../../src/compositions/live/server-side.js';
import { compileRules } from '../../src/explain/drift-rules.js';
import type { JsonObject } from '../../src/model/json.js';
import type { SyncEffect } from '../../src/model/report.js';
import { type DesiredObject, type KubernetesObject, type ResourceRef, refOf } from '../../src/model/resource.js';
import { loadCatalogue } from '../../src/ownership/catalogue.js';

/** What Git declares, what live holds (absent: nothing), what the dry run answers (absent: refused, or as given). */
interface World {
  readonly desired: string;
  readonly live?: string;
  readonly result?: string;
  readonly answer?: DryRunResult;
  readonly manager?: string;
  readonly showSecrets?: boolean;
  readonly encrypted?: true;
}

const yaml = (text: string): KubernetesObject => load(text) as KubernetesObject;

async function ask(...worlds: readonly World[]) {
  const managers: string[] = [];
  const judging = {
    schema: builtinSchema(),
    catalogue: loadCatalogue(),
    rules: compileRules(),
    request: {
      ...(worlds[0]?.manager === undefined ? {} : { manager: worlds[0].manager }),
      ignoreRules: true,
      showSecrets: worlds[0]?.showSecrets ?? false,
      maxPendingMs: 0,
    },
  };
  const compared = worlds.map(({ desired, live, encrypted }) => {
    const object = yaml(desired);
    const one: DesiredObject = {
      ref: refOf(object),
      object,
      origins: { file: 'a.yaml', lines: new Map() },
      ...(encrypted === undefined ? {} : { encrypted }),
    };
    return compareResource(
      one,
      live === undefined ? { kind: 'missing' } : { kind: 'found', object: yaml(live) },
      judging,
    );
  });
  const answers = new Map(worlds.map((world) => [refOf(yaml(world.desired)).name, world]));
  const told = await askServer(
    compared,
    async ({ ref }, manager) => {
      managers.push(manager);
      const world = answers.get(ref.name);
      return world?.answer ?? { kind: 'applied', object: yaml(world?.result ?? '') };
    },
    judging,
  );
  const lines = told.findings.map(({ code, path, message }) => `${code} ${path ?? '-'}: ${message}`);
  return { ...told, lines, managers };
}

const applied = (fields: JsonObject, manager = 'argocd-controller', operation = 'Apply'): string =>
  `managedFields: [{manager: ${manager}, operation: ${operation}, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: ${JSON.stringify(fields)}}]`;
const GIT = applied({ 'f:data': { 'f:mode': {} } });
const configMap = (data: string, metadata = '', name = 'flags'): string =>
  `{apiVersion: v1, kind: ConfigMap, metadata: {name: ${name}, namespace: shop${metadata === '' ? '' : `, ${metadata}`}}, data: {${data}}}`;
const deployment = (container: string, metadata = '', spec = ''): string =>
  `{apiVersion: apps/v1, kind: Deployment, metadata: {name: catalog, namespace: shop${metadata}}, spec: {selector: {matchLabels: {a: b}}, ${spec} template: {metadata: {labels: {a: b}}, spec: {containers: [{name: web, ${container}}]}}}}`;
const service = (spec: string): string =>
  `{apiVersion: v1, kind: Service, metadata: {name: web, namespace: shop, ${applied({ 'f:spec': { 'f:type': {} } })}}, spec: {${spec}}}`;

describe('an object whose values another tool decrypts or fills in', () => {
  const ENC = '"ENC[AES256_GCM,data:Tm90IHNlY3JldA==,iv:MTIz,tag:NDU2,type:str]"';
  const PLACEHOLDER =
    '{apiVersion: v1, kind: Secret, metadata: {name: db, namespace: shop}, stringData: {pw: "<path:kv#pw>"}}';
  it.each<[string, World]>([
    ['encrypted', { desired: configMap(`dsn: ${ENC}`), live: configMap('dsn: hunter2'), encrypted: true }],
    ['encrypted and missing', { desired: configMap(`dsn: ${ENC}`), encrypted: true }],
    [
      'with a placeholder',
      {
        desired: PLACEHOLDER,
        live: '{apiVersion: v1, kind: Secret, metadata: {name: db, namespace: shop}, data: {pw: aHVudGVyMg==}}',
      },
    ],
  ])('is not sent, and that is told: %s', async (_, world) => {
    const { lines, managers } = await ask(world);
    expect(managers).toEqual([]);
    expect(lines).toEqual([
      expect.stringMatching(
        /^server-side-unavailable -: .* could not be made: some of its values are encrypted, or placeholders/,
      ),
    ]);
  });
});

describe('agreement adds nothing', () => {
  it.each<[string, World]>([
    [
      'nothing differs',
      { desired: configMap('mode: day'), live: configMap('mode: day', GIT), result: configMap('mode: day', GIT) },
    ],
    [
      'the same drift',
      { desired: configMap('mode: day'), live: configMap('mode: night', GIT), result: configMap('mode: day', GIT) },
    ],
    [
      "the server's notes",
      {
        desired: configMap('mode: day'),
        live: configMap('mode: day', `generation: 1, ${GIT}`),
        result: configMap('mode: day', `generation: 2, ${applied({ 'f:data': {} })}`),
      },
    ],
    [
      'a removal that is drift',
      {
        desired: configMap('mode: day'),
        live: configMap('mode: day, old: "1"', applied({ 'f:data': { 'f:mode': {}, 'f:old': {} } })),
        result: configMap('mode: day', GIT),
      },
    ],
    [
      'a removal that only a client-side apply makes',
      {
        desired: configMap('mode: day'),
        live: configMap(
          'mode: day, old: "1"',
          `annotations: {kubectl.kubernetes.io/last-applied-configuration: '{"data":{"mode":"day","old":"1"}}'}, ${applied({ 'f:data': { 'f:mode': {}, 'f:old': {} } }, 'argocd-controller', 'Update')}`,
        ),
        result: configMap('mode: day, old: "1"', GIT),
      },
    ],
    [
      'the mark of a controller, which is not in Git',
      {
        desired: configMap('mode: day'),
        live: configMap('mode: day', `labels: {kustomize.toolkit.fluxcd.io/name: shop}, ${GIT}`),
        result: configMap('mode: day', GIT),
      },
    ],
    [
      'what comes and goes with a type that drifted',
      {
        desired: service('type: ClusterIP, ports: [{port: 80}]'),
        live: service(
          'type: LoadBalancer, externalTrafficPolicy: Cluster, allocateLoadBalancerNodePorts: true, ports: [{port: 80, protocol: TCP, targetPort: 80, nodePort: 30080}]',
        ),
        result: service('type: ClusterIP, ports: [{port: 80, protocol: TCP, targetPort: 80}]'),
      },
    ],
    [
      'the order of a keyed list',
      {
        desired: service('ports: [{name: a, port: 80}, {name: b, port: 81}]'),
        live: service(
          'ports: [{name: b, port: 81, protocol: TCP, targetPort: 81}, {name: a, port: 80, protocol: TCP, targetPort: 80}]',
        ),
        result: service(
          'ports: [{name: a, port: 80, protocol: TCP, targetPort: 80}, {name: b, port: 81, protocol: TCP, targetPort: 81}]',
        ),
      },
    ],
    [
      'a new object with its defaults',
      { desired: deployment('image: "web:1"'), result: deployment('image: "web:1", imagePullPolicy: IfNotPresent') },
    ],
  ])('%s', async (_, world) => {
    expect((await ask({ manager: 'argocd-controller', ...world })).lines).toEqual([]);
  });
});

describe('disagreement', () => {
  const git = `, ${applied({ 'f:spec': {} })}`;
  it.each<[string, World, readonly string[]]>([
    [
      'a change that the comparison does not see',
      {
        desired: configMap('mode: day'),
        live: configMap('mode: day, a: "1", b: "2"', GIT),
        result: configMap('mode: day, a: "3"', GIT),
      },
      [
        'admission-changes .data.a: neither declared nor a known default: in the dry run admission sets it to "3" when this is applied',
        `server-side-differs .data.b: in the dry run an apply would remove it (now "2"); gitdrift's own comparison finds no drift here`,
      ],
    ],
    [
      'a default that would become another',
      {
        desired: deployment('image: "web:1"'),
        live: deployment('image: "web:latest", imagePullPolicy: Always', git),
        result: deployment('image: "web:1", imagePullPolicy: IfNotPresent', git),
      },
      [
        `server-side-differs .spec.template.spec.containers[name="web"].imagePullPolicy: in the dry run an apply would change it from Always to IfNotPresent; gitdrift's own comparison finds no drift here`,
      ],
    ],
    [
      'drift that admission makes each time',
      {
        desired: deployment('image: "web:1"'),
        live: deployment('image: "mirror/web:1"', git),
        result: deployment('image: "mirror/web:1"', git),
      },
      [
        'server-side-keeps .spec.template.spec.containers[name="web"].image: gitdrift finds drift here (Git has web:1, live mirror/web:1), and in the dry run an apply leaves live as it is: admission may make the same of it each time',
      ],
    ],
    [
      'drift that admission would make another value of',
      {
        desired: deployment('image: "web:2"'),
        live: deployment('image: "web:1"', git),
        result: deployment('image: "mirror/web:2"', git),
      },
      [
        'admission-changes .spec.template.spec.containers[name="web"].image: declared as web:2: in the dry run admission makes mirror/web:2 of it when this is applied',
      ],
    ],
    [
      'a new object that admission completes',
      {
        desired: deployment('image: "web:1"'),
        result: deployment('image: "web:1"', ', labels: {owner: web}', 'paused: true,'),
      },
      [
        'admission-changes .metadata.labels.owner: neither declared nor a known default: in the dry run admission sets it to web when this is applied',
        'admission-changes .spec.paused: neither declared nor a known default: in the dry run admission sets it to true when this is applied',
      ],
    ],
    [
      'values whose name looks secret',
      {
        desired: configMap('mode: day'),
        live: configMap('mode: day', GIT),
        result: configMap('mode: day, db-password: planted', GIT),
      },
      [
        'admission-changes .data.db-password: neither declared nor a known default: in the dry run admission sets it to "(masked: its name looks secret)" when this is applied',
      ],
    ],
    [
      'an object that changed meanwhile',
      {
        desired: configMap('mode: day'),
        live: configMap('mode: day', `resourceVersion: "1", ${GIT}`),
        result: configMap('mode: day, a: "1"', `resourceVersion: "2", ${GIT}`),
      },
      [
        'server-side-unavailable -: its dry run could not be made: the object changed between reading it and the dry run; run gitdrift again',
      ],
    ],
  ])('%s', async (_, world, expected) => {
    expect((await ask({ manager: 'argocd-controller', ...world })).lines).toEqual(expected);
  });

  it('shows no value of a Secret unless asked, copies in annotations included', async () => {
    const secret = (data: string, metadata = GIT): string => configMap(data, metadata).replace('ConfigMap', 'Secret');
    const world = {
      desired: secret('mode: ZGF5', 'annotations: {}'),
      live: secret('mode: ZGF5'),
      result: secret(
        'mode: ZGF5, key: cGxhbnRlZA==',
        `annotations: {copy: was planted, note: seen}, labels: {team: web}, ${GIT}`,
      ),
    };
    const { lines } = await ask(world);
    expect(lines).toEqual([
      'admission-changes .data.key: neither declared nor a known default: in the dry run admission sets it to (secret value) when this is applied',
      'admission-changes .metadata.annotations.copy: neither declared nor a known default: in the dry run admission sets it to (not shown: a copy of the Secret) when this is applied',
      'admission-changes .metadata.annotations.note: neither declared nor a known default: in the dry run admission sets it to seen when this is applied',
      'admission-changes .metadata.labels.team: neither declared nor a known default: in the dry run admission sets it to web when this is applied',
    ]);
    expect((await ask({ ...world, showSecrets: true })).lines.join()).toContain('planted');
  });
});

describe('the manager of the dry run', () => {
  const as = async (live: string | undefined, manager?: string) =>
    ask({
      desired: configMap('mode: day'),
      result: configMap('mode: day'),
      ...(live === undefined ? {} : { live }),
      ...(manager === undefined ? {} : { manager }),
    });

  it('is the one that applies the object, or the one that was given', async () => {
    expect((await as(configMap('mode: day', GIT))).managers).toEqual(['argocd-controller']);
    const flux = 'labels: {kustomize.toolkit.fluxcd.io/name: shop}';
    expect((await as(configMap('mode: day', flux))).managers).toEqual(['kustomize-controller']);
    expect((await as(configMap('mode: day', GIT), 'team-sync')).managers).toEqual(['team-sync']);
    expect((await as(undefined, 'team-sync')).managers).toEqual(['team-sync']);
  });

  it('is our own where none is known, and that is said once for what live has', async () => {
    const worlds = ['a', 'b', 'c'].map((name) => {
      const object = configMap('mode: day', '', name);
      return { desired: object, result: object, ...(name === 'c' ? {} : { live: object }) };
    });
    const { lines, managers } = await ask(...worlds);
    expect(managers).toEqual(['gitdrift', 'gitdrift', 'gitdrift']);
    expect(lines).toEqual([
      'server-side-manager-unknown -: no GitOps manager is recognised here, so the dry run and that of 1 more object applied as gitdrift, which cannot show what a sync would remove; name the manager with --manager',
    ]);
  });
});

describe('what could not be applied', () => {
  const refused = (reason: string, onlyServerSide = false): DryRunResult => ({
    kind: 'refused',
    reason,
    onlyServerSide,
  });
  const desired = configMap('mode: day');

  it('is an error in the words of the server, and a refusal in what a sync would do', async () => {
    const { findings, refusals } = await ask({
      desired,
      live: configMap('mode: day', GIT),
      answer: refused('denied by policy'),
    });
    expect(findings).toEqual([
      {
        code: 'server-side-refused',
        severity: 'error',
        resource: refOf(yaml(desired)),
        message: 'in the dry run an apply would be refused: denied by policy',
      },
    ]);
    expect(refusals).toEqual([
      {
        code: 'refused',
        resource: refOf(yaml(desired)),
        message: 'the API server refuses an apply of ConfigMap shop/flags: denied by policy',
      },
    ]);
  });

  it('stops a sync that applies server-side; what another way of applying does is not known', async () => {
    const answer = refused('field not declared in schema', true);
    const bySync = await ask({ desired, live: configMap('mode: day', GIT), answer });
    expect(bySync.refusals).toHaveLength(1);
    for (const live of [configMap('mode: day', applied({}, 'argocd-controller', 'Update')), undefined]) {
      const { lines, refusals } = await ask({ desired, answer, ...(live === undefined ? {} : { live }) });
      expect(refusals).toEqual([]);
      expect(lines).toEqual([
        'server-side-refused -: in the dry run a server-side apply would be refused: field not declared in schema',
      ]);
    }
  });

  it('is told once for what one reason keeps from being asked', async () => {
    const forbidden = (name: string, rest: string) => ({
      desired: configMap('mode: day', '', name),
      answer: { kind: 'unavailable' as const, reason: `configmaps "${name}" is forbidden: ${rest}` },
    });
    const { lines } = await ask(forbidden('a', 'no patch'), forbidden('b', 'no patch'), forbidden('c', 'no create'));
    expect(lines).toEqual([
      'server-side-unavailable -: its dry run and that of 1 more object could not be made: no patch',
      'server-side-unavailable -: its dry run could not be made: no create',
    ]);
  });
});

describe('what a sync would do', () => {
  const ref = (name: string): ResourceRef => ({
    group: 'apps',
    version: 'v1',
    kind: 'Deployment',
    namespace: 'shop',
    name,
  });
  const effect = (name: string, code: SyncEffect['code'], path?: string): SyncEffect => ({
    code,
    resource: ref(name),
    ...(path === undefined ? {} : { path }),
    message: code,
  });

  it('is nothing else for an object that is refused as a whole', () => {
    const effects = [
      effect('a', 'overwrites', '.x'),
      effect('b', 'overwrites', '.x'),
      effect('b', 'restarts-pods'),
      effect('d', 'prunes'),
    ];
    expect(withRefusals(effects, [effect('b', 'refused'), effect('c', 'refused')])).toEqual([
      effect('a', 'overwrites', '.x'),
      effect('b', 'refused'),
      effect('c', 'refused'),
      effect('d', 'prunes'),
    ]);
  });

  it('keeps a refusal that names its field', () => {
    const known = [effect('a', 'refused', '.spec.selector')];
    expect(withRefusals(known, [effect('a', 'refused')])).toEqual(known);
  });
});
