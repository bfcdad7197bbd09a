import { dig, isArray, type JsonObject, type JsonValue } from '../model/json.js';
import type { ResourceRef } from '../model/resource.js';
import { asksOnlyFor, selects } from './label-selector.js';

/** The object that a webhook or a policy may have changed. */
export interface AdmittedObject {
  readonly ref: ResourceRef;
  /** `deployments`. */
  readonly plural: string;
  /** As live has them now. */
  readonly labels: JsonObject;
  /** Labels of its namespace; undefined where they could not be read, or nothing asked for more than the name. */
  readonly namespaceLabels: JsonObject | undefined;
}

/** Whether rules and selectors match; `unsure` names what could not be decided. */
export type Match = { readonly matches: false } | { readonly matches: true; readonly unsure: readonly string[] };

const NO: Match = { matches: false };

/** The label that every namespace has since Kubernetes 1.21, and whose value is its name. */
export const NAMESPACE_NAME = 'kubernetes.io/metadata.name';

/** Where the parts of a match stand: in a webhook, or in the matchConstraints of a policy. */
interface Matcher {
  readonly rules: JsonValue | undefined;
  readonly excluded?: JsonValue | undefined;
  readonly selectors: JsonValue | undefined;
}

/** Rules and selectors of admission against an object (k8s.io/apiserver pkg/admission/plugin/webhook/predicates). */
export function matchAdmission({ rules, excluded, selectors }: Matcher, object: AdmittedObject): Match {
  const equivalent = dig(selectors, 'matchPolicy') !== 'Exact';
  const listed = (list: JsonValue | undefined): boolean =>
    isArray(list) && list.some((rule) => ruleMatches(rule, object, equivalent));
  if (!listed(rules) || listed(excluded)) return NO;
  if (!selects(dig(selectors, 'objectSelector'), object.labels)) return NO;
  return matchNamespace(dig(selectors, 'namespaceSelector'), object);
}

/** True where the selector needs more of a namespace than its name. */
export function needsNamespaceLabels(selector: JsonValue | undefined): boolean {
  return !asksOnlyFor(selector, [NAMESPACE_NAME]);
}

function matchNamespace(selector: JsonValue | undefined, { ref, labels, namespaceLabels }: AdmittedObject): Match {
  const isNamespace = ref.group === '' && ref.kind === 'Namespace';
  // Other objects without a namespace are never left out by a selector of namespaces.
  if (ref.namespace === '' && !isNamespace) return { matches: true, unsure: [] };
  const name = { [NAMESPACE_NAME]: isNamespace ? ref.name : ref.namespace };
  if (!needsNamespaceLabels(selector)) return selects(selector, name) ? { matches: true, unsure: [] } : NO;
  const known = isNamespace ? labels : namespaceLabels;
  if (known === undefined) return { matches: true, unsure: ['the labels of the namespace could not be read'] };
  return selects(selector, { ...name, ...known }) ? { matches: true, unsure: [] } : NO;
}

function ruleMatches(rule: JsonValue, { ref, plural }: AdmittedObject, equivalent: boolean): boolean {
  const has = (name: string, ...wanted: readonly string[]): boolean => {
    const list = dig(rule, name);
    return isArray(list) && list.some((one) => one === '*' || wanted.includes(String(one)));
  };
  const names = dig(rule, 'resourceNames');
  const scope = dig(rule, 'scope') ?? '*';
  return (
    has('apiGroups', ref.group) &&
    // With matchPolicy Equivalent, the default, another version of the kind is converted to the one that is named.
    (equivalent || has('apiVersions', ref.version)) &&
    has('operations', 'CREATE', 'UPDATE') &&
    has('resources', plural, '*/*') &&
    (!isArray(names) || names.length === 0 || names.includes(ref.name)) &&
    (scope === '*' || (scope === 'Namespaced') === (ref.namespace !== ''))
  );
}
