import type { FieldDrift, Next, NextCode } from '../../model/drift.js';
import type { ApplyMode } from './apply-mode.js';
import type { ArgoSync } from './argo-sync.js';
import { durationText } from './when.js';

/** One field of an object that Argo CD applies. */
export interface ArgoField {
  readonly entry: FieldDrift;
  readonly list: 'drift' | 'ignored' | 'undeclared';
  readonly sync: ArgoSync;
  readonly mode: ApplyMode;
  readonly respectIgnore: boolean;
  readonly now: Date;
}

/** Codes of explanations whose own word on what comes next no controller changes. */
const SETTLED: ReadonlySet<string> = new Set(['unknown-field', 'immutable-field', 'counted-by-argocd']);

/** Replicas that an autoscaler sets again. */
const AUTOSCALED: ReadonlySet<string> = new Set(['hpa-controls-replicas', 'keda-controls-replicas']);

/** What happens to one field if nobody acts; undefined where the settings of the controller do not change that. */
export function argoFieldNext({ entry, list, sync, mode, respectIgnore, now }: ArgoField): Next | undefined {
  if (SETTLED.has(entry.explanation.code)) return undefined;
  if (list === 'ignored') return ignoredNext(entry, respectIgnore);
  if (list === 'undeclared') return undeclaredNext(entry, sync, mode);
  if (AUTOSCALED.has(entry.explanation.code)) return autoscaledNext(entry, sync);
  return sync.kind === 'self-heal' ? healNext(entry, sync, now) : declaredNext(sync, entry.change === 'extra');
}

/** Live events reach the controller at once; a comparison that needs none comes within two minutes, and one of jitter. */
const LATE_MS = 180_000;
/** From the second heal on somebody writes against Git. */
const FIGHT = 2;

/** A heal that is long due is no comfort: it says so. Programs that write again and again fight. */
function healNext(entry: FieldDrift, sync: Extract<ArgoSync, { kind: 'self-heal' }>, now: Date): Next {
  const { writer } = entry;
  if (sync.attempts >= FIGHT && PROGRAMS.has(writer.category)) {
    const times = `self-heal has put it back ${sync.attempts} times in a row`;
    return { code: 'writers-fight', message: `${sync.why}; ${times}, and ${writer.name} may write again` };
  }
  // What Argo CD itself wrote last differs because Git moved on.
  const written = writer.time === undefined || writer.category === 'gitops' ? undefined : new Date(writer.time);
  const age = written === undefined ? 0 : now.getTime() - Math.max(written.getTime(), sync.since.getTime());
  if (age <= LATE_MS) return declaredNext(sync, false);
  const late = `self-heal is on and has not overwritten it for ${durationText(age)} at least`;
  return {
    code: 'self-heal-reverts',
    message: `${late}: the controller is down, does not see it, or cannot change it; it does so as soon as it can`,
  };
}

/** Writers that run by themselves. */
const PROGRAMS: ReadonlySet<string> = new Set(['operator', 'autoscaler', 'control-plane', 'unknown']);

/** What a difference that Argo CD counts comes to. */
function declaredNext(sync: ArgoSync, removes: boolean): Next {
  const message = sync.why;
  switch (sync.kind) {
    case 'self-heal':
      return { code: 'self-heal-reverts', message };
    case 'new-revision':
      return { code: 'auto-sync-applies', message };
    case 'next-commit':
      return { code: 'reverted-by-next-commit', message };
    case 'running':
      return { code: 'auto-sync-applies', message };
    case 'stays':
      return { code: removes ? 'removed-at-sync' : 'stays-until-sync', message };
  }
}

function ignoredNext({ explanation, change }: FieldDrift, respectIgnore: boolean): Next | undefined {
  if (explanation.code === 'ignored-by-rule') {
    if (respectIgnore) {
      return { code: 'stays', message: 'no sync touches it: RespectIgnoreDifferences is set' };
    }
    if (change === 'extra') return undefined;
    return {
      code: 'stays-until-sync',
      message:
        'no heal of its own, for it is ignored; any sync of the object for another reason sets it back (RespectIgnoreDifferences is not set)',
    };
  }
  if (explanation.code !== 'not-counted-by-argocd') return undefined;
  return {
    code: 'stays-until-sync',
    message:
      'Argo CD does not count it, so nothing is triggered; a sync of the object for another reason overwrites it',
  };
}

