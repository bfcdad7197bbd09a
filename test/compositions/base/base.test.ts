import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.js';
import { entry } from '../../ownership/worlds.js';
import { commit, git, hasGit, scratch } from '../../source/repositories.js';
import { judgeAt, type TwoRevisions, twoRevisions } from '../earlier-worlds.js';
import { clientSideApply, LAST_APPLIED } from '../worlds.js';

type Data = Readonly<Record<string, string>>;

const settings = (data: Data): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: ${JSON.stringify(data)}\n`;

/** Who wrote which keys of the data, and when. */
const wrote = (manager: string, keys: readonly string[], time = '2026-11-30T10:00:00Z'): JsonObject =>
  entry(
    manager,
    manager === 'argocd-controller' ? 'Apply' : 'Update',
    { 'f:data': Object.fromEntries(keys.map((key) => [`f:${key}`, {}])) },
    {
      apiVersion: 'v1',
      time,
    },
  );

const BY_HAND = 'kubectl-edit';

function live(data: Data, managedFields: readonly JsonObject[], annotations?: JsonObject): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', namespace: 'marketplace', managedFields, ...(annotations && { annotations }) },
    data,
  };
}

interface Case {
  readonly base: Data;
  readonly head: Data;
  readonly live: Data;
  readonly by?: string;
  readonly said: readonly string[];
  readonly exit: 0 | 1;
}

/** The table of docs/ci.md, a row each. `a` is what base declares, `b` what the request makes of it. */
const TABLE: Readonly<Record<string, Case>> = {
  'the request changes it, live is as base': {
    ...{ base: { mode: 'a' }, head: { mode: 'b' }, live: { mode: 'a' }, by: 'helm' },
    ...{ said: ['changed .data.mode deployer git-ahead'], exit: 0 },
  },
  'the request changes it, and a person wrote the value that base declares': {
    ...{ base: { mode: 'a' }, head: { mode: 'b' }, live: { mode: 'a' }, by: BY_HAND },
    ...{ said: ['changed .data.mode manual git-ahead'], exit: 0 },
  },
  'a person changed it, and the request does not': {
    ...{ base: { mode: 'a' }, head: { mode: 'a' }, live: { mode: 'x' }, by: BY_HAND },
    ...{ said: ['changed .data.mode manual manual-change'], exit: 1 },
  },
  'both changed it': {
    ...{ base: { mode: 'a' }, head: { mode: 'b' }, live: { mode: 'x' }, by: BY_HAND },
    ...{ said: ['changed .data.mode manual both-changed'], exit: 1 },
  },
  'live has what the request declares already': {
    ...{ base: { mode: 'a' }, head: { mode: 'b' }, live: { mode: 'b' }, by: BY_HAND, said: [], exit: 0 },
  },
  'the request declares it newly, and live lacks it': {
    ...{ base: { mode: 'a' }, head: { mode: 'a', log: 'b' }, live: { mode: 'a' } },
    ...{ said: ['missing .data.log unowned git-ahead'], exit: 0 },
  },
  'the request declares it newly, and a person had set it': {
    ...{ base: { mode: 'a' }, head: { mode: 'a', log: 'b' }, live: { mode: 'a', log: 'x' }, by: BY_HAND },
    ...{ said: ['changed .data.log manual both-changed'], exit: 1 },
  },
  'the request declares it newly, and a controller had filled it in': {
    ...{ base: { mode: 'a' }, head: { mode: 'a', log: 'b' }, live: { mode: 'a', log: 'x' }, by: 'keda' },
    ...{ said: ['changed .data.log autoscaler git-ahead'], exit: 0 },
  },
  'the request removes it, and live has what base declares': {
    ...{ base: { mode: 'a', log: 'a' }, head: { mode: 'a' }, live: { mode: 'a', log: 'a' }, by: BY_HAND },
    ...{ said: ['undeclared .data.log manual git-ahead'], exit: 0 },
  },
  'the request removes it, and a person changed it': {
    ...{ base: { mode: 'a', log: 'a' }, head: { mode: 'a' }, live: { mode: 'a', log: 'x' }, by: BY_HAND },
    ...{ said: ['undeclared .data.log manual undeclared-manual'], exit: 1 },
  },
  'somebody removed it from live, and the request leaves it as it was': {
    ...{ base: { mode: 'a', log: 'a' }, head: { mode: 'a', log: 'a' }, live: { mode: 'a' } },
    ...{ said: ['missing .data.log unowned missing-in-live'], exit: 1 },
  },
  'somebody removed it from live, and the request changes it': {
    ...{ base: { mode: 'a', log: 'a' }, head: { mode: 'a', log: 'b' }, live: { mode: 'a' } },
    ...{ said: ['missing .data.log unowned both-changed'], exit: 1 },
  },
  'a person added something that neither declares': {
    ...{ base: { mode: 'a' }, head: { mode: 'b' }, live: { mode: 'a', log: 'x' }, by: BY_HAND },
    ...{ said: ['changed .data.mode manual git-ahead', 'undeclared .data.log manual undeclared-manual'], exit: 1 },
  },
};

const described = (world: Pick<Case, 'base' | 'head'>): Pick<TwoRevisions, 'base' | 'head'> => ({
  base: { 'apps/settings.yaml': settings(world.base) },
  head: { 'apps/settings.yaml': settings(world.head) },
});

describe.skipIf(!hasGit)('a field at base, in the request, and in live', () => {
  it.each(Object.entries(TABLE))('%s', async (_, world) => {
    const judged = await judgeAt({
      ...described(world),
      live: [live(world.live, [wrote(world.by ?? 'helm', Object.keys(world.live))])],
      request: { base: 'HEAD~1' },
    });
    expect(judged.said).toEqual(world.said.map((line) => `ConfigMap/settings ${line}`));
    expect(judged.exit).toBe(world.exit);
  });
});

const DEPLOYMENT = (image: string, more = ''): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: catalog}
spec:
  selector: {matchLabels: {app: catalog}}
  template:
    metadata: {labels: {app: catalog}}
    spec:
      containers:
      - name: web
        image: registry.example/catalog:${image}
        args: ["--port=8080"]
${more}`;

