import { type FieldPath, fieldElement } from '../model/field-path.js';
import { dig, digString, isArray } from '../model/json.js';
import type { KubernetesObject } from '../model/resource.js';
import type { Told } from './told.js';

/** Path of the annotation that `kubectl rollout restart` writes: a new time makes a new Pod template. */
export const RESTARTED_AT: FieldPath = [
  ...['spec', 'template', 'metadata', 'annotations', 'kubectl.kubernetes.io/restartedAt'].map(fieldElement),
];

/** Path of the annotation in which people and `--record` say why they changed a workload. */
export const CHANGE_CAUSE: FieldPath = ['metadata', 'annotations', 'kubernetes.io/change-cause'].map(fieldElement);

/** What an object's metadata tells of its own life: its creation, a deletion that waits, a restart that was asked for. */
export function toldByMetadata(object: KubernetesObject): readonly Told[] {
  return [...creation(object), ...deletion(object), ...restart(object)];
}

function creation({ metadata, kind }: KubernetesObject): Told[] {
  const time = timeOf(digString(metadata, 'creationTimestamp'));
  if (time === undefined) return [];
  const entry = { code: 'created', time, certainty: 'exact', message: `the ${kind} was created` } as const;
  return [{ entry: { ...entry, sources: [{ kind: 'metadata', name: 'creationTimestamp' }] }, about: 'object' }];
}

function deletion({ metadata }: KubernetesObject): Told[] {
  const due = timeOf(digString(metadata, 'deletionTimestamp'));
  if (due === undefined) return [];
  const grace = Number(dig(metadata, 'deletionGracePeriodSeconds') ?? 0);
  // The timestamp is when the grace period ends (k8s.io/apiserver pkg/registry/rest/delete.go).
  const time = new Date(Date.parse(due) - grace * 1000).toISOString().replace('.000Z', 'Z');
  const finalizers = dig(metadata, 'finalizers');
  const held = isArray(finalizers) && finalizers.length > 0 ? finalizers.map(String).sort() : [];
  const message =
    held.length > 0
      ? `its deletion was requested; it stays until these finalizers are taken away: ${held.join(', ')}`
      : 'its deletion was requested';
  return [
    {
      entry: {
        code: 'deletion-requested',
        time,
        certainty: 'exact',
        message,
        sources: [{ kind: 'metadata', name: 'deletionTimestamp' }],
      },
      about: 'object',
    },
  ];
}

/** The annotation holds the time of the machine on which `kubectl rollout restart` ran. */
function restart(object: KubernetesObject): Told[] {
  const time = timeOf(
    digString(object, 'spec', 'template', 'metadata', 'annotations', 'kubectl.kubernetes.io/restartedAt'),
  );
  if (time === undefined) return [];
  return [
    {
      entry: {
        code: 'restart-requested',
        time,
        certainty: 'as-told',
        message: 'a restart of all Pods was requested',
        sources: [{ kind: 'annotation', name: 'kubectl.kubernetes.io/restartedAt' }],
      },
      about: [RESTARTED_AT],
    },
  ];
}

/** RFC 3339 text that is a time; undefined for anything else. */
export function timeOf(text: string | undefined): string | undefined {
  if (text === undefined || !/^\d{4}-\d\d-\d\dT/.test(text) || Number.isNaN(Date.parse(text))) return undefined;
  return text;
}
