import type { ChainNode, OwnerChain } from '../../model/owner-chain.js';
import { refKey, refText } from '../../model/resource.js';
import { parentsOf } from './plan.js';

/** The owners that apply the object itself, and what is to be said of owners that are none of GitOps. */
export interface Targets {
  readonly targets: readonly ChainNode[];
  readonly warnings: readonly string[];
}

/**
 * The nearest GitOps owners: the object itself where it is one, else those that apply it. What an operator makes is
 * followed to the object that Git holds.
 */
export function nearestOwners(chain: OwnerChain): Targets {
  const start = chain.nodes.find(({ ref }) => refKey(ref) === refKey(chain.start));
  if (start === undefined) return { targets: [], warnings: [] };
  const targets: ChainNode[] = [];
  const warnings: string[] = [];
  const seen = new Set<string>();
  const climb = (node: ChainNode): void => {
    if (seen.has(refKey(node.ref))) return;
    seen.add(refKey(node.ref));
    if (node.role !== 'object' && node.role !== 'operator' && node.role !== 'helm') {
      targets.push(node);
      if (node.object === undefined) warnings.push(elsewhere(node));
      return;
    }
    if (node.role === 'helm') {
      warnings.push(`${refText(node.ref)}: Helm reconciles nothing; the next helm upgrade of it sets the object back`);
      return;
    }
    for (const parent of parentsOf(node, chain)) {
      if (parent.role === 'operator') warnings.push(operatorWords(node, parent));
      climb(parent);
    }
  };
  climb(start);
  return { targets, warnings };
}

function operatorWords(node: ChainNode, parent: ChainNode): string {
  const made = `${refText(node.ref)} is made by the controller of ${refText(parent.ref)}`;
  return `${made}, which sets it back whoever else is suspended: make the change in ${refText(parent.ref)}`;
}

function elsewhere({ ref, unread }: ChainNode): string {
  const remote =
    ref.kind === 'Application'
      ? '; where Argo CD runs in another cluster, ask there: gitdrift suspend-plan NAME --context …'
      : '';
  return `${refText(ref)} could not be read (${unread ?? 'no reason given'})${remote}`;
}
