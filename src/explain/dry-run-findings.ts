import type { Finding } from '../model/report.js';
import { type ResourceRef, refText } from '../model/resource.js';

/** Printed values, masked where they are secret; absent where there is none. */
interface Shown {
  readonly path: string;
  readonly desired?: string | undefined;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** The dry run would change what the comparison finds equal, or leaves out. */
export function unseenFinding(resource: ResourceRef, { path, before, after }: Shown): Finding {
  const change =
    before === undefined
      ? `add it as ${after}`
      : after === undefined
        ? `remove it (now ${before})`
        : `change it from ${before} to ${after}`;
  return {
    code: 'server-side-differs',
    severity: 'warning',
    resource,
    path,
    message: `in the dry run an apply would ${change}; gitdrift's own comparison finds no drift here`,
  };
}

/** The comparison finds drift that an apply would not undo. `before` is the live value. */
export function keptFinding(resource: ResourceRef, { path, desired, before }: Shown): Finding {
  const told =
    desired === undefined || before === undefined
      ? 'gitdrift finds drift here'
      : `gitdrift finds drift here (Git has ${desired}, live ${before})`;
  return {
    code: 'server-side-keeps',
    severity: 'warning',
    resource,
    path,
    message: `${told}, and in the dry run an apply leaves live as it is: admission may make the same of it each time`,
  };
}

/** What would be stored is not what is declared. */
export function admissionFinding(resource: ResourceRef, { path, desired, after }: Shown): Finding {
  const [declared, change] =
    desired === undefined
      ? ['neither declared nor a known default', after === undefined ? 'changes it' : `sets it to ${after}`]
      : [`declared as ${desired}`, after === undefined ? 'drops it' : `makes ${after} of it`];
  return {
    code: 'admission-changes',
    severity: 'note',
    resource,
    path,
    message: `${declared}: in the dry run admission ${change} when this is applied`,
  };
}

/** The server would not take the apply. */
export function refusedFinding(resource: ResourceRef, reason: string, onlyServerSide: boolean): Finding {
  const way = onlyServerSide ? 'a server-side apply' : 'an apply';
  return {
    code: 'server-side-refused',
    severity: 'error',
    resource,
    message: `in the dry run ${way} would be refused: ${reason}`,
  };
}

/** Objects, at least one, that could not be asked about, for one reason. */
export function unavailableFinding(resources: readonly [ResourceRef, ...ResourceRef[]], reason: string): Finding {
  const [resource] = resources;
  return {
    code: 'server-side-unavailable',
    severity: 'warning',
    resource,
    message: `${subject(resources, 'its dry run')} could not be made: ${reason}`,
  };
}

/** Objects, at least one, whose dry run could not act as the manager that applies them: nobody knows which it is. */
export function managerUnknownFinding(resources: readonly [ResourceRef, ...ResourceRef[]], manager: string): Finding {
  const [resource] = resources;
  return {
    code: 'server-side-manager-unknown',
    severity: 'note',
    resource,
    message: `no GitOps manager is recognised here, so ${subject(resources, 'the dry run')} applied as ${manager}, which cannot show what a sync would remove; name the manager with --manager`,
  };
}

/** What the server will not take as a whole, for the list of what a sync would do. */
export function refusedEffectMessage(resource: ResourceRef, reason: string): string {
  return `the API server refuses an apply of ${refText(resource)}: ${reason}`;
}

function subject(resources: readonly ResourceRef[], one: string): string {
  const more = resources.length - 1;
  return more === 0 ? one : `${one} and that of ${more} more object${more === 1 ? '' : 's'}`;
}