function liveDeployment(image: string, containers: readonly JsonObject[] = []): JsonObject {
  const web = {
    name: 'web',
    image: `registry.example/catalog:${image}`,
    args: ['--port=8080'],
    imagePullPolicy: 'IfNotPresent',
  };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'catalog', namespace: 'marketplace' },
    spec: {
      selector: { matchLabels: { app: 'catalog' } },
      template: { metadata: { labels: { app: 'catalog' } }, spec: { containers: [web, ...containers] } },
    },
  };
}

const SIDECAR = '      - name: log\n        image: registry.example/log:1\n';
const LIVE_SIDECAR = { name: 'log', image: 'registry.example/log:1', terminationMessagePath: '/dev/termination-log' };

describe.skipIf(!hasGit)('lists and whole values', () => {
  it.each<[string, { base: string; head: string; live: JsonObject; said: string[] }]>([
    [
      'an item that the request adds',
      {
        ...{ base: DEPLOYMENT('1'), head: DEPLOYMENT('1', SIDECAR), live: liveDeployment('1') },
        said: ['missing .spec.template.spec.containers[name="log"] unowned git-ahead'],
      },
    ],
    [
      'an item that the request removes, with what the server filled in',
      {
        ...{ base: DEPLOYMENT('1', SIDECAR), head: DEPLOYMENT('1'), live: liveDeployment('1', [LIVE_SIDECAR]) },
        said: ['undeclared .spec.template.spec.containers[name="log"] unowned git-ahead'],
      },
    ],
    [
      'an item that somebody took out of live',
      {
        ...{ base: DEPLOYMENT('1', SIDECAR), head: DEPLOYMENT('2', SIDECAR), live: liveDeployment('1') },
        said: [
          'missing .spec.template.spec.containers[name="log"] unowned missing-in-live',
          'changed .spec.template.spec.containers[name="web"].image unowned git-ahead',
        ],
      },
    ],
    [
      'an atomic list that the request changes',
      {
        base: DEPLOYMENT('1'),
        head: DEPLOYMENT('1').replace('8080', '9090'),
        live: liveDeployment('1'),
        said: ['changed .spec.template.spec.containers[name="web"].args unowned git-ahead'],
      },
    ],
    [
      'text of the same meaning in base: no text is compared',
      {
        base: DEPLOYMENT('1', '        resources: {limits: {cpu: "1"}}\n'),
        head: DEPLOYMENT('1', '        resources: {limits: {cpu: "2"}}\n'),
        live: JSON.parse(
          JSON.stringify(liveDeployment('1')).replace('"args"', '"resources":{"limits":{"cpu":"1000m"}},"args"'),
        ),
        said: ['changed .spec.template.spec.containers[name="web"].resources.limits.cpu unowned git-ahead'],
      },
    ],
    [
      'what a changed field makes of its neighbours',
      {
        base: DEPLOYMENT('1'),
        head: DEPLOYMENT('1').replace('spec:\n', 'spec:\n  strategy: {type: Recreate}\n'),
        live: JSON.parse(
          JSON.stringify(liveDeployment('1')).replace(
            '"selector"',
            '"strategy":{"type":"RollingUpdate","rollingUpdate":{"maxSurge":"25%","maxUnavailable":"25%"}},"selector"',
          ),
        ),
        said: ['changed .spec.strategy.type unowned git-ahead'],
      },
    ],
  ])('%s', async (_, { base, head, live: object, said }) => {
    const judged = await judgeAt({
      base: { 'apps/deploy.yaml': base },
      head: { 'apps/deploy.yaml': head },
      live: [object],
      request: { base: 'HEAD~1' },
    });
    expect(judged.said).toEqual(said.map((line) => `Deployment/catalog ${line}`));
  });

  it('a port under another key, renumbered by the request or in live', async () => {
    const service = (port: number): string =>
      `apiVersion: v1\nkind: Service\nmetadata: {name: catalog}\nspec:\n  selector: {app: catalog}\n  ports: [{name: http, port: ${port}}]\n`;
    const object = (port: number): JsonObject => ({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'catalog', namespace: 'marketplace' },
      spec: { selector: { app: 'catalog' }, ports: [{ name: 'http', port, protocol: 'TCP', targetPort: port }] },
    });
    const at = (base: number, head: number, port: number) =>
      judgeAt({
        base: { 'apps/service.yaml': service(base) },
        head: { 'apps/service.yaml': service(head) },
        live: [object(port)],
        request: { base: 'HEAD~1' },
      });
    const byRequest = await at(80, 83, 80);
    expect(byRequest.exit).toBe(0);
    expect(new Set(byRequest.said.map((line) => line.split(' ').at(-1)))).toEqual(new Set(['git-ahead']));
    const inLive = await at(80, 80, 83);
    expect(inLive.exit).toBe(1);
    expect(inLive.said).toContain('Service/catalog missing .spec.ports[port=80,protocol="TCP"] unowned renumbered');
  });
});

