import type { ChainNode, OwnerChain } from '../../model/owner-chain.js';
import { refKey, refText } from '../../model/resource.js';
import type { NearerOwner, PlanCommand, PlanStep } from '../../model/suspend-plan.js';
import type { Typing } from './commands.js';
import { type Standing, standing } from './put-back.js';
import { exemptChild, suspendApplication, suspendSet } from './suspend-argocd.js';
import { pauseOperator, suspendFlux } from './suspend-flux.js';
import type { EnabledField, Suspension } from './suspension.js';

/** The owners of an object, and what decides how they are suspended. */
export interface PlanInput {
  readonly chain: OwnerChain;
  readonly enabled: EnabledField;
  readonly typing: Typing;
}

/** The writes of a plan, top-most owner first, each with the write that takes it back. */
export interface PlannedSteps {
  readonly steps: readonly PlanStep[];
  readonly undo: readonly PlanStep[];
  readonly nearer: readonly NearerOwner[];
  readonly warnings: readonly string[];
}

/** What is said of a RootSync or RepoSync that puts a write back. */
export const NO_FIELD = 'Config Sync has no field that suspends one object; what stops it is among the other ways out';

/** The manager that Flux documents for edits which it shall leave alone; any name holds elsewhere. */
const UNDER_FLUX = 'flux-client-side-apply';
const ELSEWHERE = 'break-glass';

/** An ApplicationSet is told of the whole policy, `/spec/syncPolicy/automated`: what was observed to hold. */
const EXEMPTED = 3;

const FLUX: ReadonlySet<string> = new Set(['flux-kustomization', 'flux-helmrelease', 'flux-resourceset']);

/**
 * Suspends one owner so that it stays suspended: walks up from it, and for each parent that would put the write back
 * suspends, or exempts, that parent first. Parents of which it is not known are listed with the case that they are for.
 */
export function planSteps(target: ChainNode, input: PlanInput): PlannedSteps {
  const steps: PlanStep[] = [];
  const undo: PlanStep[] = [];
  const nearer: NearerOwner[] = [];
  const warnings: string[] = [];
  const done = new Set<string>();

  const add = (
    node: ChainNode,
    suspension: Suspension,
    reason: string | undefined,
    onlyIf: string | undefined,
  ): void => {
    const { object } = node;
    const key = `${refKey(node.ref)} ${suspension.path.join('/')}`;
    if (object === undefined || done.has(key)) return;
    done.add(key);
    if (suspension.already !== undefined) {
      warnings.push(`${refText(node.ref)}: ${suspension.already}`);
      return;
    }
    const parents = parentsOf(node, input.chain);
    const manager = managerFor(parents);
    const verdicts = parents.map((parent) => ({
      parent,
      verdict: standing(parent, object, { path: suspension.path, manager }),
    }));
    const held = verdicts.flatMap(({ verdict }) => (verdict.kind === 'holds' ? [verdict.why] : []));
    for (const { parent, verdict } of verdicts) {
      if (verdict.kind === 'holds') continue;
      const isKnown = verdict.kind === 'put-back';
      nearer.push({
        owner: node.ref,
        why: `${isKnown ? 'alone it is no use' : 'alone it may be no use'}: ${verdict.why}`,
      });
      const cases = [onlyIf, isKnown ? undefined : verdict.why].filter((text) => text !== undefined);
      above(parent, node, suspension, verdict, cases.length === 0 ? undefined : cases.join('; '));
    }
    const tools = suspension
      .commands(manager)
      .filter((command) => command.manager === manager || holdsToo(verdicts, object, suspension, command));
    const why = [...(reason === undefined ? [] : [reason]), ...held].join('; ');
    const both = { owner: node.ref, why, ...(onlyIf === undefined ? {} : { onlyIf }) };
    steps.push({ ...both, does: suspension.does, commands: tools, readBack: suspension.readBack });
    undo.unshift({
      ...both,
      why: '',
      does: suspension.undoes,
      commands: suspension.undo(manager).filter(({ tool }) => tools.some((one) => one.tool === tool)),
      readBack: suspension.undone,
    });
  };

  /** What has to be done to a parent so that a write into its child stands. */
  const above = (
    parent: ChainNode,
    child: ChainNode,
    write: Suspension,
    { why }: Standing,
    onlyIf: string | undefined,
  ): void => {
    const { object } = parent;
    if (object === undefined) {
      warnings.push(
        `${refText(parent.ref)} may put it back, and could not be read: ${parent.unread ?? 'no reason given'}`,
      );
      return;
    }
    const suspension =
      parent.role === 'argocd-applicationset'
        ? exemptChild(object, child.ref, write.path.slice(0, EXEMPTED), input.typing)
        : suspensionOf(parent, input);
    if (suspension === undefined) {
      const how = parent.role === 'config-sync' ? NO_FIELD : 'how it is suspended is not known';
      warnings.push(`${refText(parent.ref)}: ${why}; ${how}`);
    } else add(parent, suspension, onlyIf === undefined ? why : undefined, onlyIf);
  };

  const own = suspensionOf(target, input);
  if (own === undefined) return { steps, undo, nearer, warnings };
  add(target, own, undefined, undefined);
  return { steps, undo, nearer, warnings };
}

/**
 * The tools' own commands write under another manager, or another field: they count where every parent lets that stand, or
 * is dealt with by a step before.
 */
function holdsToo(
  verdicts: readonly { readonly parent: ChainNode; readonly verdict: Standing }[],
  object: NonNullable<ChainNode['object']>,
  suspension: Suspension,
  { tool, manager }: PlanCommand,
): boolean {
  // argocd has no flag for `enabled`: it takes the whole policy away.
  const path = tool === 'argocd' ? suspension.path.slice(0, EXEMPTED) : suspension.path;
  return verdicts.every(({ parent, verdict }) => {
    if (verdict.kind === 'put-back') return true;
    const own = standing(parent, object, { path, manager }).kind;
    return own === 'holds' || (own === 'unknown' && tool !== 'argocd');
  });
}

/** How an owner is suspended; undefined for what is no GitOps owner. */
export function suspensionOf({ role, object }: ChainNode, { enabled, typing }: PlanInput): Suspension | undefined {
  if (object === undefined) return undefined;
  switch (role) {
    case 'argocd-application':
      return suspendApplication(object, enabled, typing);
    case 'argocd-applicationset':
      return suspendSet(object, enabled, typing);
    case 'flux-kustomization':
    case 'flux-helmrelease':
      return suspendFlux(object, typing);
    case 'flux-instance':
    case 'flux-resourceset':
      return pauseOperator(object, typing);
    default:
      return undefined;
  }
}

/** The owners directly above, in the order of the links. */
export function parentsOf({ ref }: ChainNode, { nodes, links }: OwnerChain): readonly ChainNode[] {
  return links
    .filter(({ child }) => refKey(child) === refKey(ref))
    .flatMap(({ parent }) => nodes.find((node) => refKey(node.ref) === refKey(parent)) ?? []);
}

function managerFor(parents: readonly ChainNode[]): string {
  return parents.some(({ role }) => FLUX.has(role)) ? UNDER_FLUX : ELSEWHERE;
}
