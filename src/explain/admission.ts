import type { Difference } from '../model/drift.js';
import { dig, digString, isArray, type JsonValue } from '../model/json.js';
import type { ListResult } from '../model/live.js';
import { type KubernetesObject, type ResourceRef, refOf } from '../model/resource.js';
import type { Evidence } from '../model/writer.js';
import { type AdmittedObject, type Match, matchAdmission } from './admission-match.js';
import { unreadText } from './autoscaler.js';
import data from './injectors.yaml';

/** A webhook or a policy that is asked before the object is stored, and may change it without leaving an entry. */
export interface AdmissionCandidate {
  readonly ref: ResourceRef;
  /** `webhook inject.example.com of MutatingWebhookConfiguration sidecars`. */
  readonly who: string;
  readonly unsure: readonly string[];
  /** Of a policy: the texts of its mutations, in which a field that it writes is mostly named. */
  readonly mutations?: string;
}

/** The candidates for one object, and what could not be read. */
export interface AdmissionEvidence {
  readonly candidates: readonly AdmissionCandidate[];
  readonly unread: readonly string[];
}

/** The cluster's lists that tell what mutates at admission. */
export interface AdmissionLists {
  readonly webhooks: ListResult | undefined;
  readonly policies: ListResult | undefined;
  readonly bindings: ListResult | undefined;
}

/** Everything that may change the object at admission. Webhook configurations and policies are never sent to webhooks. */
export function admissionOf(
  { webhooks, policies, bindings }: AdmissionLists,
  object: AdmittedObject,
): AdmissionEvidence {
  const unread = [
    ...unreadText('MutatingWebhookConfigurations', webhooks),
    ...unreadText('MutatingAdmissionPolicies', policies),
    ...unreadText('MutatingAdmissionPolicyBindings', bindings),
  ];
  if (object.ref.group === 'admissionregistration.k8s.io') return { candidates: [], unread: [] };
  return {
    candidates: [
      ...objectsOf(webhooks).flatMap((configuration) => webhooksOf(configuration, object)),
      ...objectsOf(policies).flatMap((policy) => policyOf(policy, objectsOf(bindings), object)),
    ],
    unread,
  };
}

function objectsOf(list: ListResult | undefined): readonly KubernetesObject[] {
  return list?.kind === 'listed' ? list.objects : [];
}

function webhooksOf(configuration: KubernetesObject, object: AdmittedObject): AdmissionCandidate[] {
  const webhooks = dig(configuration, 'webhooks');
  if (!isArray(webhooks)) return [];
  const ref = refOf(configuration);
  return webhooks.flatMap((webhook): AdmissionCandidate[] => {
    const match = matchAdmission({ rules: dig(webhook, 'rules'), selectors: webhook }, object);
    if (!match.matches) return [];
    const name = digString(webhook, 'name') ?? '(no name)';
    const known = knownAs(ref.name, name);
    const who = `webhook ${name} of MutatingWebhookConfiguration ${ref.name}${known === undefined ? '' : ` (${known})`}`;
    return [{ ref, who, unsure: [...match.unsure, ...conditions(webhook)] }];
  });
}

function policyOf(
  policy: KubernetesObject,
  bindings: readonly KubernetesObject[],
  object: AdmittedObject,
): AdmissionCandidate[] {
  const ref = refOf(policy);
  const constraints = dig(policy, 'spec', 'matchConstraints');
  const match = matchConstraints(constraints, object);
  if (!match.matches) return [];
  const bound = bindings
    .filter((binding) => digString(binding, 'spec', 'policyName') === ref.name)
    .map((binding) => ({ binding, match: bindingMatches(dig(binding, 'spec', 'matchResources'), object) }));
  for (const { binding, match: narrowed } of bound) {
    if (!narrowed.matches) continue;
    const unsure = [...match.unsure, ...narrowed.unsure, ...conditions(dig(policy, 'spec'))];
    const who = `MutatingAdmissionPolicy ${ref.name} (bound by ${refOf(binding).name})`;
    return [
      { ref, who, unsure: [...new Set(unsure)], mutations: JSON.stringify(dig(policy, 'spec', 'mutations') ?? '') },
    ];
  }
  return [];
}

function matchConstraints(constraints: JsonValue | undefined, object: AdmittedObject): Match {
  const rules = dig(constraints, 'resourceRules');
  return matchAdmission({ rules, excluded: dig(constraints, 'excludeResourceRules'), selectors: constraints }, object);
}

/** A binding narrows the policy; without rules of its own it takes what the policy takes. */
function bindingMatches(resources: JsonValue | undefined, object: AdmittedObject): Match {
  if (resources === undefined || resources === null) return { matches: true, unsure: [] };
  const rules = dig(resources, 'resourceRules');
  const all = [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*'] }];
  return matchAdmission(
    {
      rules: isArray(rules) && rules.length > 0 ? rules : all,
      excluded: dig(resources, 'excludeResourceRules'),
      selectors: resources,
    },
    object,
  );
}

function conditions(of: JsonValue | undefined): string[] {
  const list = dig(of, 'matchConditions');
  return isArray(list) && list.length > 0 ? ['its matchConditions cannot be evaluated here'] : [];
}

const injectors = (
  data as { readonly injectors: readonly { readonly name: string; readonly what: string }[] }
).injectors.map(({ name, what }) => ({ pattern: new RegExp(name, 'u'), what }));

function knownAs(...names: readonly string[]): string | undefined {
  return injectors.find(({ pattern }) => names.some((name) => pattern.test(name)))?.what;
}

/** How many candidates are named; those whose mutations name the field come first. */
const SHOWN = 5;

/** The candidates for a field that nobody is recorded for: possible writers, never certain ones. */
export function admissionFacts(evidence: AdmissionEvidence | undefined, difference: Difference): Evidence[] {
  if (evidence === undefined) return [];
  const name = fieldName(difference);
  const names = ({ mutations }: AdmissionCandidate): boolean => name !== '' && mutations?.includes(name) === true;
  const sorted = [...evidence.candidates].sort(
    (a, b) => Number(names(b)) - Number(names(a)) || (a.who < b.who ? -1 : 1),
  );
  const more = sorted.length - SHOWN;
  return [
    ...sorted.slice(0, SHOWN).map((candidate): Evidence => {
      const named = names(candidate) ? ', and its mutations name the field' : '';
      const unsure = candidate.unsure.map((text) => `; ${text}`).join('');
      const message = `possible: ${candidate.who} may have written it at admission: it matches this object${named}${unsure}`;
      return { kind: 'object', message, resource: candidate.ref };
    }),
    ...(more > 0 ? [says(`${more} more webhooks and policies match this object`)] : []),
    ...evidence.unread.map(says),
  ];
}

function says(message: string): Evidence {
  return { kind: 'object', message };
}

/** What people would write in an expression for the last step of a path: a field's name, or that of an item. */
function fieldName({ path }: Difference): string {
  const last = path.at(-1);
  if (last?.kind === 'field') return last.name;
  if (last?.kind === 'key') return String(Object.values(last.key)[0] ?? '');
  return last?.kind === 'value' && typeof last.value === 'string' ? last.value : '';
}
