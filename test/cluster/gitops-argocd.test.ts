import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type Rendered, reconcileApplication, reconcileSet } from './gitops/argo-cd.js';
import { ARGO_CD, install, STOREFRONTS } from './gitops/crds.js';
import { hands, type Live } from './gitops/hands.js';
import { FIXED, planFrom, proves, type Scene, shellOf, stepsOf } from './gitops/plans.js';
import { type Shelf, shelf } from './gitops/workload.js';
import { world } from './scenarios/world.js';

const { gitdrift, namespace } = world('argo-plans');
const cluster = inject('cluster');
const at = hands(namespace, cluster);
const shell = shellOf(cluster);
/** Applications are found by their bare names, all over the cluster. */
const suffix = namespace.slice(-8);

const APPLICATION = 'applications.argoproj.io';
const SET = 'applicationsets.argoproj.io';
const SELF_HEAL = { prune: true, selfHeal: true };
const GIT = 'https://git.example.com/team/shop.git';

const spec = (syncPolicy: object = { automated: SELF_HEAL }): object => ({
  project: 'default',
  source: { repoURL: GIT, path: 'apps/shop', targetRevision: 'main' },
  destination: { server: 'https://kubernetes.default.svc', namespace },
  syncPolicy,
});

const application = (name: string, syncPolicy?: object): Live => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata: { name, namespace },
  spec: spec(syncPolicy),
});

const applicationSet = (name: string, children: readonly string[], more: object = {}): Live => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'ApplicationSet',
  metadata: { name, namespace },
  spec: {
    generators: [{ list: { elements: children.map((child) => ({ name: child })) } }],
    template: { metadata: {}, spec: spec() },
    ...more,
  },
});

const planFor = async (...args: readonly string[]) => planFrom(await gitdrift(['suspend-plan', ...args, '-o', 'json']));

/** A scene in which `round` is what every controller does, and `owners` are the objects that the plan may write. */
function scene(git: Shelf, owners: readonly (readonly [string, string])[], round: () => Promise<void>): Scene {
  return {
    plan: () => planFor(`deployment/${git.name}`, '-n', namespace),
    hotfix: git.hotfix,
    image: git.liveImage,
    merge: git.merge,
    round,
    owners: () => Promise.all(owners.map(([kind, name]) => at.get(kind, name))),
  };
}

const of = (git: Shelf): Rendered => ({ revision: git.revision, objects: [git.manifest()] });

beforeAll(() => install([...ARGO_CD, ...STOREFRONTS]));

