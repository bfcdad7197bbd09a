import type { ChainNode, OwnerChain } from '../../model/owner-chain.js';
import { refKey, refText } from '../../model/resource.js';
import { parentsOf } from './plan.js';

/** An owner that is to be suspended, and the object that it applies: where a change has to be made so that it stays. */
export interface Target {
  readonly owner: ChainNode;
  readonly held: ChainNode;
}

/** The owners that apply the object, and what is to be said of owners that nobody can suspend. */
interface Targets {
  readonly targets: readonly Target[];
  readonly warnings: readonly string[];
}

/**
 * The nearest GitOps owners: the object itself where it is one, else those that apply it. What an operator makes is
 * followed to the object that Git holds.
 */
export function nearestOwners(chain: OwnerChain): Targets {
  const start = chain.nodes.find(({ ref }) => refKey(ref) === refKey(chain.start));
  if (start === undefined) return { targets: [], warnings: [] };
  const targets: Target[] = [];
  const warnings: string[] = [];
  const seen = new Set<string>();
  const climb = (node: ChainNode, held: ChainNode): void => {
    if (seen.has(refKey(node.ref))) return;
    seen.add(refKey(node.ref));
    const idle = IDLE[node.role];
    if (idle !== undefined) {
      warnings.push(`${refText(node.ref)}: ${idle}`);
      return;
    }
    if (node.role !== 'object' && node.role !== 'operator') {
      targets.push({ owner: node, held });
      if (node.object === undefined) warnings.push(elsewhere(node));
      return;
    }
    for (const parent of parentsOf(node, chain)) {
      if (parent.role === 'operator') warnings.push(operatorWords(node, parent));
      climb(parent, node);
    }
  };
  climb(start, start);
  return { targets, warnings };
}

/** Owners that act only when somebody runs them. */
const IDLE: Readonly<Partial<Record<ChainNode['role'], string>>> = {
  helm: 'Helm reconciles nothing; the next helm upgrade of it sets the object back',
  'tool-run': 'nothing reconciles it; the next run sets the object back, so hold that back until its code has the fix',
};

function operatorWords(node: ChainNode, parent: ChainNode): string {
  const made = `${refText(node.ref)} is made by the controller of ${refText(parent.ref)}`;
  return `${made}, which sets it back whoever else is suspended: make the change in ${refText(parent.ref)}`;
}

function elsewhere({ ref, unread }: ChainNode): string {
  const remote =
    ref.kind === 'Application'
      ? '; where Argo CD runs in another cluster, ask there: gitdrift suspend-plan KIND/NAME --context ARGO-CD --context-for DESTINATION=CONTEXT'
      : '';
  return `${refText(ref)} could not be read (${unread ?? 'no reason given'})${remote}`;
}
