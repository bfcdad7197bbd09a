import type { ChainNode } from '../../model/owner-chain.js';
import type { ResourceRef } from '../../model/resource.js';
import { shellWord } from '../../model/shell-word.js';
import type { OtherWay } from '../../model/suspend-plan.js';
import { denyWindow, lastResort, pinApplication } from './argocd-ways.js';
import type { Typing } from './commands.js';
import { leaveOneAlone, type PlanSource, pinRelease, pinSource } from './flux-ways.js';

/** What the ways out besides suspending are made from. */
export interface WaysInput {
  readonly target: ChainNode | undefined;
  /** The object that Git holds: where a change has to be made so that it stays. */
  readonly held: ChainNode;
  /** True where something manages the target: a revision that is pinned in live is put back as well. */
  readonly isManaged: boolean;
  readonly source: PlanSource | undefined;
  /** The chain holds an object of Config Sync. */
  readonly hasConfigSync: boolean;
  /** Without an owner that reconciles: what sets the object back when it is run. */
  readonly runs: readonly ResourceRef[];
  readonly typing: Typing;
}

/** Approving the fix in Git, isolating the release path, and what only helps in one place or for everybody. */
export function otherWays(input: WaysInput): readonly OtherWay[] {
  const { target, held, isManaged, source, typing } = input;
  const ways: OtherWay[] = [approve(held.ref, target)];
  if (target?.role === 'argocd-application' && target.object !== undefined) {
    ways.push(pinApplication(target, isManaged, typing), denyWindow(target), lastResort(target, typing));
  }
  if (target?.role === 'argocd-applicationset') ways.push(lastResort(target, typing));
  if (target?.role === 'flux-kustomization' && target.object !== undefined) {
    ways.push(pinSource(target, source, typing), leaveOneAlone(target, held, typing));
  }
  if (target?.role === 'flux-helmrelease' && target.object !== undefined) ways.push(pinRelease(target));
  if (input.hasConfigSync) ways.push(stopConfigSync(typing));
  if (target === undefined && input.runs.length > 0) ways.push(holdBack(input.runs));
  return ways;
}

/** The only way that survives every owner. */
function approve(held: ResourceRef, target: ChainNode | undefined): OtherWay {
  const isWorkload = held.group !== 'argoproj.io' && !held.group.includes('fluxcd.io');
  const applied = target === undefined ? 'and let whoever deploys it apply it' : 'and let the owner apply it';
  return {
    title: 'approve the fix in Git',
    message: `the only way that survives every owner: commit what live has, ${applied}; nothing has to be suspended or undone`,
    commands: isWorkload
      ? [`gitdrift adopt ${shellWord(`${held.kind.toLowerCase()}/${held.name}`)} FIELD-PATH PATH${at(held)}`]
      : [],
  };
}

function at({ namespace }: ResourceRef): string {
  return namespace === '' ? '' : ` -n ${shellWord(namespace)}`;
}

/** Of Helm, Terraform and Pulumi, which act only when they are run. */
function holdBack(runs: readonly ResourceRef[]): OtherWay {
  const names = runs.map(({ kind, name }) => (kind === 'Helm release' ? `helm upgrade of ${name}` : `${kind} ${name}`));
  return {
    title: 'isolate the release path',
    message: `hold ${names.join(' and ')} back, in the pipeline that runs it, until its values or its code have the fix: each run sets the object back, and nothing else does`,
    commands: [],
  };
}

/** As the makers document it: its manager scales reconcilers up again, so that all go at once. */
function stopConfigSync({ context }: Typing): OtherWay {
  const kubectl = `kubectl${context === undefined ? '' : ` --context ${shellWord(context)}`}`;
  const inSystem = '-n config-management-system';
  const replicas = "-o 'jsonpath={.items[*].spec.replicas}'";
  return {
    title: 'stop Config Sync',
    message:
      'it has no field that suspends one object: this stops it for the whole cluster, and its admission webhook may still refuse changes of what it manages. Where it was installed with Google Cloud, set spec.configSync.stopSyncing there instead',
    commands: [
      `${kubectl} auth can-i patch deployments.apps --subresource=scale ${inSystem}`,
      `${kubectl} scale deployment --all --replicas=0 ${inSystem}`,
    ],
    readBack: { command: `${kubectl} get deployments.apps ${inSystem} ${replicas}`, expect: 'nothing but 0' },
    undo: [
      `${kubectl} auth can-i patch deployments.apps/reconciler-manager --subresource=scale ${inSystem}`,
      `${kubectl} scale deployment reconciler-manager --replicas=1 ${inSystem}`,
    ],
    undone: {
      command: `${kubectl} get deployments.apps ${inSystem} ${replicas}`,
      expect: 'a number above 0 for each: the manager scales the others up',
    },
  };
}
