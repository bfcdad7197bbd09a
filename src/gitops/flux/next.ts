import type { DifferenceKind, Next } from '../../model/drift.js';
import type { FluxApplication, FluxHelmRelease, FluxKustomization, FluxModes } from '../../model/flux.js';
import type { EntryRef } from '../../model/writer.js';
import { failure } from './run-state.js';
import { isDropped } from './takeover.js';

/** One difference of an object of Flux, as far as its next reconcile asks. */
export interface FluxDifference {
  readonly kind: DifferenceKind;
  /** The explanation's code. */
  readonly code: string;
  /** Every entry of managedFields that names the field. */
  readonly owners: readonly EntryRef[];
  readonly modes: FluxModes;
  /** A rule of Flux takes it out of the comparison. */
  readonly ignored: boolean;
  /** Of a HelmRelease: chart or values are others than those of the release, so it will be upgraded. */
  readonly upgradePending?: boolean;
}

/** What happens to a difference if nobody acts, by the settings of the Kustomization or HelmRelease. */
export function fluxNext(application: FluxApplication, difference: FluxDifference): Next {
  if (difference.code === 'unknown-field') return stays('a reconcile changes nothing, for the server drops the field');
  const { skipped } = difference.modes;
  if (skipped !== undefined) return stays(`Flux leaves the object alone (${skipped})`);
  return application.kind === 'kustomization'
    ? ofKustomization(application, difference)
    : ofHelmRelease(application, difference);
}

function ofKustomization(application: FluxKustomization, difference: FluxDifference): Next {
  const declared = difference.kind === 'drift';
  if (!declared && !isDroppedField(difference)) {
    return stays(
      difference.owners.length === 0
        ? 'a reconcile leaves it: Git does not declare it, and no manager is recorded that Flux takes over'
        : 'a reconcile leaves it: Git does not declare it, and Flux takes over fields of kubectl alone',
    );
  }
  if (difference.ignored) return stays(IGNORED);
  const would = declared ? 'puts back what Git declares' : 'drops it: Flux takes over what kubectl wrote';
  const stopped = whyStopped(application, 'Kustomization');
  if (stopped !== undefined) return stays(`${stopped}; a reconcile then ${would}`);
  if (difference.code === 'immutable-field') {
    return application.force
      ? { code: 'reverted-at-reconcile', message: 'spec.force: the next reconcile deletes the object and creates it' }
      : stays('every reconcile is refused by the API server, and nothing of the Kustomization is applied');
  }
  if (difference.code === 'hpa-controls-replicas' && declared) {
    return {
      code: 'writers-fight',
      message: `the next reconcile${every(application)} ${would}, and the autoscaler scales again`,
    };
  }
  return {
    code: declared ? 'reverted-at-reconcile' : 'removed-at-sync',
    message: `the next reconcile${every(application)} ${would}`,
  };
}

function isDroppedField({ owners, modes }: FluxDifference): boolean {
  return !modes.merges && isDropped(owners);
}

const IGNORED =
  'a rule ignores it, so it triggers no apply; an apply for another reason leaves it to its owner, or keeps the live value';

function ofHelmRelease(application: FluxHelmRelease, difference: FluxDifference): Next {
  if (difference.kind === 'undeclared')
    return stays('neither drift correction nor an upgrade removes what the chart does not declare');
  const stopped = whyStopped(application, 'HelmRelease');
  if (stopped !== undefined) return stays(stopped);
  if (difference.upgradePending === true) {
    return {
      code: 'reverted-at-reconcile',
      message: `chart or values changed: the next reconcile${every(application)} upgrades the release`,
    };
  }
  if (application.driftDetection === 'enabled') {
    if (difference.ignored) return stays('a rule of driftDetection ignores it; the next upgrade sets it again');
    const again = difference.code === 'hpa-controls-replicas' ? ', and the autoscaler scales again' : '';
    return {
      code: again === '' ? 'reverted-at-reconcile' : 'writers-fight',
      message: `drift correction puts it back at the next reconcile${every(application)}${again}`,
    };
  }
  const mode = application.driftDetection === 'warn' ? 'driftDetection only warns' : 'driftDetection is off';
  return { code: 'stays-until-sync', message: `${mode}: it stays until the release is upgraded for another reason` };
}

/** What happens to an object that live lacks. */
export function fluxNextOfMissing(application: FluxApplication, modes: FluxModes, upgradePending: boolean): Next {
  if (modes.skipped !== undefined) return stays(`Flux leaves the object alone (${modes.skipped})`);
  const stopped = whyStopped(application, application.kind === 'kustomization' ? 'Kustomization' : 'HelmRelease');
  if (stopped !== undefined) return stays(stopped);
  if (application.kind === 'helmrelease' && application.driftDetection !== 'enabled' && !upgradePending) {
    return { code: 'stays-until-sync', message: 'driftDetection does not correct: it is created by the next upgrade' };
  }
  return { code: 'reverted-at-reconcile', message: `the next reconcile${every(application)} creates it` };
}

/** What happens to an object that is no longer declared; `kept` says why it is not pruned. */
export function fluxNextOfExtraneous(application: FluxApplication, kept: string | undefined): Next {
  if (kept !== undefined) return stays(`the next reconcile forgets the object and leaves it: ${kept}`);
  const stopped = whyStopped(application, application.kind === 'kustomization' ? 'Kustomization' : 'HelmRelease');
  if (stopped !== undefined) return stays(stopped);
  const what = application.kind === 'kustomization' ? 'prunes it' : 'upgrades the release and so deletes it';
  return { code: 'removed-at-sync', message: `the next reconcile${every(application)} ${what}` };
}

function whyStopped(application: FluxApplication, what: string): string | undefined {
  if (application.suspended) return `the ${what} is suspended: it stays until it is resumed`;
  const failed = failure(application);
  return failed === undefined ? undefined : `the ${what} applies nothing as long as its runs fail (${failed})`;
}

function stays(message: string): Next {
  return { code: 'stays', message };
}

function every({ intervalMs }: FluxApplication): string {
  return intervalMs === undefined ? '' : ` (every ${durationText(intervalMs)})`;
}

/** A duration for people: `10m`, `1h30m`, `45s`. */
export function durationText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const;
  return parts.map(([count, unit]) => (count === 0 ? '' : `${count}${unit}`)).join('') || '0s';
}
