import { dig, digString } from '../../model/json.js';
import type { ChainNode, OwnerChain } from '../../model/owner-chain.js';
import { type KubernetesObject, type ResourceRef, refKey, refText } from '../../model/resource.js';
import { shellWord } from '../../model/shell-word.js';
import type { AlsoStops, PlanCheck, SuspendSteps } from '../../model/suspend-plan.js';
import { alsoStops } from './also-stops.js';
import type { PlanSource } from './flux-ways.js';
import { otherWays } from './other-ways.js';
import { NO_FIELD, type PlanInput, type PlannedSteps, parentsOf, planSteps } from './plan.js';
import { nearestOwners, type Target } from './targets.js';

/** What a plan is made from. */
export interface WholePlanInput extends PlanInput {
  readonly chain: OwnerChain;
  /** By the `refKey` of an ApplicationSet: the Applications that it makes; absent where they could not be listed. */
  readonly children: ReadonlyMap<string, readonly KubernetesObject[]>;
  /** Of a Kustomization in the chain that is suspended, where it could be read. */
  readonly source?: PlanSource;
  /** What else is known of the owners, a sentence each: sync windows that are shut, an owner that left no mark. */
  readonly notes: readonly string[];
  /** Flags that `gitdrift diff` needs to reach the object: `--context-for …`. */
  readonly reach?: string;
}

const MERGE_FIRST =
  'merge the fix into Git first, and see that gitdrift diff shows no drift in the fields that were fixed: whatever is resumed sets them back within milliseconds to one interval. Then resume what is closest to the workload, take the exceptions of its parents away after that, and watch for 3 minutes.';

/** The whole plan for one object: which owners, by which commands, what else stops, how to see that it holds, how to undo it. */
export function wholePlan(input: WholePlanInput): SuspendSteps {
  const { chain, typing } = input;
  const { targets, warnings } = nearestOwners(chain);
  const plans = targets.map(({ owner }) => planSteps(owner, input));
  const steps = unique(plans.flatMap((plan) => plan.steps));
  const undo = unique(plans.flatMap((plan) => plan.undo));
  const owners = steps.map(({ owner }) => owner);
  const [first] = targets;
  const start = chain.nodes.find(({ ref }) => refKey(ref) === refKey(chain.start)) ?? {
    ref: chain.start,
    role: 'object',
  };
  const held = first?.held ?? start;
  return {
    summary: summaryOf(chain, targets, steps.length, plans),
    suspend: owners,
    nearer: plans.flatMap((plan) => plan.nearer),
    steps,
    otherWays: otherWays({
      target: first?.owner,
      held,
      isManaged: first !== undefined && parentsOf(first.owner, chain).some(({ role }) => !RUNS.has(role)),
      source: input.source,
      hasConfigSync: chain.nodes.some(({ role }) => role === 'config-sync'),
      runs: chain.nodes.filter(({ role }) => RUNS.has(role)).map(({ ref }) => ref),
      typing,
    }),
    alsoStops: stopsOf(owners, input),
    verify: steps.length === 0 ? [] : verifications(held.ref, first?.owner, input),
    undo: { warning: MERGE_FIRST, steps: undo },
    warnings: [
      ...warnings,
      ...targets
        .filter(({ owner }) => owner.role === 'config-sync')
        .map(({ owner }) => `${refText(owner.ref)} puts back at once what it declares; ${NO_FIELD}`),
      ...plans.flatMap((plan) => plan.warnings),
      ...input.notes,
      ...chain.notes,
      ...chain.nodes.flatMap(goesOn),
      ...knownTraps(targets, steps.length),
    ],
  };
}

/** Owners that act only when somebody runs them. */
const RUNS: ReadonlySet<string> = new Set(['helm', 'tool-run']);

function unique<Step extends { readonly owner: ResourceRef; readonly does: string }>(
  steps: readonly Step[],
): readonly Step[] {
  return [...new Map(steps.map((step) => [`${refKey(step.owner)} ${step.does}`, step])).values()];
}