describe.skipIf(!hasGit)('whole objects', () => {
  const one = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: {mode: a}\n`;
  const object = (name: string): JsonObject => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'marketplace' },
    data: { mode: 'a' },
  });

  it('new since base is not applied yet; declared at base and gone from live was deleted', async () => {
    const judged = await judgeAt({
      base: { 'apps/old.yaml': one('old'), 'apps/gone.yaml': one('gone') },
      head: { 'apps/new.yaml': one('new') },
      live: [object('old')],
      request: { base: 'HEAD~1' },
    });
    expect(judged.said).toEqual(['ConfigMap/gone missing missing-object', 'ConfigMap/new missing git-ahead']);
    expect(judged.resource('ConfigMap', 'new').explanation).toEqual({
      status: 'explained',
      code: 'git-ahead',
      message: expect.stringMatching(/^not applied yet: base [0-9a-f]{7} does not declare the object/),
      base: git(judged.folder, 'rev-parse', 'HEAD~1'),
    });
    expect(judged.resource('ConfigMap', 'gone').explanation?.message).toMatch(
      /though base [0-9a-f]{7} declares it already/,
    );
    expect(judged.report.gate).toMatchObject({ counted: 1, exitCode: 1 });
  });

  it('gone since base and still live is a note, and gone from both is nothing', async () => {
    const judged = await judgeAt({
      base: { 'apps/kept.yaml': one('kept'), 'apps/old.yaml': one('old'), 'apps/older.yaml': one('older') },
      head: { 'apps/old.yaml': undefined, 'apps/older.yaml': undefined },
      live: [object('kept'), object('old')],
      request: { base: 'HEAD~1' },
    });
    expect(judged.said).toEqual(['finding removed-since-base old']);
    expect(judged.exit).toBe(0);
  });

  it('in another file at base is the same object', async () => {
    const judged = await judgeAt({
      base: { 'apps/all.yaml': `${one('kept')}---\n${one('old')}` },
      head: {
        'apps/all.yaml': undefined,
        'apps/kept.yaml': one('kept').replace('mode: a', 'mode: b'),
        'apps/old.yaml': one('old'),
      },
      live: [object('kept'), object('old')],
      request: { base: 'HEAD~1' },
    });
    expect(judged.said).toEqual(['ConfigMap/kept changed .data.mode unowned git-ahead']);
  });

  it('of a folder that base does not have are all new', async () => {
    const judged = await judgeAt({
      base: { 'README.md': 'nothing yet' },
      head: { 'apps/new.yaml': one('new') },
      live: [],
      request: { base: 'HEAD~1' },
    });
    expect(judged.said).toEqual(['ConfigMap/new missing git-ahead']);
    expect(judged.exit).toBe(0);
  });
});

describe.skipIf(!hasGit)('a selection', () => {
  const labelled = (name: string, tier: string, mode: string): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, labels: {tier: ${tier}}}\ndata: {mode: ${mode}}\n`;
  const object = (name: string, tier: string): JsonObject => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'marketplace', labels: { tier } },
    data: { mode: 'a' },
  });
  const world: TwoRevisions = {
    base: {
      'apps/moved.yaml': labelled('moved', 'back', 'a'),
      'apps/left.yaml': labelled('left', 'front', 'a'),
      'apps/old.yaml': labelled('old', 'front', 'a'),
      'apps/other.yaml': labelled('other', 'back', 'a'),
    },
    head: {
      'apps/moved.yaml': labelled('moved', 'front', 'b'),
      'apps/left.yaml': labelled('left', 'back', 'a'),
      'apps/new.yaml': labelled('new', 'front', 'a'),
      'apps/old.yaml': undefined,
      'apps/other.yaml': undefined,
    },
    live: [object('moved', 'back'), object('left', 'front'), object('old', 'front'), object('other', 'back')],
  };
  const ALL = { kinds: [], excludeKinds: [], resources: [] };

  it('by a label that the request changes leaves base whole', async () => {
    const judged = await judgeAt({ ...world, request: { base: 'HEAD~1', select: { ...ALL, selector: 'tier=front' } } });
    expect(judged.said).toEqual([
      'ConfigMap/moved changed .data.mode unowned git-ahead',
      'ConfigMap/moved changed .metadata.labels.tier unowned git-ahead',
      'ConfigMap/new missing git-ahead',
      'finding removed-since-base old',
    ]);
  });

  it('of an object that base does not have', async () => {
    const select = { ...ALL, resources: ['ConfigMap/new'] };
    const judged = await judgeAt({ ...world, request: { base: 'HEAD~1', select } });
    expect(judged.said).toEqual(['ConfigMap/new missing git-ahead']);
  });
});

