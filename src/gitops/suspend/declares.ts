import { dig, digString, isArray, isObject, type JsonValue } from '../../model/json.js';
import { parseJson } from '../../model/json-text.js';
import { LAST_APPLIED } from '../../model/last-applied.js';
import type { OwnerRole } from '../../model/owner-chain.js';
import type { KubernetesObject } from '../../model/resource.js';

/** Whether the manifest that an owner applies says something of a field; how that is known, or why it is not. */
export type Declared = { readonly kind: 'declared' | 'undeclared' | 'unknown'; readonly evidence: string };

/** The managers under which an owner's server-side applies are recorded. */
const APPLIES: Readonly<Partial<Record<OwnerRole, string>>> = {
  'argocd-application': 'argocd-controller',
  'flux-kustomization': 'kustomize-controller',
  'flux-helmrelease': 'helm-controller',
  'flux-instance': 'flux-operator',
  'flux-resourceset': 'flux-operator',
  'config-sync': 'configsync.gke.io',
};

/** What Config Sync declares, in the form of a field set; older versions leave no Apply entry. */
const DECLARED_FIELDS = 'configsync.gke.io/declared-fields';

/**
 * Reads it from what the owner applied last: its Apply entry, else the last-applied annotation of a client-side apply.
 * What it renders today may be more.
 */
export function declares(role: OwnerRole, child: KubernetesObject, path: readonly string[]): Declared {
  const manager = APPLIES[role];
  const entries = dig(child.metadata, 'managedFields');
  const own = (isArray(entries) ? entries : []).find(
    (entry) =>
      manager !== undefined && digString(entry, 'manager') === manager && digString(entry, 'operation') === 'Apply',
  );
  if (own !== undefined) {
    const there = isIn(dig(own, 'fieldsV1'), path, (name) => `f:${name}`);
    return said(there, `the Apply entry of ${manager}`, path);
  }
  if (role === 'config-sync') {
    const fields = parsed(digString(child.metadata, 'annotations', DECLARED_FIELDS) ?? '');
    if (fields !== undefined) {
      return said(
        isIn(fields, path, (name) => `f:${name}`),
        `the annotation ${DECLARED_FIELDS}`,
        path,
      );
    }
  }
  const text = role === 'argocd-application' ? digString(child.metadata, 'annotations', LAST_APPLIED) : undefined;
  const applied = text === undefined ? undefined : parsed(text);
  if (applied !== undefined)
    return said(
      isIn(applied, path, (name) => name),
      'the last-applied annotation',
      path,
    );
  return { kind: 'unknown', evidence: 'what it applied last is not recorded on the object' };
}

function said(there: boolean, where: string, path: readonly string[]): Declared {
  const name = fieldText(path);
  return there
    ? { kind: 'declared', evidence: `${where} names ${name}` }
    : { kind: 'undeclared', evidence: `${where} does not name ${name}` };
}

/** A field is declared with its own name, and also where something above it is declared as a whole. */
function isIn(value: JsonValue | undefined, path: readonly string[], key: (name: string) => string): boolean {
  let here = value;
  for (const name of path) {
    if (!isObject(here)) return here !== undefined;
    if (!Object.hasOwn(here, key(name))) return false;
    here = here[key(name)];
  }
  return true;
}

function parsed(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** `.spec.syncPolicy.automated.enabled`; a name that is no plain word in brackets. */
export function fieldText(path: readonly string[]): string {
  return path.map((name) => (/^\w+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`)).join('');
}
