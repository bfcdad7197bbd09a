/** How long before the recording an entry of managedFields was written, by its manager, in minutes. */
const AGES: readonly (readonly [RegExp, number])[] = [
  [/^(argocd|kustomize)-controller$/, 3 * 24 * 60],
  [/^kubectl-create$/, 200 * 24 * 60],
  [/^kubectl/, 12],
  [/^(kube-controller-manager|keda-operator|kyverno|team-sync)$/, 2 * 60],
];
const OTHERS = 24 * 60;
const OBJECTS = 250 * 24 * 60;
const MINUTE_MS = 60_000;

interface Entry {
  readonly manager: string;
  readonly subresource?: string;
  readonly fieldsV1: { readonly 'f:spec'?: { readonly 'f:template'?: unknown } };
  time?: string;
}

interface Timed {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly ownerReferences?: readonly { readonly name: string }[];
    creationTimestamp?: string;
    readonly managedFields?: readonly Entry[];
  };
}

/**
 * A recording, or a List, whose entries and objects are made older, as if the world had not been made within seconds.
 * Times are the only thing in these recordings that the server did not write; all else is as it came.
 */
export function aged(text: string, recordedAt: string): string {
  const before = (minutes: number): string =>
    `${new Date(Date.parse(recordedAt) - minutes * MINUTE_MS).toISOString().slice(0, 19)}Z`;
  const restarted = text.replace(/(kubectl.kubernetes.io\/restartedAt": ")[^"]+/g, `$1${before(12)}`);
  const saved = JSON.parse(restarted) as { gitdrift?: { recordedAt: string }; items: readonly Timed[] };
  if (saved.gitdrift !== undefined) saved.gitdrift.recordedAt = recordedAt;
  for (const { metadata } of saved.items) {
    if (metadata.creationTimestamp !== undefined) metadata.creationTimestamp = before(ageOf(metadata, saved.items));
    for (const entry of metadata.managedFields ?? [])
      if (entry.time !== undefined) entry.time = before(ageOfEntry(entry));
  }
  return `${JSON.stringify(saved, undefined, 1)}\n`;
}

const ageOfEntry = ({ manager }: Entry): number => AGES.find(([name]) => name.test(manager))?.[1] ?? OTHERS;

/** A ReplicaSet is as old as the change of the Pod template that it was made for. */
function ageOf({ annotations, ownerReferences }: Timed['metadata'], all: readonly Timed[]): number {
  const revision = Number(annotations?.['deployment.kubernetes.io/revision'] ?? 1);
  const owner = all.find(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name === ownerReferences?.[0]?.name,
  )?.metadata;
  if (owner === undefined || revision === 1) return OBJECTS;
  const changes = (owner.managedFields ?? []).filter((entry) => entry.fieldsV1['f:spec']?.['f:template'] !== undefined);
  const ages = changes.map(ageOfEntry).sort((a, b) => b - a);
  return ages[revision - 1] ?? OTHERS;
}
