import { printJson } from '../../model/json-text.js';
import type { ResourceRef } from '../../model/resource.js';
import { shellWord } from '../../model/shell-word.js';
import type { PlanCommand } from '../../model/suspend-plan.js';
import { ownerKind } from '../chain/kinds.js';

/** What commands are written with. */
export interface Typing {
  /** The context that they have to name. */
  readonly context?: string;
}

const contextOf = ({ context }: Typing): string => (context === undefined ? '' : ` --context ${shellWord(context)}`);
const inNamespace = ({ namespace }: ResourceRef): string => (namespace === '' ? '' : ` -n ${shellWord(namespace)}`);

/** `applications.argoproj.io`: kinds of two tools may have one name. */
function resourceOf(ref: ResourceRef): string {
  const kind = ownerKind(ref);
  const plural = kind?.plural ?? ref.kind.toLowerCase();
  return ref.group === '' ? plural : `${plural}.${ref.group}`;
}

/** What asks whether an object may be patched. */
function mayPatch(ref: ResourceRef, typing: Typing): string {
  return `kubectl${contextOf(typing)} auth can-i patch ${shellWord(`${resourceOf(ref)}/${ref.name}`)}${inNamespace(ref)}`;
}

/** `kubectl patch` under a manager of its own; a plain one would be called kubectl-patch, which Flux takes over. */
export function kubectlPatch(
  ref: ResourceRef,
  patch: { readonly type: 'merge' | 'json'; readonly body: unknown },
  manager: string,
  typing: Typing,
): PlanCommand {
  const what = `${resourceOf(ref)} ${shellWord(ref.name)}${inNamespace(ref)}`;
  const body = shellWord(printJson(patch.body));
  return {
    tool: 'kubectl',
    allowed: mayPatch(ref, typing),
    command: `kubectl${contextOf(typing)} patch ${what} --type ${patch.type} --field-manager=${shellWord(manager)} -p ${body}`,
    manager,
  };
}

/** `flux suspend` and `flux resume`, which write as the manager flux. */
export function fluxCommand(verb: 'suspend' | 'resume', ref: ResourceRef, typing: Typing): PlanCommand {
  return {
    tool: 'flux',
    allowed: mayPatch(ref, typing),
    command: `flux${contextOf(typing)} ${verb} ${ref.kind.toLowerCase()} ${shellWord(ref.name)}${inNamespace(ref)}`,
    manager: 'flux',
  };
}

/** Where Argo CD has an Application. */
export interface ArgoPlace {
  readonly project: string;
  readonly controlPlaneNamespace: string;
}

/** `argocd app set`; its server writes, so its own rights count. */
export function argocdAppSet(ref: ResourceRef, place: ArgoPlace, flags: string): PlanCommand {
  const { project, controlPlaneNamespace } = place;
  // Rights name the namespace of an Application only outside Argo CD's own (argo-cd util/rbac, AppRBACName).
  const name = ref.namespace === controlPlaneNamespace ? ref.name : `${ref.namespace}/${ref.name}`;
  return {
    tool: 'argocd',
    allowed: `argocd account can-i update applications ${shellWord(`${project}/${name}`)}`,
    command: `argocd app set ${shellWord(`${ref.namespace}/${ref.name}`)} ${flags}`,
    manager: 'argocd-server',
  };
}

/** A command after what asks whether it may be done. */
export function asked({ allowed, command }: PlanCommand): readonly string[] {
  return [allowed, command];
}

/** Prints one field of an object, as JSON where it is no text. */
export function readField(ref: ResourceRef, path: readonly string[], typing: Typing): string {
  const steps = path.map((name) => `.${name.replaceAll('.', '\\.')}`).join('');
  return `kubectl${contextOf(typing)} get ${resourceOf(ref)} ${shellWord(ref.name)}${inNamespace(ref)} -o ${shellWord(`jsonpath={${steps}}`)}`;
}
