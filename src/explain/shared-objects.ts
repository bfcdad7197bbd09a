import type { ApplicationReport, Finding } from '../model/report.js';
import { type ResourceRef, refKey } from '../model/resource.js';

/**
 * Objects of one cluster that several applications of a run declare: each sync of one undoes what the other declares
 * otherwise, and the one that prunes deletes it for both. By application, in the order given.
 */
export function sharedObjects(applications: readonly ApplicationReport[]): readonly (readonly Finding[])[] {
  const declaring = new Map<string, Set<string>>();
  for (const application of applications) {
    for (const resource of declared(application)) {
      const key = objectKey(application, resource);
      declaring.set(key, (declaring.get(key) ?? new Set()).add(nameOf(application)));
    }
  }
  return applications.map((application) =>
    declared(application).flatMap((resource) => {
      const others = [...(declaring.get(objectKey(application, resource)) ?? [])].filter(
        (name) => name !== nameOf(application),
      );
      return others.length === 0 ? [] : [finding(resource, others.sort())];
    }),
  );
}

function finding({ group, version, kind, namespace, name }: ResourceRef, others: readonly string[]): Finding {
  return {
    code: 'overlapping-writers',
    severity: 'warning',
    resource: { group, version, kind, namespace, name },
    message: `${others.join(' and ')} ${others.length === 1 ? 'declares' : 'declare'} it, too: each sync puts its own version over the other's, and whichever prunes deletes it for all`,
    fix: { message: 'declare it in one of them only' },
  };
}

/** What an application declares; what it only finds in live, or leaves out, is not declared by it. */
function declared({ resources }: ApplicationReport): readonly ResourceRef[] {
  return resources.filter(({ outcome }) => outcome !== 'extraneous' && outcome !== 'not-compared');
}

/** Two applications of one name are told apart by their kind. */
const nameOf = ({ kind, name }: ApplicationReport): string => `${kind} ${name}`;

function objectKey({ destination }: ApplicationReport, ref: ResourceRef): string {
  return `${destination.server ?? destination.context ?? destination.recording ?? ''} ${refKey(ref)}`;
}
