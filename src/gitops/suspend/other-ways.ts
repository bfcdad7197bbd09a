import { dig, digString, isArray } from '../../model/json.js';
import type { ChainNode } from '../../model/owner-chain.js';
import { type ResourceRef, refText } from '../../model/resource.js';
import { shellWord } from '../../model/shell-word.js';
import type { OtherWay, PlanCommand } from '../../model/suspend-plan.js';
import { kubectlPatch, type Typing } from './commands.js';

/** What the ways out besides suspending are made from. */
export interface WaysInput {
  readonly target: ChainNode | undefined;
  readonly subject: ResourceRef;
  /** True where something manages the target: a revision that is pinned in live is put back as well. */
  readonly isManaged: boolean;
  readonly typing: Typing;
}

/** Approving the fix in Git, isolating the release path, a deny window, and the last resort. */
export function otherWays({ target, subject, isManaged, typing }: WaysInput): readonly OtherWay[] {
  const ways: OtherWay[] = [approve(subject)];
  if (target?.role === 'argocd-application' && target.object !== undefined) {
    ways.push(pinApplication(target, isManaged, typing), denyWindow(target), lastResort(target, typing));
  }
  if (target?.role === 'argocd-applicationset') ways.push(lastResort(target, typing));
  if (target?.role === 'flux-kustomization' && target.object !== undefined) {
    ways.push(pinSource(target), leaveOneAlone(target, subject, typing));
  }
  return ways;
}

/** The only way that survives every owner. */
function approve(subject: ResourceRef): OtherWay {
  const isWorkload = subject.group !== 'argoproj.io' && !subject.group.includes('fluxcd.io');
  return {
    title: 'approve the fix in Git',
    message:
      'the only way that survives every owner: commit what live has, and let the owner apply it; nothing has to be suspended or undone',
    commands: isWorkload
      ? [`gitdrift adopt ${shellWord(`${subject.kind.toLowerCase()}/${subject.name}`)} FIELD-PATH PATH${at(subject)}`]
      : [],
  };
}

function at({ namespace }: ResourceRef): string {
  return namespace === '' ? '' : ` -n ${shellWord(namespace)}`;
}

/** A pinned revision keeps new commits out, and a release branch takes the fix in; self-heal goes on. */
function pinApplication({ ref, object }: ChainNode, isManaged: boolean, typing: Typing): OtherWay {
  const history = dig(object, 'status', 'history');
  const last = isArray(history) ? digString(history.at(-1), 'revision') : undefined;
  const revision = last ?? digString(object, 'status', 'sync', 'revision') ?? 'REVISION';
  const single = isArray(dig(object, 'spec', 'sources'))
    ? undefined
    : { spec: { source: { targetRevision: revision } } };
  const selfHeal = dig(object, 'spec', 'syncPolicy', 'automated', 'selfHeal') === true;
  const heal = selfHeal
    ? '; self-heal still overwrites what Git at that revision declares otherwise, so put the fix on a release branch and pin that'
    : '';
  const where = isManaged
    ? `do it where ${refText(ref)} is declared, in Git: targetRevision is declared there, and put back here`
    : 'nothing manages the Application, so that it can be done here';
  return {
    title: 'isolate the release path',
    message: `pin targetRevision to the deployed revision or a release branch, so that no other commit is applied${heal}; ${where}`,
    commands:
      isManaged || single === undefined
        ? []
        : both(kubectlPatch(ref, { type: 'merge', body: single }, 'break-glass', typing)),
  };
}

/** No Application is touched; the window has to be taken away again. */
function denyWindow({ ref, object }: ChainNode): OtherWay {
  const project = digString(object, 'spec', 'project') ?? 'default';
  const window = `--kind deny --schedule ${shellWord('* * * * *')} --duration 24h --applications ${shellWord(ref.name)}`;
  return {
    title: 'a deny window in the project',
    message:
      'no sync of the Application starts while it lasts, not even by hand without --manual-sync; where Git holds the AppProject, put it there. Deleting it reverts within 3m, not at once',
    commands: [
      `argocd account can-i update projects ${shellWord(project)}`,
      `argocd proj windows add ${shellWord(project)} ${window} --manual-sync`,
      `argocd proj windows list ${shellWord(project)}`,
    ],
  };
}

function lastResort({ object }: ChainNode, { context }: Typing): OtherWay {
  const kubectl = `kubectl${context === undefined ? '' : ` --context ${shellWord(context)}`}`;
  const namespace = shellWord(
    digString(object, 'status', 'controllerNamespace') ?? digString(object, 'metadata', 'namespace') ?? 'argocd',
  );
  const controllers = [
    ['statefulset', 'argocd-application-controller'],
    ['deployment', 'argocd-applicationset-controller'],
  ] as const;
  return {
    title: 'the last resort',
    message: 'stops Argo CD for everybody, and is usually put back by whatever deploys Argo CD itself',
    commands: controllers.flatMap(([kind, name]) => [
      `${kubectl} auth can-i patch ${kind}s.apps/${name} --subresource=scale -n ${namespace}`,
      `${kubectl} scale ${kind} ${name} -n ${namespace} --replicas=0`,
    ]),
  };
}

/** Suspending the source would not do it: its last artifact is applied again and again. */
function pinSource({ object }: ChainNode): OtherWay {
  const source = [digString(object, 'spec', 'sourceRef', 'kind'), digString(object, 'spec', 'sourceRef', 'name')];
  const revision = digString(object, 'status', 'lastAppliedRevision') ?? 'the applied revision';
  return {
    title: 'isolate the release path',
    message: `pin spec.ref of ${source.filter((part) => part !== undefined).join(' ')} to ${revision} or a release branch with the fix, in Git; suspending the source does not stop corrections, for its last artifact is applied again`,
    commands: [],
  };
}

/** The owner goes on with everything else. */
function leaveOneAlone({ ref }: ChainNode, subject: ResourceRef, typing: Typing): OtherWay {
  const name = refText(ref);
  if (subject.kind === ref.kind && subject.group === ref.group) {
    return {
      title: 'leave one object alone',
      message: `annotate the live object kustomize.toolkit.fluxcd.io/reconcile: disabled; ${name} skips it and goes on with the others`,
      commands: [],
    };
  }
  const body = { metadata: { annotations: { 'kustomize.toolkit.fluxcd.io/reconcile': 'disabled' } } };
  return {
    title: 'leave one object alone',
    message: `${name} skips a live object with this annotation and goes on with the others; take it away again once Git has the fix`,
    commands: both(kubectlPatch(subject, { type: 'merge', body }, 'flux-client-side-apply', typing)),
  };
}

/** A command after what asks whether it may be done. */
function both({ allowed, command }: PlanCommand): readonly string[] {
  return [allowed, command];
}