describe.skipIf(!hasGit)('what base cannot tell', () => {
  const secret = (password: string): string =>
    `apiVersion: v1\nkind: Secret\nmetadata: {name: login}\nstringData: {password: ${password}}\n`;
  const liveSecret = (password: string): JsonObject => ({
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'Opaque',
    metadata: {
      name: 'login',
      namespace: 'marketplace',
      managedFields: [entry(BY_HAND, 'Update', { 'f:data': { 'f:password': {} } }, { apiVersion: 'v1' })],
    },
    data: { password: Buffer.from(password).toString('base64') },
  });

  it.each([
    ['as base', 'swordfish-1', 'git-ahead', 0],
    ['changed by hand', 'swordfish-3', 'both-changed', 1],
  ])('values of a Secret: compared and never shown (%s)', async (_, password, code, exit) => {
    const judged = await judgeAt({
      base: { 'apps/login.yaml': secret('swordfish-1') },
      head: { 'apps/login.yaml': secret('swordfish-2') },
      live: [liveSecret(password)],
      request: { base: 'HEAD~1' },
    });
    expect(judged.said.filter((line) => !line.startsWith('finding'))).toEqual([
      `Secret/login changed .data.password manual ${code}`,
    ]);
    expect(judged.exit).toBe(exit);
    const text = JSON.stringify(judged.report);
    for (const value of ['swordfish-1', 'swordfish-2', 'swordfish-3']) {
      expect(text).not.toContain(value);
      expect(text).not.toContain(Buffer.from(value).toString('base64'));
    }
  });

  it('a request that was applied already: what was put back since is no lag of live', async () => {
    const judged = await judgeAt({
      ...described({ base: { mode: 'a' }, head: { mode: 'b' } }),
      live: [
        live({ mode: 'a' }, [clientSideApply({}), wrote(BY_HAND, ['mode'])], {
          [LAST_APPLIED]: JSON.stringify({
            apiVersion: 'v1',
            kind: 'ConfigMap',
            metadata: { annotations: {}, name: 'settings', namespace: 'marketplace' },
            data: { mode: 'b' },
          }),
        }),
      ],
      request: { base: 'HEAD~1' },
    });
    expect(judged.said).toEqual([
      'ConfigMap/settings changed .data.mode manual manual-change',
      'finding base-not-compared settings',
    ]);
    expect(judged.exit).toBe(1);
  });

  it.each<[string, Data, number]>([
    ['of what base declares, too: it is of no version of Git', { mode: 'a' }, 1],
    ['of base', { mode: 'x' }, 0],
  ])('a kubectl apply %s', async (_, base, exit) => {
    const applied = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { annotations: {}, name: 'settings', namespace: 'marketplace' },
      data: { mode: 'x' },
    };
    const judged = await judgeAt({
      ...described({ base, head: { mode: 'a' } }),
      live: [
        live({ mode: 'x' }, [clientSideApply({ 'f:data': { 'f:mode': {} } })], {
          [LAST_APPLIED]: JSON.stringify(applied),
        }),
      ],
      request: { base: 'HEAD~1' },
    });
    expect(judged.said).toEqual([
      `ConfigMap/settings changed .data.mode deployer ${exit === 0 ? 'git-ahead' : 'deployer-change'}`,
    ]);
    expect(judged.exit).toBe(exit);
  });

  it('a base that cannot be rendered is said, and live is judged without it', async () => {
    const judged = await judgeAt({
      base: { 'apps/settings.yaml': 'kind: [' },
      head: { 'apps/settings.yaml': settings({ mode: 'b' }) },
      live: [live({ mode: 'a' }, [wrote(BY_HAND, ['mode'])])],
      request: { base: 'HEAD~1' },
    });
    expect(judged.said).toEqual([
      'ConfigMap/settings changed .data.mode manual manual-change',
      'finding base-not-compared',
    ]);
    expect(judged.report.applications[0]?.findings[0]?.message).toMatch(/^base [0-9a-f]{7} could not be rendered/);
  });

  it('an object at another version', async () => {
    const budget = (version: string, least: number): string =>
      `apiVersion: policy/${version}\nkind: PodDisruptionBudget\nmetadata: {name: catalog}\nspec: {minAvailable: ${least}, selector: {matchLabels: {app: catalog}}}\n`;
    const judged = await judgeAt({
      base: { 'apps/budget.yaml': budget('v1beta1', 1) },
      head: { 'apps/budget.yaml': budget('v1', 2) },
      live: [
        {
          apiVersion: 'policy/v1',
          kind: 'PodDisruptionBudget',
          metadata: { name: 'catalog', namespace: 'marketplace' },
          spec: { minAvailable: 1, selector: { matchLabels: { app: 'catalog' } } },
        },
      ],
      request: { base: 'HEAD~1' },
    });
    expect(judged.said).toEqual([
      'PodDisruptionBudget/catalog changed .spec.minAvailable unowned unowned-value',
      'finding base-not-compared catalog',
    ]);
  });

  it.each<[string, string, RegExp, RegExp]>([
    ['a revision that is not there', 'mian', /no revision mian/, /did you mean main/],
    [
      'a branch of a remote that was not fetched',
      'upstream/release',
      /no revision upstream\/release/,
      /git fetch upstream release/,
    ],
    ['what would be an option', '--all', /is not a revision/, /merge-base/],
    ['what lies before the first commit', 'HEAD~7', /no revision HEAD~7/, /branch, a tag or a commit/],
  ])('%s ends the run', async (_, base, message, hint) => {
    const world = { ...described({ base: { mode: 'a' }, head: { mode: 'b' } }), live: [] };
    await expect(judgeAt({ ...world, request: { base } })).rejects.toMatchObject({
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    });
  });

  it('a shallow clone says that it is one', async () => {
    const world = { ...described({ base: { mode: 'a' }, head: { mode: 'b' } }), live: [] };
    const folder = twoRevisions(world);
    const clone = scratch();
    git(clone, 'clone', '--quiet', '--depth=1', `file://${folder}`, '.');
    await expect(judgeAt({ ...world, request: { base: 'HEAD~1' } }, clone)).rejects.toMatchObject({
      code: 'source-not-found',
      hint: expect.stringContaining('fetch-depth: 0'),
    });
  });

  it('a folder outside Git, and standard input, have no earlier revision', async () => {
    const world = { ...described({ base: { mode: 'a' }, head: { mode: 'b' } }), live: [] };
    const outside = scratch({ 'apps/settings.yaml': settings({ mode: 'b' }) });
    await expect(judgeAt({ ...world, request: { base: 'main' } }, outside)).rejects.toMatchObject({ code: 'usage' });
    const source = { kind: 'stdin' } as const;
    await expect(
      judgeAt({ ...world, stdin: settings({ mode: 'b' }), request: { source, base: 'main' } }, outside),
    ).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('standard input'),
    });
  });

  it('a partial clone that left the files at its origin says how to get them', async () => {
    const world = { ...described({ base: { mode: 'a' }, head: { mode: 'b' } }), live: [] };
    const folder = twoRevisions(world);
    git(folder, 'config', 'uploadpack.allowFilter', 'true');
    const clone = scratch();
    git(clone, 'clone', '--quiet', '--filter=blob:none', `file://${folder}`, '.');
    await expect(judgeAt({ ...world, request: { base: 'HEAD~1' } }, clone)).rejects.toMatchObject({
      code: 'git-failed',
      hint: expect.stringContaining('git archive'),
    });
  });
});

