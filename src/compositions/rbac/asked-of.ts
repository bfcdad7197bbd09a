import type { Cluster } from '../../model/live.js';
import type { Gvk, ResourceRef } from '../../model/resource.js';

/** What a run asked one cluster for. */
export interface Asked {
  readonly cluster: Cluster;
  /** Objects by name. */
  readonly objects: ResourceRef[];
  /** Kinds of which everything was asked for, in a namespace or in all. */
  readonly lists: Gvk[];
  /** Kinds of which the objects with some labels were asked for. */
  readonly labelled: Gvk[];
}

/**
 * A cluster that passes everything on and remembers what it was asked for, whatever was answered: a refusal asks for a
 * right as much as an answer does. Saved objects are asked one by one, as a cluster is.
 */
export function askedOf(asked: Cluster): Asked {
  const objects: ResourceRef[] = [];
  const lists: Gvk[] = [];
  const labelled: Gvk[] = [];
  const { saved: _, labelled: pick, ...answers } = asked;
  const cluster: Cluster = {
    ...answers,
    get warnings() {
      return asked.warnings;
    },
    fetch(wanted) {
      objects.push(...wanted);
      return asked.fetch(wanted);
    },
    list(gvk, namespace) {
      lists.push(gvk);
      return asked.list(gvk, namespace);
    },
    ...(pick === undefined
      ? {}
      : {
          labelled(gvk: Gvk, namespace: string, labels: string) {
            labelled.push(gvk);
            return pick(gvk, namespace, labels);
          },
        }),
  };
  return { cluster, objects, lists, labelled };
}
