import type { OwnerRole } from '../../model/owner-chain.js';
import type { Gvk } from '../../model/resource.js';

/** A kind whose objects manage others, with the versions that it was served at, newest first. */
export interface OwnerKind {
  readonly group: string;
  readonly kind: string;
  readonly versions: readonly string[];
  readonly role: OwnerRole;
  /** The plural, for commands. */
  readonly plural: string;
}

export const APPLICATION: OwnerKind = {
  group: 'argoproj.io',
  kind: 'Application',
  versions: ['v1alpha1'],
  role: 'argocd-application',
  plural: 'applications',
};
export const APPLICATION_SET: OwnerKind = {
  group: 'argoproj.io',
  kind: 'ApplicationSet',
  versions: ['v1alpha1'],
  role: 'argocd-applicationset',
  plural: 'applicationsets',
};
export const KUSTOMIZATION: OwnerKind = {
  group: 'kustomize.toolkit.fluxcd.io',
  kind: 'Kustomization',
  versions: ['v1', 'v1beta2'],
  role: 'flux-kustomization',
  plural: 'kustomizations',
};
export const HELM_RELEASE: OwnerKind = {
  group: 'helm.toolkit.fluxcd.io',
  kind: 'HelmRelease',
  versions: ['v2', 'v2beta2', 'v2beta1'],
  role: 'flux-helmrelease',
  plural: 'helmreleases',
};
export const FLUX_INSTANCE: OwnerKind = {
  group: 'fluxcd.controlplane.io',
  kind: 'FluxInstance',
  versions: ['v1'],
  role: 'flux-instance',
  plural: 'fluxinstances',
};
export const RESOURCE_SET: OwnerKind = {
  group: 'fluxcd.controlplane.io',
  kind: 'ResourceSet',
  versions: ['v1'],
  role: 'flux-resourceset',
  plural: 'resourcesets',
};
export const ROOT_SYNC: OwnerKind = {
  group: 'configsync.gke.io',
  kind: 'RootSync',
  versions: ['v1beta1', 'v1alpha1'],
  role: 'config-sync',
  plural: 'rootsyncs',
};
export const REPO_SYNC: OwnerKind = { ...ROOT_SYNC, kind: 'RepoSync', plural: 'reposyncs' };
/** Runs of Terraform and Pulumi: no objects, and no group. */
export const TOOL_RUN = { group: 'runs of tools', role: 'tool-run' } as const satisfies Pick<
  OwnerKind,
  'group' | 'role'
>;
/** A release that helm itself installed: a Secret per revision, no object of its own. */
export const HELM: OwnerKind = { group: '', kind: 'Helm release', versions: [''], role: 'helm', plural: '' };

const ALL = [
  ...[APPLICATION, APPLICATION_SET, KUSTOMIZATION, HELM_RELEASE, FLUX_INSTANCE, RESOURCE_SET],
  ...[ROOT_SYNC, REPO_SYNC, HELM],
];

/** The kind in the table; undefined for what is no GitOps owner. */
export function ownerKind({ group, kind }: Omit<Gvk, 'version'>): OwnerKind | undefined {
  return ALL.find((one) => one.group === group && one.kind === kind);
}

/** What an object is to those below it: `operator` where only an ownerReference leads to it. */
export function roleOf(gvk: Omit<Gvk, 'version'>, otherwise: 'object' | 'operator'): OwnerRole {
  return gvk.group === TOOL_RUN.group ? TOOL_RUN.role : (ownerKind(gvk)?.role ?? otherwise);
}

/** The kind that `app`, `applications.argoproj.io`, `ks` or `HelmRelease` names; undefined for all other words. */
export function ownerKindNamed(text: string): OwnerKind | undefined {
  const word = text.toLowerCase();
  const served = ALL.filter((one) => one !== HELM);
  return served.find(
    (one) =>
      [one.kind.toLowerCase(), one.plural].some((name) => word === name || word === `${name}.${one.group}`) ||
      SHORT_NAMES[word] === one.kind,
  );
}

const SHORT_NAMES: Readonly<Record<string, string>> = {
  ...{ app: 'Application', apps: 'Application', appset: 'ApplicationSet', appsets: 'ApplicationSet' },
  ...{ ks: 'Kustomization', hr: 'HelmRelease', rset: 'ResourceSet' },
};
