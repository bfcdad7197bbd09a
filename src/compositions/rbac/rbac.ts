import { analyzeOn } from '../../analyze.js';
import type { Tools } from '../../cli/engine.js';
import type { LiveOptions } from '../../config/live-options.js';
import type { Cluster } from '../../model/live.js';
import type { RbacReport, ReadRole } from '../../model/rbac-report.js';
import type { AnalyzeRequest } from '../../model/request.js';
import { apiVersionOf, type DesiredObject } from '../../model/resource.js';
import { gvkKey } from '../../model/schema.js';
import type { SeenApplication } from '../application/judged-application.js';
import { analyzeApplications } from '../application/with-applications.js';
import { type OpenCluster, openCluster } from '../live/open-cluster.js';
import { type Asked, askedOf } from './asked-of.js';
import { likelyPlural, type NamedNeed, roleRules } from './role-rules.js';
import { EVIDENCE, type Need, needOf, needsBeside, STANDING } from './standing-needs.js';

/**
 * What has to be readable for a desired state: what a run of it asks each cluster for, whatever is answered, and what it
 * may ask for when other fields differ, or another command is run. `request` undefined: of any desired state, no cluster is asked. Throws as `analyze`.
 */
export async function rbac(request: AnalyzeRequest | undefined, live: LiveOptions, tools: Tools): Promise<RbacReport> {
  if (request === undefined) return { roles: [ofNoDesired()], incomplete: [] };
  const asked: Asked[] = [];
  const through = (cluster: Cluster): Cluster => {
    const one = askedOf(cluster);
    asked.push(one);
    return one.cluster;
  };
  const { source } = request;
  if (source.kind !== 'argocd' && source.kind !== 'flux') {
    const open = await openCluster(live, tools, through);
    const objects = await analyzeOn(open, request, tools, ({ desired }) => desired.objects);
    return { roles: await Promise.all(asked.map((one) => roleOf(one, open, objects))), incomplete: [] };
  }
  const roles: ReadRole[] = [];
  const incomplete: string[] = [];
  await analyzeApplications(request, source, live, tools, {
    through,
    async use(seen, own) {
      for (const one of seen) {
        if (one.kind === 'not-judged') incomplete.push(`${one.report.name}: ${one.reason}`);
      }
      for (const one of asked) {
        const open = openOf(one, seen) ?? own;
        roles.push(await roleOf(one, open, declaredIn(one, seen)));
      }
    },
  });
  return { roles, incomplete };
}

function openOf({ cluster }: Asked, seen: readonly SeenApplication[]): OpenCluster | undefined {
  return seen.flatMap((one) => (one.kind === 'judged' && one.open.cluster === cluster ? [one.open] : []))[0];
}

function declaredIn({ cluster }: Asked, seen: readonly SeenApplication[]): readonly DesiredObject[] {
  return seen.flatMap((one) => (one.kind === 'judged' && one.open.cluster === cluster ? one.desired.objects : []));
}

const NO_SECRETS =
  'no Secret may be read by it: name the desired state, and those that it declares are allowed by name';

function ofNoDesired(): ReadRole {
  const needs = [...STANDING, ...EVIDENCE].map((need) => ({ ...need, plural: need.plural ?? likelyPlural(need.kind) }));
  return {
    rules: roleRules(needs, []),
    notes: [
      'this is what gitdrift asks for beside the objects of a desired state; with a PATH, --app and the like their kinds are added',
      NO_SECRETS,
    ],
  };
}

/** The role of one cluster: of what it was asked for, and what may be asked for of these objects. */
async function roleOf(asked: Asked, open: OpenCluster, objects: readonly DesiredObject[]): Promise<ReadRole> {
  const isSecret = ({ group, kind }: { group: string; kind: string }): boolean => group === '' && kind === 'Secret';
  const needs = unique([
    ...asked.objects.filter((ref) => !isSecret(ref)).map((ref) => needOf(ref, ['get'])),
    ...objects.filter(({ ref }) => !isSecret(ref)).map(({ ref }) => needOf(ref, ['get', 'list'])),
    ...asked.lists.map((gvk) => needOf(gvk, ['list'])),
    ...objects.flatMap(({ ref }) => needsBeside(ref)),
    ...STANDING,
  ]);
  const served = new Set(await open.cluster.apiVersions());
  const named = await Promise.all(
    needs.map(async (need): Promise<Named | undefined> => {
      const known = await pluralOf(need, open);
      if (known !== undefined) return { need: { ...need, plural: known }, guessed: false };
      // Of a group that is not there nothing can be asked; where that is not known, more is allowed rather than less.
      const isDeclared = objects.some(({ ref }) => ref.group === need.group && ref.kind === need.kind);
      if (served.size > 0 && !isDeclared) return undefined;
      return { need: { ...need, plural: need.plural ?? likelyPlural(need.kind) }, guessed: isDeclared };
    }),
  );
  const found = named.filter((one) => one !== undefined);
  const guessed = found.flatMap(({ need, guessed }) => (guessed ? [gvkText(need)] : []));
  const secrets = [...asked.objects, ...objects.map(({ ref }) => ref)].filter(isSecret).map(({ name }) => name);
  const { destination } = open.cluster;
  return {
    ...clusterOf(destination),
    rules: roleRules(
      found.map(({ need }) => need),
      secrets,
    ),
    notes: [
      ...guessed.map((kind) => `the cluster does not serve ${kind} now: what it calls such objects is guessed`),
      ...(secrets.length === 0 ? [] : [SECRET_NAMES]),
      ...(secrets.some((name) => name.startsWith('sh.helm.release.v1.')) ? [HELM_SECRETS] : []),
      ...(asked.labelled.some(isSecret) ? [CLUSTER_SECRETS] : []),
    ],
  };
}

const SECRET_NAMES =
  'Secrets are allowed by name, in whatever namespace the role is bound; print it anew when the names change';
const HELM_SECRETS = 'helm keeps each release in a Secret of its own, so that its name changes with every upgrade';
const CLUSTER_SECRETS =
  'Argo CD keeps the clusters that it knows in Secrets with labels; listing them is left out, for it would show all Secrets: ' +
  'destinations that are given by name are then said to be not known';

interface Named {
  readonly need: NamedNeed;
  readonly guessed: boolean;
}

function clusterOf({ server, context, recording }: Cluster['destination']): Pick<ReadRole, 'cluster' | 'context'> {
  if (server === undefined) return recording === undefined ? {} : { cluster: recording };
  return { cluster: server, ...(context === undefined ? {} : { context }) };
}

async function pluralOf({ group, kind, versions }: Need, open: OpenCluster): Promise<string | undefined> {
  for (const version of versions) {
    const info = await open.kind({ group, version, kind });
    if (info !== undefined && info.plural !== '') return info.plural;
  }
  return undefined;
}

function gvkText({ group, kind, versions }: Need): string {
  return `${apiVersionOf({ group, version: versions[0] ?? '' })} ${kind}`;
}

/** The needs with each kind and set of versions once, its verbs put together. */
function unique(needs: readonly Need[]): readonly Need[] {
  const found = new Map<string, Need>();
  for (const need of needs) {
    const key = need.versions.map((version) => gvkKey({ ...need, version })).join();
    const known = found.get(key);
    found.set(key, known === undefined ? need : { ...need, verbs: [...new Set([...known.verbs, ...need.verbs])] });
  }
  return [...found.values()];
}
