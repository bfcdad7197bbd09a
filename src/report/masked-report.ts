import type { DriftHistory, FieldDrift } from '../model/drift.js';
import { isArray, isObject, type JsonValue } from '../model/json.js';
import type { ApplicationReport, Report, ResourceReport } from '../model/report.js';
import type { ResourceRef } from '../model/resource.js';
import { type Masked, maskNamedSecrets, NAMED_SECRET } from './named-secrets.js';

/**
 * The report without the values whose names look secret, neither where they stand nor in sentences that quote them: for
 * text that leaves the hands of whoever runs it.
 */
export function withoutNamedSecrets(report: Report): Report {
  return { ...report, applications: report.applications.map(maskApplication) };
}

function maskApplication(application: ApplicationReport): ApplicationReport {
  const secrets = new Set<string>();
  const note: Masked = (value) => {
    secrets.add(String(value));
  };
  const resources = application.resources.map((resource): ResourceReport => {
    const mask = (drift: FieldDrift): FieldDrift => maskFieldOf(resource, drift, note);
    return {
      ...resource,
      drift: resource.drift.map(mask),
      ignored: resource.ignored.map(mask),
      undeclared: resource.undeclared.map(mask),
    };
  });
  return withoutTexts({ ...application, resources }, secrets);
}

/** A field of this object without its values where it is a Secret's or its name looks secret; `note` is told of each. */
export function maskFieldOf(
  resource: Pick<ResourceRef, 'group' | 'kind'>,
  drift: FieldDrift,
  note: Masked,
): FieldDrift {
  return isSecretValue(resource, drift) ? maskWhole(drift, note) : maskNamedField(drift, note);
}

/** A value of a Secret in the clear: a report may have been saved with `--show-secrets`. */
function isSecretValue({ group, kind }: Pick<ResourceRef, 'group' | 'kind'>, { path, masked }: FieldDrift): boolean {
  return group === '' && kind === 'Secret' && masked !== true && /^\.(?:data|stringData)(?![A-Za-z])/.test(path);
}

function maskWhole(drift: FieldDrift, note: Masked): FieldDrift {
  const { history: _, ...rest } = drift;
  const masked = (value: JsonValue | undefined): string => {
    for (const text of textsIn(value)) note(text);
    return NAMED_SECRET;
  };
  return {
    ...rest,
    ...(drift.desired === undefined ? {} : { desired: masked(drift.desired) }),
    ...(drift.live === undefined ? {} : { live: masked(drift.live) }),
  };
}

function textsIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return isArray(value) ? value.flatMap(textsIn) : isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** A field without its values where its name looks secret; `note` is told of each value that is left out. */
export function maskNamedField(drift: FieldDrift, note: Masked): FieldDrift {
  if (drift.masked === true) return drift;
  return {
    ...drift,
    ...(drift.desired === undefined ? {} : { desired: maskNamedSecrets(drift.path, drift.desired, note) }),
    ...(drift.live === undefined ? {} : { live: maskNamedSecrets(drift.path, drift.live, note) }),
    ...(drift.history === undefined ? {} : { history: maskHistory(drift.path, drift.history, note) }),
  };
}

/** What an earlier Pod template had is as secret as what live has. */
function maskHistory(path: string, history: DriftHistory, note: Masked): DriftHistory {
  const { previous } = history;
  if (previous?.value === undefined) return history;
  return { ...history, previous: { ...previous, value: maskNamedSecrets(path, previous.value, note) } };
}

/** A text this short stands in too many sentences by chance; it is only taken out where it is quoted. */
const SHORTEST_BARE = 6;

/** What a quoted value keeps where a sentence cuts it. */
const SHORTEST_CUT = 20;

/** Takes texts out of every `message` below a value. */
export function withoutTexts<Value>(value: Value, secrets: ReadonlySet<string>): Value {
  if (secrets.size === 0) return value;
  // The longest first: one secret may begin with another.
  const forms = [...secrets].flatMap(formsOf).sort((a, b) => b.length - a.length);
  const redact = (text: string): string => forms.reduce((kept, form) => kept.replaceAll(form, NAMED_SECRET), text);
  const walk = (here: unknown, key: string): unknown => {
    if (typeof here === 'string') return key === 'message' ? redact(here) : here;
    if (Array.isArray(here)) return here.map((item) => walk(item, key));
    if (typeof here !== 'object' || here === null) return here;
    return Object.fromEntries(
      Object.entries(here).map(([name, inner]) => [
        name,
        name === 'desired' || name === 'live' ? inner : walk(inner, name),
      ]),
    );
  };
  return walk(value, '') as Value;
}

function formsOf(secret: string): string[] {
  const quoted = JSON.stringify(secret);
  return [
    quoted,
    ...(secret.length >= SHORTEST_BARE ? [secret, quoted.slice(1, -1)] : []),
    // Sentences cut long values; whatever is left of the beginning goes too.
    ...(secret.length > SHORTEST_CUT ? [quoted.slice(0, SHORTEST_CUT), secret.slice(0, SHORTEST_CUT)] : []),
  ];
}