describe.concurrent('an Application that nobody manages', () => {
  it.each(['', 'ServerSideApply=true', 'Replace=true'])('with self-heal is switched off: %s', async (option) => {
    const git = shelf(at, `alone${option.slice(0, 3).toLowerCase()}`);
    const app = `${git.name}-${suffix}`;
    await at.create(
      application(app, { automated: SELF_HEAL, ...(option === '' ? {} : { syncOptions: [option] }) }),
      'kubectl-create',
    );
    await reconcileApplication(at, app, of(git));
    const plan = await proves(
      scene(git, [[APPLICATION, app]], async () => {
        await reconcileApplication(at, app, of(git));
      }),
      shell,
    );
    expect(stepsOf(plan)).toEqual([
      `switch automated sync of Application ${namespace}/${app} off: kubectl as break-glass, argocd as argocd-server`,
    ]);
    expect(plan.chain.roots.map(({ kind, name }) => `${kind}/${name}`)).toEqual([`Application/${app}`]);
    expect(plan.undo.warning).toMatch(/^merge the fix into Git first/);
  });

  it('without self-heal keeps a fix until the next commit, and through it once it is suspended', async () => {
    const git = shelf(at, 'unhealed');
    const app = `${git.name}-${suffix}`;
    await at.create(application(app, { automated: { prune: true } }), 'kubectl-create');
    await reconcileApplication(at, app, of(git));
    await git.hotfix();
    await reconcileApplication(at, app, of(git));
    expect(await git.liveImage()).toBe(FIXED);
    git.revision = 'c'.repeat(40);
    const plan = await proves(
      scene(git, [[APPLICATION, app]], async () => {
        // Somebody commits something else before every look.
        git.revision = git.revision.startsWith('c') ? 'd'.repeat(40) : 'c'.repeat(40);
        await reconcileApplication(at, app, of(git));
      }),
      shell,
    );
    expect(plan.steps).toHaveLength(1);
  });

  it.each([
    ['manual', {}, 'it has no automated sync policy, so that it syncs only when somebody asks it to'],
    ['switched', { automated: { ...SELF_HEAL, enabled: false } }, 'automated.enabled is false already'],
  ])('%s needs nothing, and holds until somebody syncs it', async (name, syncPolicy, why) => {
    const git = shelf(at, name);
    const app = `${git.name}-${suffix}`;
    await at.create(application(app, syncPolicy), 'kubectl-create');
    await reconcileApplication(at, app, of(git), true);
    await git.hotfix();
    const plan = await planFor(`deployment/${git.name}`, '-n', namespace);
    expect(plan.steps).toEqual([]);
    expect(plan.warnings).toContain(`Application ${namespace}/${app}: ${why}`);
    await reconcileApplication(at, app, of(git));
    expect(await git.liveImage()).toBe(FIXED);
    await reconcileApplication(at, app, of(git), true);
    expect(await git.liveImage()).not.toBe(FIXED);
  });
});

describe.concurrent('a child of an ApplicationSet', () => {
  async function set(name: string, more: object) {
    const git = shelf(at, name);
    const [app, sibling, of2] = [`${name}-${suffix}`, `${name}-two-${suffix}`, `${name}-set-${suffix}`];
    await at.create(applicationSet(of2, [app, sibling], more), 'kubectl-create');
    const round = async () => {
      await reconcileSet(at, of2);
      await reconcileApplication(at, app, of(git));
      await reconcileSet(at, of2);
    };
    await round();
    const owners = [
      [SET, of2],
      [APPLICATION, app],
      [APPLICATION, sibling],
    ] as const;
    return { git, app, sibling, set: of2, plan: await proves(scene(git, owners, round), shell) };
  }
  const exempted = (set: string, app: string): readonly string[] => [
    `tell ApplicationSet ${namespace}/${set} to leave /spec/syncPolicy/automated of ${app} alone: kubectl as break-glass`,
    `switch automated sync of Application ${namespace}/${app} off: kubectl as break-glass, argocd as argocd-server`,
  ];

  it('is exempted first, and the other children go on', async () => {
    const { plan, app, set: name, sibling } = await set('child', {});
    expect(stepsOf(plan)).toEqual(exempted(name, app));
    expect(plan.nearer).toHaveLength(1);
    expect(plan.alsoStops[0]?.message).toBe(
      `ApplicationSet ${namespace}/${name} goes on with its other Applications (1): ${sibling}`,
    );
  });

  it('is exempted first where the set preserves an annotation, which stops nothing', async () => {
    const more = { preservedFields: { annotations: ['argocd.argoproj.io/skip-reconcile'] } };
    const { plan, app, set: name } = await set('preserved', more);
    expect(stepsOf(plan)).toEqual(exempted(name, app));
  });

  it('is added to the rules of other children', async () => {
    const rules = [{ name: 'another', jsonPointers: ['/spec/source'] }, { jsonPointers: ['/spec/info'] }];
    const { plan, app, set: name } = await set('ruled', { ignoreApplicationDifferences: rules });
    expect(stepsOf(plan)).toEqual(exempted(name, app));
  });

  it.each([
    ['ignored', { ignoreApplicationDifferences: [{ jsonPointers: ['/spec/syncPolicy'] }] }],
    ['frozen', { syncPolicy: { applicationsSync: 'create-only' } }],
    ['half-frozen', { syncPolicy: { applicationsSync: 'create-delete' } }],
  ])('that is left alone already (%s) is switched off alone', async (name, more) => {
    const { plan, app } = await set(name, more);
    expect(stepsOf(plan)).toEqual(exempted('', app).slice(1));
    expect(plan.nearer).toEqual([]);
  });
});

