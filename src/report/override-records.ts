import type { FieldDrift } from '../model/drift.js';
import { type JsonValue, jsonEqual } from '../model/json.js';
import type { OverrideRecord, Policy } from '../model/policy.js';
import type { Report, ResourceReport } from '../model/report.js';
import { type ResourceRef, refKey } from '../model/resource.js';
import { yamlText } from '../model/yaml-text.js';
import { withoutObeyed } from './json-output.js';
import { maskNamedSecrets } from './named-secrets.js';

/** What is said of every record alike. */
export type RecordWords = Pick<OverrideRecord, 'reason' | 'until' | 'ticket' | 'approvedBy'>;

/** A record for everything of a report that nothing accounts for, once each; `withValues`: for the value that live has. */
export function recordsOf(report: Report, words: RecordWords, withValues: boolean): readonly OverrideRecord[] {
  const records = new Map<string, OverrideRecord>();
  for (const resource of report.applications.flatMap(({ resources }) => resources)) {
    for (const { path, value } of openPlaces(resource)) {
      const kept = withValues && value !== undefined ? { value } : {};
      records.set(`${refKey(resource)} ${path}`, recordAt(resource, path, { ...words, ...kept }));
    }
  }
  return [...records.values()];
}

function openPlaces(resource: ResourceReport): readonly { readonly path: string; readonly value?: JsonValue }[] {
  const { outcome, explanation, drift, undeclared } = resource;
  const isGone = outcome === 'missing' || outcome === 'extraneous';
  const fields = [
    ...drift.filter((entry) => entry.explanation.status !== 'explained'),
    ...undeclared.filter((entry) => entry.explanation.status === 'unexplained'),
  ].map((entry) => ({ path: entry.path, ...shownValue(entry) }));
  return isGone && explanation?.status !== 'explained' ? [{ path: '.' }, ...fields] : fields;
}

/** The live value, unless it may be secret: the record goes to Git. */
export function shownValue({ path, live, masked }: Pick<FieldDrift, 'path' | 'live' | 'masked'>): {
  readonly value?: JsonValue;
} {
  if (live === undefined || masked || !jsonEqual(maskNamedSecrets(path, live), live)) return {};
  return { value: live };
}

/** The record of one place. */
export function recordAt(
  { group, kind, namespace, name }: ResourceRef,
  path: string,
  said: RecordWords & Pick<OverrideRecord, 'value'>,
): OverrideRecord {
  return { id: '', resource: { group, kind, namespace, name }, path, ...said };
}

/**
 * Records in YAML, to be appended to the policy file that is in use: a whole policy where there is none, and only the
 * items where it has overrides already.
 */
export function overridesYaml(records: readonly OverrideRecord[], policy: Policy | undefined): string {
  if (records.length === 0) return '';
  const lines = records.flatMap(({ resource, path, value, reason, ticket, approvedBy, until }) => {
    const parts = Object.entries(resource).map(([key, part]) => `${key}: ${shown(part)}`);
    const rest = { path, value, reason, ticket, approvedBy, until };
    return [
      `  - resource: {${parts.join(', ')}}`,
      ...Object.entries(rest).flatMap(([key, one]) => (one === undefined ? [] : [`    ${key}: ${shown(one)}`])),
    ];
  });
  const above = policy === undefined ? ['apiVersion: gitdrift.io/v1', 'overrides:'] : ['overrides:'];
  return `${[...(policy?.overrides === undefined ? above : []), ...lines].join('\n')}\n`;
}

/** Where records of `overridesYaml` go. */
export function recordsPlace(policy: Policy | undefined): string {
  if (policy === undefined) return 'a policy file: gitdrift.yaml at the root of the repository is found';
  return policy.overrides === undefined ? `the end of ${policy.file}` : `the list overrides of ${policy.file}`;
}

/** Nothing that a terminal obeys stays as it is. */
const shown = (value: JsonValue): string => withoutObeyed(yamlText(value));
