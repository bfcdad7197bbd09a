import type { ApplicationReport, ApplicationSource, Destination } from '../model/report.js';
import { withoutLogins } from '../model/url-login.js';
import { countsOf } from './counts.js';
import { driftWords } from './drift-words.js';
import { hang } from './layout.js';
import type { Palette } from './palette.js';
import { printable } from './safe-text.js';
import type { TextOptions } from './text-options.js';

/** Name, both verdicts and what differs, on the line that is read first; what an odd verdict means below it. */
export function headline(application: ApplicationReport, options: TextOptions, paint: Palette): string[] {
  const { sync, health } = application;
  const differs = driftWords(countsOf([application]));
  const words =
    differs || (sync.status === 'Unknown' ? 'nothing could be compared' : printable(sync.message) || 'no drift');
  const name = printable(application.name);
  const [first = '', ...rest] = hang(
    `${name}   ${sync.status}   ${healthWords(application)}   ${words}`,
    options.width,
    4,
  );
  const look = sync.status === 'Synced' && health.status === 'Healthy' ? paint.good : paint.bad;
  return [
    look(first),
    ...rest,
    ...(sync.status === 'Unknown' ? labelled('Unknown', sync.message, options) : []),
    // A cause that both verdicts have is said once.
    ...(health.status === 'Healthy' || (sync.status === 'Unknown' && sync.message.includes(health.message))
      ? []
      : labelled(health.status, healthCause(application, options), options)),
  ];
}

/** Columns of the cause of bad health in the head; the object that it is quoted from has it whole below. */
const CAUSE_LENGTH = 200;

function healthCause({ health: { message }, resources }: ApplicationReport, { verbose }: TextOptions): string {
  const quoted = resources.some(
    ({ health }) => health !== null && health.message !== '' && message.includes(health.message),
  );
  if (verbose || !quoted || message.length <= CAUSE_LENGTH) return message;
  return `${message.slice(0, message.lastIndexOf(' ', CAUSE_LENGTH))} …`;
}

/** True where nothing was judged: a Healthy then only means that no kind has a rule. */
export function hasNoHealth({ health, resources }: ApplicationReport): boolean {
  const own = resources.filter(({ outcome }) => outcome !== 'not-compared' && outcome !== 'missing');
  return health.status === 'Healthy' && own.length > 0 && own.every((resource) => resource.health === null);
}

function healthWords(application: ApplicationReport): string {
  const { status } = application.health;
  return hasNoHealth(application) ? `${status} (none of its kinds has a health rule)` : status;
}

function labelled(label: string, message: string, options: TextOptions): string[] {
  if (message === '') return [];
  return hang(`  ${label}: ${printable(message)}`, options.width, 4);
}

/** Where desired and live come from. */
export function provenance(application: ApplicationReport, options: TextOptions, paint: Palette): string[] {
  const block = (label: string, text: string): string[] =>
    hang(`  ${label.padEnd(9)}${text}`, options.width, 11).map(paint.dim);
  return [
    ...application.sources.flatMap((source) => block('desired', sourceText(source, options.verbose))),
    ...block('live', liveText(application)),
  ];
}

/** How many namespaces are named before they are only counted. */
const SHOWN_NAMESPACES = 3;

/** The cluster, and the namespaces that objects were looked up in: that of the context may be none of them. */
export function liveText({ destination, resources }: ApplicationReport): string {
  if (resources.length === 0) return destinationText(destination);
  const { namespace: _, ...place } = destination;
  const names = [...new Set(resources.map(({ namespace }) => namespace).filter((name) => name !== ''))].sort();
  if (names.length === 0) return destinationText(place);
  if (names.length > SHOWN_NAMESPACES) return `${destinationText(place)}, ${names.length} namespaces`;
  return `${destinationText(place)}, namespace${names.length === 1 ? '' : 's'} ${printable(names.join(', '))}`;
}

/** `deployment-config main@3f2a91c apps/catalog/prod (kustomize 5.8.1)`. */
export function sourceText(source: ApplicationSource, verbose: boolean): string {
  const repository = source.repoURL === undefined ? undefined : repositoryName(source.repoURL, verbose);
  const revision = source.revision === undefined ? undefined : verbose ? source.revision : source.revision.slice(0, 7);
  const at = [source.targetRevision, revision].filter((part) => part !== undefined && part !== '').join('@');
  const dirty = source.dirty === true ? ', with uncommitted changes' : '';
  const renderer = `${source.renderer.name}${source.renderer.version === '' ? '' : ` ${source.renderer.version}`}`;
  const where = [repository, at, source.path].filter((part) => part !== undefined && part !== '').join(' ');
  const base = source.base === undefined ? '' : `, since base ${verbose ? source.base : source.base.slice(0, 7)}`;
  return printable(`${where} (${renderer})${dirty}${base}`);
}

/** `prod-eu v1.36.3, namespace marketplace`. */
export function destinationText(destination: Destination): string {
  const place =
    destination.recording === undefined
      ? (destination.context ?? destination.server ?? 'the cluster')
      : `saved objects of ${destination.recording}`;
  const version = destination.version === undefined ? '' : ` ${destination.version}`;
  const namespace = destination.namespace === undefined ? '' : `, namespace ${destination.namespace}`;
  return printable(`${place}${version}${namespace}`);
}

/** The last part of a repository's URL, or with `verbose` the URL without credentials. */
function repositoryName(url: string, verbose: boolean): string {
  if (verbose) return withoutLogins(url);
  return (
    url
      .replace(/\/+$/, '')
      .replace(/\.git$/, '')
      .split(/[/:]/)
      .at(-1) || url
  );
}
