import { buildDesired, type Desired } from '../../src/desired/build-desired.js';
import type { Gvk } from '../../src/model/resource.js';
import { refText } from '../../src/model/resource.js';
import { readDocuments } from '../../src/render/yaml/read-documents.js';

/** The scopes that the tests' cluster knows; every other kind is unknown to it. */
const SCOPES: Readonly<Record<string, boolean>> = {
  ConfigMap: true,
  Deployment: true,
  Secret: true,
  Service: true,
  Job: true,
  Ingress: true,
  ClusterRole: false,
  Namespace: false,
  CustomResourceDefinition: false,
};

export const FILE = 'apps/catalog/prod/all.yaml';

/** Desired of a YAML text, in the namespace `marketplace` where it names none. */
export function desiredOf(yaml: string, file = FILE): Desired {
  return buildDesired(readDocuments(yaml, file).documents, { namespace: 'marketplace', kindOf });
}

function kindOf({ kind }: Gvk): { namespaced: boolean } | undefined {
  const namespaced = SCOPES[kind];
  return namespaced === undefined ? undefined : { namespaced };
}

/** What is compared and what is left out, for people: `ConfigMap marketplace/settings`. */
export const objectsOf = (desired: Desired): string[] => desired.objects.map(({ ref }) => refText(ref));
export const leftOutOf = (desired: Desired): string[] =>
  desired.notCompared.map(({ ref, reason }) => `${refText(ref)}: ${reason}`);
