import type { Hands, Live } from './hands.js';

const APPLICATION = 'applications.argoproj.io';
const SET = 'applicationsets.argoproj.io';
const TRACKING = 'argocd.argoproj.io/tracking-id';

/** The manifest as Argo CD applies it: with its tracking id (gitops-controllers.md §1.9). */
export function tracked(instance: string, object: Live): Live {
  const [group = ''] = object.apiVersion.includes('/') ? object.apiVersion.split('/') : [''];
  const { name, namespace } = object.metadata;
  const id = `${instance}:${group}/${object.kind}:${namespace}/${name}`;
  return {
    ...object,
    metadata: { ...object.metadata, annotations: { ...object.metadata.annotations, [TRACKING]: id } },
  };
}

/** What an application renders at a revision. */
export interface Rendered {
  readonly revision: string;
  readonly objects: readonly Live[];
}

/**
 * One look of the application controller (gitops-controllers.md §2.6, §3.1, §3.4): auto-sync and self-heal as the object and its
 * project say now, an apply as the sync options say, and the status that it writes. Tells whether it applied anything.
 */
export async function reconcileApplication(hands: Hands, name: string, git: Rendered, asked = false): Promise<boolean> {
  const application = await hands.get(APPLICATION, name);
  const { automated, syncOptions = [] } = application.spec.syncPolicy ?? {};
  const isOn = automated !== undefined && automated !== null && automated.enabled !== false;
  const isDone = application.status?.operationState?.syncResult?.revision === git.revision;
  if (!asked) {
    if (!isOn || application.operation !== undefined || (await isDenied(hands, application))) return false;
    if (isDone && automated.selfHeal !== true) return false;
  }
  for (const object of git.objects) await applyOne(hands, tracked(name, object), syncOptions);
  await hands.patch(
    APPLICATION,
    name,
    {
      status: {
        controllerNamespace: hands.namespace,
        reconciledAt: new Date().toISOString(),
        sync: { status: 'Synced', revision: git.revision, comparedTo: { source: application.spec.source } },
        operationState: {
          phase: 'Succeeded',
          finishedAt: new Date().toISOString(),
          operation: { initiatedBy: asked ? { username: 'admin' } : { automated: true } },
          syncResult: { revision: git.revision },
        },
        resources: git.objects.map(({ apiVersion, kind, metadata }) => ({
          ...(apiVersion.includes('/')
            ? { group: apiVersion.split('/')[0], version: apiVersion.split('/')[1] }
            : { version: apiVersion }),
          kind,
          namespace: metadata.namespace,
          name: metadata.name,
          status: 'Synced',
        })),
      },
    },
    'argocd-application-controller',
  );
  return true;
}

async function applyOne(hands: Hands, object: Live, options: readonly string[]): Promise<void> {
  if (options.includes('Replace=true')) {
    const there = await hands.get(object.kind, object.metadata.name).catch(() => undefined);
    const write = there === undefined ? hands.create : hands.replace;
    return write(object, 'argocd-application-controller');
  }
  const apply = options.includes('ServerSideApply=true') ? hands.applyServerSide : hands.applyClientSide;
  return apply(object, 'argocd-controller');
}

/** Of the windows only one that is always on: schedules are told by test/gitops/next. */
async function isDenied(hands: Hands, application: Live): Promise<boolean> {
  const project = await hands.get('appprojects.argoproj.io', application.spec.project).catch(() => undefined);
  const windows: readonly Live[] = project?.spec.syncWindows ?? [];
  return windows.some(
    ({ kind, schedule, applications }) =>
      kind === 'deny' && schedule === '* * * * *' && applications.includes(application.metadata.name),
  );
}

/** Policies that forbid updates of children (gitops-controllers.md §2.2). */
const FROZEN = ['create-only', 'create-delete'];
const ALWAYS_KEPT = ['notified.notifications.argoproj.io', 'argocd.argoproj.io/refresh', 'argocd.argoproj.io/hydrate'];

/** One run of the applicationset controller over a list generator of names (gitops-controllers.md §2.2). */
export async function reconcileSet(hands: Hands, name: string): Promise<void> {
  const set = await hands.get(SET, name);
  const { template, preservedFields, ignoreApplicationDifferences = [], syncPolicy } = set.spec;
  for (const { name: child } of set.spec.generators[0].list.elements) {
    const live = await hands.get(APPLICATION, child).catch(() => undefined);
    if (live === undefined) {
      await hands.create(childOf(set, child), 'argocd-applicationset-controller');
      continue;
    }
    if (FROZEN.includes(syncPolicy?.applicationsSync)) continue;
    const kept = [...ALWAYS_KEPT, ...(preservedFields?.annotations ?? [])];
    const annotations = {
      ...template.metadata?.annotations,
      ...Object.fromEntries(Object.entries(live.metadata.annotations ?? {}).filter(([key]) => kept.includes(key))),
    };
    const now = { spec: live.spec, metadata: { annotations: live.metadata.annotations ?? {} } };
    const wanted = { spec: template.spec, metadata: { annotations } };
    const pointers: readonly string[] = ignoreApplicationDifferences
      .filter((rule: Live) => rule.name === undefined || rule.name === '' || rule.name === child)
      .flatMap((rule: Live) => rule.jsonPointers ?? []);
    const patch = mergePatch(without(now, pointers), without(wanted, pointers));
    if (patch !== undefined) await hands.patch(APPLICATION, child, patch, 'argocd-applicationset-controller');
  }
}

function childOf(set: Live, name: string): Live {
  const { metadata, spec } = set.spec.template;
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: {
      ...metadata,
      name,
      namespace: set.metadata.namespace,
      ownerReferences: [
        {
          apiVersion: 'argoproj.io/v1alpha1',
          kind: 'ApplicationSet',
          name: set.metadata.name,
          uid: set.metadata.uid,
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    },
    spec,
  };
}

function without(object: Live, pointers: readonly string[]): Live {
  const copy = structuredClone(object);
  for (const pointer of pointers) {
    const steps = pointer.split('/').slice(1);
    const last = steps.pop() ?? '';
    const holder = steps.reduce((here: Live, step) => here?.[step], copy);
    if (holder !== undefined) delete holder[last];
  }
  return copy;
}

/** RFC 7386; undefined where nothing differs. */
function mergePatch(from: Live, to: Live): Live {
  const patch: Record<string, Live> = {};
  for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const [a, b] = [from[key], to[key]];
    if (JSON.stringify(a) === JSON.stringify(b)) continue;
    const below = isMap(a) && isMap(b) ? mergePatch(a, b) : (b ?? null);
    if (below !== undefined) patch[key] = below;
  }
  return Object.keys(patch).length === 0 ? undefined : patch;
}

const isMap = (value: Live): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