function summaryOf(
  { start, nodes }: OwnerChain,
  targets: readonly Target[],
  steps: number,
  plans: readonly PlannedSteps[],
): string {
  const name = refText(start);
  const runs = nodes.filter(({ role }) => RUNS.has(role)).map(({ ref }) => refText(ref));
  if (targets.length === 0) {
    const who = runs.length === 0 ? '' : `, only ${runs.join(' and ')}, which acts when it is run`;
    return `no Argo CD or Flux object was found that applies ${name}${who}: there is nothing to suspend`;
  }
  if (steps === 0) {
    const never = targets.filter(({ owner }) => owner.role === 'config-sync').map(({ owner }) => refText(owner.ref));
    if (never.length > 0)
      return `${never.join(' and ')} puts a change of ${name} back, and cannot be suspended for one object`;
    return `nothing has to be suspended for ${name}: ${targets.map(({ owner }) => refText(owner.ref)).join(' and ')} ${targets.length === 1 ? 'does' : 'do'} not act by itself, or could not be read`;
  }
  const order = unique(plans.flatMap((plan) => plan.steps)).map(({ does, onlyIf }) =>
    onlyIf === undefined ? does : `${does} (where that is needed)`,
  );
  const last = order.at(-1) ?? '';
  return order.length === 1
    ? `to keep a change of ${name}: ${last}`
    : `to keep a change of ${name}: ${order.slice(0, -1).join(', then ')}, then ${last}`;
}

/** Each owner once, in the order of the steps. */
function stopsOf(owners: readonly ResourceRef[], { chain, children }: WholePlanInput): readonly AlsoStops[] {
  const nodes = [...new Set(owners.map(refKey))].flatMap(
    (key) => chain.nodes.find(({ ref }) => refKey(ref) === key) ?? [],
  );
  return nodes.flatMap(
    (node) =>
      alsoStops(
        node,
        chain.start,
        children.get(refKey(node.ref)),
        owners.filter(({ kind }) => kind === 'Application').map(({ name }) => name),
      ) ?? [],
  );
}

function verifications(
  start: ResourceRef,
  target: ChainNode | undefined,
  { typing: { context }, reach }: WholePlanInput,
): readonly PlanCheck[] {
  const on = `${context === undefined ? '' : ` --context ${shellWord(context)}`}${reach === undefined ? '' : ` ${reach}`}`;
  const flag = FLAGS[target?.role ?? 'object'];
  const app =
    flag === undefined || target === undefined
      ? 'PATH'
      : `${flag} ${shellWord(`${target.ref.namespace}/${target.ref.name}`)}`;
  const only =
    start.kind === target?.ref.kind
      ? ''
      : ` --resource ${shellWord(`${start.kind}/${start.namespace === '' ? '' : `${start.namespace}/`}${start.name}`)}`;
  return [
    {
      command: `gitdrift diff ${app}${only}${on} --watch 30s`,
      expect: 'the fix stays listed as drift; a line with “reverted” names who put it back, and when',
    },
  ];
}

const FLAGS: Readonly<Partial<Record<ChainNode['role'], string>>> = {
  'argocd-application': '--app',
  'flux-kustomization': '--kustomization',
  'flux-helmrelease': '--helm-release',
};

/** What people try first, and what goes on in spite of a suspension. */
function knownTraps(targets: readonly Target[], steps: number): readonly string[] {
  if (steps === 0) return [];
  const roles = new Set(targets.map(({ owner }) => owner.role));
  return [
    ...(roles.has('argocd-application')
      ? [
          'the annotation argocd.argoproj.io/skip-reconcile is no stop: what is queued already still runs, and a requested sync runs when it goes',
          'a sync by hand, by a pipeline or by a blocked operation that waits still overwrites the change',
        ]
      : []),
    ...(roles.has('flux-kustomization')
      ? [
          'suspending the source (GitRepository) does not stop corrections; an ImageUpdateAutomation may commit another image: suspend it too',
          'resuming a parent takes back a suspend that kubectl wrote into its children',
        ]
      : []),
  ];
}

/** What an owner does whatever is switched off, read from the owner itself. */
function goesOn({ ref, role, object }: ChainNode): readonly string[] {
  const name = refText(ref);
  if (role === 'argocd-application' && dig(object, 'operation') !== undefined) {
    return [
      `an operation of ${name} is requested or running, and overwrites the change all the same: argocd app terminate-op ${shellWord(`${ref.namespace}/${ref.name}`)}`,
    ];
  }
  if (role === 'argocd-applicationset' && digString(object, 'spec', 'strategy', 'type') === 'RollingSync') {
    return [
      `the RollingSync of ${name} starts the syncs of its Applications itself, whatever their automated.enabled says`,
    ];
  }
  if (role === 'flux-helmrelease' && digString(object, 'spec', 'driftDetection', 'mode') !== 'enabled') {
    return [`${name} corrects nothing between two upgrades: suspending it keeps the next upgrade away`];
  }
  return [];
}
