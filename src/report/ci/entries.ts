import { type Countable, isCounted } from '../../model/counted.js';
import type { FieldDrift } from '../../model/drift.js';
import type { ApplicationReport, Finding, Report, ResourceReport } from '../../model/report.js';
import { type ResourceRef, refText } from '../../model/resource.js';
import { withoutNamedSecrets } from '../masked-report.js';
import { printable } from '../safe-text.js';
import type { TextOptions } from '../text-options.js';
import { fieldMessage, wholeMessage } from './entry-text.js';
import { type Place, placeIn } from './place.js';

/** `error` is what the gate counts, `warning` what somebody should look at all the same, `note` what is accounted for. */
export type Level = 'error' | 'warning' | 'note';

/** One thing that a report has to say, as formats for CI list them. Texts are on one line and obeyed by nothing. */
export interface Entry {
  readonly application: ApplicationReport;
  readonly kind: 'drift' | 'undeclared' | 'object' | 'unread' | 'health' | 'finding';
  /** A reason code, a finding's code, or one of `OWN_CODES`. */
  readonly code: string;
  readonly level: Level;
  /** Absent where it is said of the application. */
  readonly resource?: ResourceRef;
  readonly path?: string;
  readonly change?: string;
  /** The difference itself, where it is one of a field. */
  readonly field?: FieldDrift;
  /** What it is about: `Deployment marketplace/catalog .spec.replicas`. */
  readonly title: string;
  readonly message: string;
  readonly place: Place;
}

/** What the report itself has no reason code for: its verdicts. */
const NOT_COMPARED = 'not-compared';
const DEGRADED = 'degraded';

/** Codes that no reason page has, each with the page of docs/ that tells of it. */
export const OWN_CODES: Readonly<Record<string, string>> = { [NOT_COMPARED]: 'report.md', [DEGRADED]: 'health.md' };

const LEVELS: readonly Level[] = ['error', 'warning', 'note'];
const KINDS: readonly Entry['kind'][] = ['object', 'drift', 'undeclared', 'unread', 'health', 'finding'];

/** The report as formats for CI may show it: without values whose names look secret, unless `--show-secrets` is given. */
export function publicReport(report: Report, { maskNamed }: TextOptions): Report {
  return maskNamed ? withoutNamedSecrets(report) : report;
}

/**
 * Everything a report has to say: drift, unexplained undeclared fields, objects that only one side has, what could not be
 * compared, Degraded applications and findings. What fails the gate comes first, a person's change before a program's.
 */
export function entriesOf(report: Report, options: TextOptions): readonly Entry[] {
  const rank = ({ level, kind, field }: Entry): number =>
    (LEVELS.indexOf(level) * KINDS.length + KINDS.indexOf(kind)) * 2 + (field?.writer.category === 'manual' ? 0 : 1);
  return report.applications
    .flatMap((application) => entriesOfApplication(application, report.gate.failOn, options))
    .map((entry, at) => ({ entry, at }))
    .sort((a, b) => rank(a.entry) - rank(b.entry) || a.at - b.at)
    .map(({ entry }) => entry);
}

function entriesOfApplication(
  application: ApplicationReport,
  failOn: readonly string[],
  options: TextOptions,
): readonly Entry[] {
  const levelOf = (thing: Countable, otherwise: Level): Level => (isCounted(thing, failOn) ? 'error' : otherwise);
  const anyUnread = application.resources.some(({ sync }) => sync === 'Unknown');
  const own = { application, title: printable(`application ${application.name}`), place: placeIn(application) };
  return [
    ...application.resources.flatMap((resource) => entriesOfResource(application, resource, levelOf, options)),
    ...(application.sync.status === 'Unknown' && !anyUnread
      ? [{ ...own, ...unread(application.sync.message, 'what Git asks for could not be compared') }]
      : []),
    ...(application.health.status === 'Degraded'
      ? [
          {
            ...own,
            kind: 'health' as const,
            code: DEGRADED,
            level: levelOf({ kind: 'health', application }, 'warning'),
            message: printable(`Degraded: ${application.health.message || 'no reason is given'}`),
          },
        ]
      : []),
    ...application.findings.map((finding) => findingEntry(application, finding, levelOf)),
  ];
}

type LevelOf = (thing: Countable, otherwise: Level) => Level;

function entriesOfResource(
  application: ApplicationReport,
  resource: ResourceReport,
  levelOf: LevelOf,
  options: TextOptions,
): readonly Entry[] {
  const name = printable(refText(resource));
  const file = fileOf(resource);
  const field = (drift: FieldDrift, kind: 'drift' | 'undeclared'): Entry => ({
    application,
    kind,
    code: drift.explanation.code,
    level: levelOf({ kind, field: drift }, drift.explanation.status === 'unexplained' ? 'warning' : 'note'),
    resource,
    path: drift.path,
    change: drift.change,
    field: drift,
    title: `${name} ${printable(drift.path)}`,
    message: fieldMessage(drift, kind, options),
    place: placeIn(application, drift.origin ?? file),
  });
  const own = { application, resource, title: name, place: placeIn(application, file) };
  const accounted = resource.explanation?.status === 'explained';
  return [
    ...(resource.outcome === 'missing' || resource.outcome === 'extraneous'
      ? [
          {
            ...own,
            kind: 'object' as const,
            code: resource.explanation?.code ?? `${resource.outcome}-object`,
            level: levelOf({ kind: 'object', resource }, accounted ? 'note' : 'warning'),
            change: resource.outcome,
            message: wholeMessage(resource, options),
          },
        ]
      : []),
    ...(resource.sync === 'Unknown' ? [{ ...own, ...unread(resource.message, 'it could not fully be compared') }] : []),
    ...resource.drift.map((drift) => field(drift, 'drift')),
    ...resource.undeclared.map((drift) => field(drift, 'undeclared')).filter((entry) => entry.level !== 'note'),
  ];
}

/** The file that declares the object, where a difference in it tells; the line is that of the other value. */
function fileOf({ drift, ignored }: ResourceReport): Place | undefined {
  const origin = [...drift, ...ignored].find((one) => one.origin !== undefined)?.origin;
  return origin === undefined ? undefined : { file: origin.file };
}

function unread(message: string | undefined, otherwise: string): Pick<Entry, 'kind' | 'code' | 'level' | 'message'> {
  return {
    kind: 'unread',
    code: NOT_COMPARED,
    level: 'warning',
    message: printable(`NOT COMPARED: ${message === undefined || message === '' ? otherwise : message}`),
  };
}

function findingEntry(application: ApplicationReport, finding: Finding, levelOf: LevelOf): Entry {
  const { resource, path } = finding;
  const about = resource === undefined ? `application ${application.name}` : refText(resource);
  const declared = application.resources.find((one) => resource !== undefined && refText(one) === refText(resource));
  return {
    application,
    kind: 'finding',
    code: finding.code,
    level: levelOf({ kind: 'finding', finding }, finding.severity === 'note' ? 'note' : 'warning'),
    ...(resource === undefined ? {} : { resource }),
    ...(path === undefined ? {} : { path }),
    title: printable(path === undefined ? about : `${about} ${path}`),
    message: printable(finding.fix === undefined ? finding.message : `${finding.message}; ${finding.fix.message}`),
    place: placeIn(application, finding.origin ?? (declared === undefined ? undefined : fileOf(declared))),
  };
}
