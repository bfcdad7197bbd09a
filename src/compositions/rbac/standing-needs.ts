import {
  APPLICATION,
  APPLICATION_SET,
  FLUX_INSTANCE,
  HELM_RELEASE,
  KUSTOMIZATION,
  type OwnerKind,
  REPO_SYNC,
  RESOURCE_SET,
  ROOT_SYNC,
} from '../../gitops/chain/kinds.js';
import type { Gvk, ResourceRef } from '../../model/resource.js';
import { RELATED, type RelatedKind } from '../evidence/evidence-kinds.js';
import { mayBeNeededBy } from '../evidence/evidence-needs.js';
import { listsOf, PODS, REPLICA_SETS } from '../health/rollout-causes.js';

export type Verb = 'get' | 'list';

/** A kind that has to be readable; `versions` are those that are asked for, any of which is enough. */
export interface Need {
  readonly group: string;
  readonly kind: string;
  readonly versions: readonly string[];
  readonly verbs: readonly Verb[];
  /** Where it is known without a cluster. */
  readonly plural?: string;
}

const SOURCES = ['GitRepository', 'OCIRepository', 'Bucket', 'HelmRepository', 'HelmChart', 'ExternalArtifact'];

/**
 * What commands ask for whatever the desired state is: the objects that apply others (`suspend-plan`, `timeline`, what
 * happens next), events (`timeline`), namespaces (whether one exists, and its labels for admission).
 */
export const STANDING: readonly Need[] = [
  { group: '', kind: 'Namespace', versions: ['v1'], verbs: ['get'] },
  { group: '', kind: 'Event', versions: ['v1'], verbs: ['list'] },
  ...[APPLICATION, APPLICATION_SET, KUSTOMIZATION, HELM_RELEASE].map((kind) => ownerNeed(kind, ['get', 'list'])),
  ...[FLUX_INSTANCE, RESOURCE_SET, ROOT_SYNC, REPO_SYNC].map((kind) => ownerNeed(kind, ['get'])),
  { group: APPLICATION.group, kind: 'AppProject', versions: APPLICATION.versions, verbs: ['get'] },
  ...SOURCES.map(
    (kind): Need => ({ group: 'source.toolkit.fluxcd.io', kind, versions: ['v1', 'v1beta2'], verbs: ['get'] }),
  ),
];

/** Everything that can be evidence, for any desired state. */
export const EVIDENCE: readonly Need[] = [
  ...Object.values(RELATED).map((related) => relatedNeed(related)),
  ...[PODS, REPLICA_SETS].map(listNeed),
];

/** What a desired object asks for beside itself, today or after other changes of it. */
export function needsBeside(ref: ResourceRef): readonly Need[] {
  return [
    ...mayBeNeededBy(ref).map((name) => relatedNeed(RELATED[name])),
    ...listsOf({ apiVersion: `${ref.group}/${ref.version}`, kind: ref.kind }).map(listNeed),
  ];
}

/** A desired object itself. Secrets are read one by one, and are no need of this kind. */
export function needOf({ group, version, kind }: Gvk, verbs: readonly Verb[]): Need {
  return { group, kind, versions: [version], verbs };
}

function relatedNeed({ group, kind, versions }: RelatedKind): Need {
  return { group, kind, versions, verbs: ['list'] };
}

function listNeed({ group, kind, version }: Gvk): Need {
  return { group, kind, versions: [version], verbs: ['list'] };
}

function ownerNeed({ group, kind, versions, plural }: OwnerKind, verbs: readonly Verb[]): Need {
  return { group, kind, versions, verbs, plural };
}