describe.skipIf(!hasGit)('where base comes from', () => {
  const world: TwoRevisions = {
    ...described({ base: { mode: 'a' }, head: { mode: 'b' } }),
    live: [live({ mode: 'a' }, [wrote('helm', ['mode'])])],
    request: { base: 'HEAD~1' },
  };
  const AHEAD = ['ConfigMap/settings changed .data.mode deployer git-ahead'];

  it.each(['HEAD~1', 'main^', 'before', 'refs/heads/before', 'v1', ':/^change'])('%s', async (base) => {
    const folder = twoRevisions(world);
    git(folder, 'branch', 'before', 'HEAD~1');
    git(folder, 'tag', '-a', '-m', 'first', 'v1', 'HEAD~1');
    const judged = await judgeAt({ ...world, request: { base } }, folder);
    expect(judged.said).toEqual(AHEAD);
    const revision = git(folder, 'rev-parse', 'HEAD~1');
    expect(judged.report.applications[0]?.sources[0]?.base).toBe(revision);
    expect(judged.resource('ConfigMap', 'settings').drift[0]).toMatchObject({
      explanation: { status: 'explained', base: revision },
      writer: {
        evidence: expect.arrayContaining([
          { kind: 'git', message: `base ${revision.slice(0, 7)} declares .data.mode as live has it` },
        ]),
      },
    });
  });

  it('HEAD, where the work tree is the change', async () => {
    const judged = await judgeAt({ ...world, dirty: true, request: { base: 'HEAD' } });
    expect(judged.said).toEqual(AHEAD);
  });

  it('a linked work tree, and a path through a link that stood elsewhere', async () => {
    const folder = scratch();
    git(folder, 'init', '--quiet', '--initial-branch=main');
    commit(folder, { 'v1/settings.yaml': settings({ mode: 'a' }), 'v2/settings.yaml': settings({ mode: 'b' }) });
    git(folder, 'worktree', 'add', '--quiet', `${folder}/linked`);
    const linked = `${folder}/linked`;
    const pointTo = (version: string): void => {
      execFileSync('ln', ['-sfn', version, `${linked}/apps`]);
      git(linked, 'add', '--all');
      git(linked, 'commit', '--quiet', '--message', version);
    };
    pointTo('v1');
    pointTo('v2');
    expect((await judgeAt(world, linked)).said).toEqual(AHEAD);
  });

  it.each(['HEAD~1', 'before', 'origin/before'])('--repo, at %s', async (base) => {
    const folder = twoRevisions(world);
    git(folder, 'branch', 'before', 'HEAD~1');
    const source = { kind: 'git', repoURL: `file://${folder}`, path: 'apps', recursive: false } as const;
    expect((await judgeAt({ ...world, request: { source, base } }, folder)).said).toEqual(AHEAD);
  });

  it('--repo at the number of a commit, and at one that is not there', async () => {
    const folder = twoRevisions(world);
    const source = { kind: 'git', repoURL: `file://${folder}`, path: 'apps', recursive: false } as const;
    const base = git(folder, 'rev-parse', 'HEAD~1');
    expect((await judgeAt({ ...world, request: { source, base } }, folder)).said).toEqual(AHEAD);
    await expect(judgeAt({ ...world, request: { source, base: 'HEAD~9' } }, folder)).rejects.toMatchObject({
      code: 'source-not-found',
      hint: expect.stringContaining('does not go back'),
    });
  });

  it("writes nothing into the user's repository", async () => {
    const folder = twoRevisions(world);
    const state = (): string =>
      execFileSync('find', ['.', '-printf', '%p %T@ %s\\n'], { cwd: folder, encoding: 'utf8' });
    const before = state();
    expect((await judgeAt(world, folder)).said).toEqual(AHEAD);
    expect(state()).toBe(before);
  });

  it('and a request that waits for its sync is not overdue, but what waited before it is', async () => {
    const long = { mode: 'a', log: 'old' };
    const judged = await judgeAt({
      ...described({ base: { mode: 'a', log: 'x' }, head: { mode: 'b', log: 'x' } }),
      live: [live(long, [wrote('argocd-controller', ['mode', 'log'])])],
      request: { base: 'HEAD~1' },
      maxPendingMs: 0,
      now: new Date('2100-01-01T00:00:00Z'),
    });
    expect(judged.said).toContain('ConfigMap/settings changed .data.mode gitops git-ahead');
    expect(judged.said).toContain('ConfigMap/settings changed .data.log gitops git-ahead');
    const overdue = judged.report.applications[0]?.findings.filter(({ code }) => code === 'sync-overdue') ?? [];
    expect(overdue.map(({ path }) => path)).toEqual(['.data.log']);
  });
});