/** Both ways in which Argo CD applies. */
const APPLIES: readonly (readonly [string, readonly string[]])[] = [
  ['client-side', []],
  ['server-side', ['ServerSideApply=true']],
];

describe.concurrent('a child of a parent Application', () => {
  async function parent(name: string, child: object, options: readonly string[] = []) {
    const git = shelf(at, name);
    const [app, above] = [`${name}-${suffix}`, `${name}-root-${suffix}`];
    await at.create(application(above, { automated: SELF_HEAL, syncOptions: options }), 'kubectl-create');
    const apps = { revision: git.revision, objects: [application(app, child)] };
    const round = async () => {
      await reconcileApplication(at, above, apps);
      await reconcileApplication(at, app, of(git));
    };
    await round();
    const owners = [
      [APPLICATION, above],
      [APPLICATION, app],
    ] as const;
    return { plan: await proves(scene(git, owners, round), shell), app, above };
  }
  const off = (app: string, tools = 'kubectl as break-glass, argocd as argocd-server'): string =>
    `switch automated sync of Application ${namespace}/${app} off: ${tools}`;

  it.each(APPLIES)('whose policy is declared without `enabled` is switched off alone: %s', async (how, options) => {
    const { plan, app } = await parent(`undeclared-${how}`, { automated: SELF_HEAL }, options);
    expect(stepsOf(plan)).toEqual([off(app, 'kubectl as break-glass')]);
    expect(plan.nearer).toEqual([]);
  });

  it.each(APPLIES)('whose `enabled` is declared needs its parent switched off first: %s', async (how, options) => {
    const declared = { automated: { ...SELF_HEAL, enabled: true } };
    const { plan, app, above } = await parent(`declared-${how}`, declared, options);
    expect(stepsOf(plan)).toEqual([off(above), off(app)]);
  });

  it('of a parent that replaces needs it switched off first', async () => {
    const { plan, app, above } = await parent('replaced', { automated: SELF_HEAL }, ['Replace=true']);
    expect(stepsOf(plan)).toEqual([off(above), off(app)]);
  });
});

describe.concurrent('an ApplicationSet of a parent Application', () => {
  async function platform(name: string, more: object) {
    const git = shelf(at, name);
    const [app, set, above] = [`${name}-${suffix}`, `${name}-set-${suffix}`, `${name}-root-${suffix}`];
    await at.create(application(above), 'kubectl-create');
    const sets = { revision: git.revision, objects: [applicationSet(set, [app], more)] };
    const round = async () => {
      await reconcileApplication(at, above, sets);
      await reconcileSet(at, set);
      await reconcileApplication(at, app, of(git));
      await reconcileSet(at, set);
    };
    await round();
    const owners = [
      [APPLICATION, above],
      [SET, set],
      [APPLICATION, app],
    ] as const;
    const plan = await proves(scene(git, owners, round), shell);
    return plan.suspend.map(({ kind, name: one }) => `${kind}/${one.replace(`-${suffix}`, '')}`);
  }

  it('that does not declare ignore rules needs nothing above the set', async () => {
    expect(await platform('wide', {})).toEqual(['ApplicationSet/wide-set', 'Application/wide']);
  });

  it('that declares ignore rules is switched off first', async () => {
    const rules = { ignoreApplicationDifferences: [{ name: 'another', jsonPointers: ['/spec/info'] }] };
    expect(await platform('deep', rules)).toEqual([
      'Application/deep-root',
      'ApplicationSet/deep-set',
      'Application/deep',
    ]);
  });
});