/** What a live-only field comes to at the next sync depends on how the object is applied, and on who wrote it. */
function undeclaredNext(entry: FieldDrift, sync: ArgoSync, mode: ApplyMode): Next {
  if (mode === 'replace') {
    return {
      code: 'removed-at-sync',
      message:
        'the Application is Synced, so nothing is triggered; the next sync replaces the object (Replace=true), and it is gone',
    };
  }
  const kubectl = isKubectlApply(entry);
  if (kubectl !== undefined && mode === 'client-side') {
    const next = declaredNext(sync, true);
    const why = 'kubectl apply put it into last-applied, from which Argo CD reads that it has to go';
    return { code: codeOfRemoval(next.code), message: `${why}; ${sync.why}` };
  }
  if (kubectl === 'client-side' && mode === 'server-side') {
    return {
      code: 'removed-at-sync',
      message:
        'Argo CD calls it Synced, and yet the next sync removes it: fields of a client-side kubectl apply are taken over by the server-side one',
    };
  }
  if (AUTOSCALED.has(entry.explanation.code)) {
    return { code: 'stays', message: `a sync leaves it to ${entry.writer.name}, for Git says nothing about it` };
  }
  return { code: 'stays', message: 'Argo CD calls it Synced, and a sync leaves it: Git says nothing about it' };
}

function codeOfRemoval(code: NextCode): NextCode {
  return code === 'stays-until-sync' ? 'removed-at-sync' : code;
}

/** Fields of `kubectl apply`: of the last-applied annotation, or of an Apply entry of kubectl's own. */
function isKubectlApply({ writer, coOwners }: FieldDrift): 'client-side' | 'server-side' | undefined {
  const all = [writer, ...coOwners];
  if (all.some(({ manager }) => manager === 'kubectl-client-side-apply')) return 'client-side';
  const keeps = all.some(
    ({ manager, operation }) => manager === 'kubectl-last-applied' || (manager === 'kubectl' && operation === 'Apply'),
  );
  return keeps ? 'server-side' : undefined;
}

/** Git and an autoscaler set one value: with self-heal on they take turns, else the next sync begins it. */
function autoscaledNext({ desired, writer }: FieldDrift, sync: ArgoSync): Next {
  const value = String(desired ?? 'the default');
  const sets = `Git sets ${value} and ${writer.name} scales again: take replicas out of Git`;
  if (sync.kind === 'self-heal') return { code: 'writers-fight', message: `${sync.why}; ${sets}` };
  if (sync.kind === 'new-revision' || sync.kind === 'running')
    return { code: 'writers-fight', message: `${sync.why}; ${sets}` };
  return { code: 'autoscaler-rewrites', message: `${sync.why}; then ${sets}` };
}

/** What happens to an object that live lacks. */
export function argoMissingNext(sync: ArgoSync): Next {
  return { ...declaredNext(sync, false), message: sync.why.replaceAll(OVERWRITES, 'creates it') };
}

/** What decides about an object that Git no longer declares. */
export interface ArgoExtraneous {
  readonly sync: ArgoSync;
  readonly prune: boolean;
  /** The object's own sync options. */
  readonly options: readonly string[];
  /** True where pruning would leave nothing of the application, and it does not allow that. */
  readonly wipesOut: boolean;
}

/** What happens to an object that a sync with prune deletes. */
export function argoExtraneousNext({ sync, prune, options, wipesOut }: ArgoExtraneous): Next {
  if (options.includes('Prune=false')) {
    return { code: 'stays', message: 'its sync option Prune=false keeps it: no sync deletes it' };
  }
  if (options.includes('Prune=confirm')) {
    return {
      code: 'removed-at-sync',
      message: 'its sync option Prune=confirm: a sync with prune waits until somebody confirms',
    };
  }
  if (!prune || sync.kind === 'stays') {
    const why =
      sync.kind === 'stays' ? sync.why.replaceAll(OVERWRITES, 'deletes it only with prune') : 'automated prune is off';
    return { code: 'removed-at-sync', message: `it stays until a sync with prune deletes it: ${why}` };
  }
  if (wipesOut) {
    return {
      code: 'stays',
      message:
        'auto-sync refuses: everything would be pruned, and allowEmpty is off; a sync by hand with prune deletes it',
    };
  }
  const next = declaredNext(sync, true);
  return { ...next, message: sync.why.replaceAll(OVERWRITES, 'prunes it') };
}

const OVERWRITES = /overwrites (?:it|this)/g;

/** What happens to the whole application: what a drift in it comes to, in one sentence. */
export function argoApplicationNext(sync: ArgoSync): Next {
  return declaredNext(sync, false);
}
