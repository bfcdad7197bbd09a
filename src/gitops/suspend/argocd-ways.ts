import { dig, digString, isArray, type JsonObject } from '../../model/json.js';
import type { ChainNode } from '../../model/owner-chain.js';
import { type KubernetesObject, refText } from '../../model/resource.js';
import { shellWord } from '../../model/shell-word.js';
import type { OtherWay } from '../../model/suspend-plan.js';
import { asked, kubectlPatch, readField, type Typing } from './commands.js';

/** A pinned revision keeps new commits out, and a release branch takes the fix in; self-heal goes on. */
export function pinApplication({ ref, object }: ChainNode, isManaged: boolean, typing: Typing): OtherWay {
  const selfHeal = dig(object, 'spec', 'syncPolicy', 'automated', 'selfHeal') === true;
  const heal = selfHeal
    ? '; self-heal still overwrites what Git at that revision declares otherwise, so put the fix on a release branch and pin that'
    : '';
  const pins = pinsOf(object);
  const where = isManaged
    ? `do it where ${refText(ref)} is declared, in Git: targetRevision is declared there, and put back here`
    : pins.length === 0
      ? 'what is deployed is not recorded, so that REVISION is yours to find'
      : 'nothing manages the Application, so that it can be done here';
  const way = {
    title: 'isolate the release path',
    message: `pin targetRevision to the deployed revision or a release branch, so that no other commit is applied${heal}; ${where}`,
  };
  if (isManaged || pins.length === 0) return { ...way, commands: [] };
  const patch = (side: 'now' | 'before'): readonly string[] => {
    const body = pins.map((pin): JsonObject => {
      const value = pin[side];
      return value === undefined ? { op: 'remove', path: pin.path } : { op: 'add', path: pin.path, value };
    });
    return asked(kubectlPatch(ref, { type: 'json', body }, 'break-glass', typing));
  };
  const read = readField(ref, ['spec', pins[0]?.isOneOf === true ? 'sources[*]' : 'source', 'targetRevision'], typing);
  const words = (side: 'now' | 'before'): string => pins.flatMap((pin) => pin[side] ?? []).join(' ');
  return {
    ...way,
    commands: patch('now'),
    readBack: { command: read, expect: words('now'), prints: [words('now')] },
    undo: patch('before'),
    undone: { command: read, expect: words('before') || 'nothing', prints: [words('before')] },
  };
}

interface Pin {
  readonly path: string;
  readonly now: string;
  readonly before: string | undefined;
  readonly isOneOf: boolean;
}

/** What each source is pinned to: what was deployed last, else what was compared last. */
function pinsOf(object: KubernetesObject | undefined): readonly Pin[] {
  const history = dig(object, 'status', 'history');
  const last = isArray(history) ? history.at(-1) : undefined;
  const done = dig(object, 'status', 'operationState');
  const result = digString(done, 'phase') === 'Succeeded' ? dig(done, 'syncResult') : undefined;
  const places = [result, last, dig(object, 'status', 'sync')];
  const sources = dig(object, 'spec', 'sources');
  if (isArray(sources) && sources.length > 0) {
    const pins = sources.map((source, at): Pin | undefined => {
      const now = places.map((place) => digString(place, 'revisions', at)).find(isRevision);
      const path = `/spec/sources/${at}/targetRevision`;
      return now === undefined ? undefined : { path, now, before: digString(source, 'targetRevision'), isOneOf: true };
    });
    const known = pins.filter((pin) => pin !== undefined);
    return known.length === pins.length ? known : [];
  }
  const now = places.map((place) => digString(place, 'revision')).find(isRevision);
  if (now === undefined) return [];
  const before = digString(object, 'spec', 'source', 'targetRevision');
  return [{ path: '/spec/source/targetRevision', now, before, isOneOf: false }];
}

const isRevision = (text: string | undefined): text is string => text !== undefined && text !== '';

/** No Application is touched; the window has to be taken away again. */
export function denyWindow({ ref, object }: ChainNode): OtherWay {
  const project = shellWord(digString(object, 'spec', 'project') ?? 'default');
  const window = `--kind deny --schedule ${shellWord('* * * * *')} --duration 24h --applications ${shellWord(ref.name)}`;
  return {
    title: 'a deny window in the project',
    message:
      'no sync of the Application starts while it lasts but those that somebody asks for (leave --manual-sync out, and those wait, and fire by themselves when it goes); Applications of other namespaces with that name stop too. Where Git holds the AppProject, put it there. Deleting it reverts within 3m, not at once',
    commands: [
      `argocd account can-i update projects ${project}`,
      `argocd proj windows add ${project} ${window} --manual-sync`,
    ],
    readBack: {
      command: `argocd proj windows list ${project}`,
      expect: `an active deny window for ${ref.name}; its ID is what undoing needs`,
    },
    undo: [`argocd account can-i update projects ${project}`, `argocd proj windows delete ${project} ID`],
    undone: { command: `argocd proj windows list ${project}`, expect: `no deny window for ${ref.name}` },
  };
}

/** Scales the controllers down. */
export function lastResort({ object }: ChainNode, { context }: Typing): OtherWay {
  const kubectl = `kubectl${context === undefined ? '' : ` --context ${shellWord(context)}`}`;
  const namespace = shellWord(
    digString(object, 'status', 'controllerNamespace') ?? digString(object, 'metadata', 'namespace') ?? 'argocd',
  );
  const scaled = (replicas: string): readonly string[] =>
    CONTROLLERS.flatMap(([kind, name]) => [
      `${kubectl} auth can-i patch ${kind}s.apps/${name} --subresource=scale -n ${namespace}`,
      `${kubectl} scale ${kind} ${name} -n ${namespace} --replicas=${replicas}`,
    ]);
  const names = CONTROLLERS.map(([kind, name]) => `${kind}/${name}`).join(' ');
  const read = `${kubectl} get ${names} -n ${namespace} -o 'jsonpath={.items[*].spec.replicas}'`;
  return {
    title: 'the last resort',
    message:
      'stops Argo CD for everybody, and is usually put back by whatever deploys Argo CD itself; note how many replicas each has before',
    commands: scaled('0'),
    readBack: { command: read, expect: '0 0', prints: ['0 0'] },
    undo: scaled('REPLICAS'),
    undone: { command: read, expect: 'what it was before' },
  };
}

const CONTROLLERS = [
  ['statefulset', 'argocd-application-controller'],
  ['deployment', 'argocd-applicationset-controller'],
] as const;
