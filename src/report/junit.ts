import type { ApplicationReport, Report, ResourceReport } from '../model/report.js';
import { refKey, refText } from '../model/resource.js';
import { type Entry, entriesOf, publicReport } from './ci/entries.js';
import { entryLines } from './ci/entry-lines.js';
import { destinationText, sourceText } from './heading-text.js';
import { count } from './plural.js';
import { printable } from './safe-text.js';
import type { TextOptions } from './text-options.js';
import { type XmlElement, xmlLines } from './xml.js';

/**
 * The report as JUnit XML: a suite for each application, a case for each object (class: its kind, name: namespace/name)
 * and one for the application itself. Failed is what the gate counts, an error what could not be compared, skipped what
 * is left out by design; all the rest is in the case's output.
 */
export function junitReport(whole: Report, options: TextOptions): string {
  const report = publicReport(whole, options);
  const entries = new Map(report.applications.map((application): [ApplicationReport, Entry[]] => [application, []]));
  for (const entry of entriesOf(report, options)) entries.get(entry.application)?.push(entry);
  const suites = [...entries].map(([application, own]) => suite(application, own, report.generatedAt, options));
  const sum = (key: string): number => suites.reduce((total, one) => total + Number(one.attributes[key]), 0);
  const root = {
    name: 'testsuites',
    attributes: { name: 'gitdrift', tests: sum('tests'), failures: sum('failures'), errors: sum('errors') },
    inside: suites,
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xmlLines(root)}`;
}

function suite(
  application: ApplicationReport,
  entries: readonly Entry[],
  timestamp: string,
  options: TextOptions,
): XmlElement {
  const known = new Set(application.resources.map(refKey));
  const namesakes = new Map<string, number>();
  for (const name of application.resources.map(refText)) namesakes.set(name, (namesakes.get(name) ?? 0) + 1);
  const ofObject = new Map<string, Entry[]>();
  const ofApplication: Entry[] = [];
  for (const entry of entries) {
    const key = entry.resource === undefined ? undefined : refKey(entry.resource);
    if (key === undefined || !known.has(key)) ofApplication.push(entry);
    else if (ofObject.get(key)?.push(entry) === undefined) ofObject.set(key, [entry]);
  }
  const cases = [
    applicationCase(application, ofApplication, options),
    ...application.resources.map((resource) =>
      resourceCase(
        resource,
        (namesakes.get(refText(resource)) ?? 0) > 1,
        ofObject.get(refKey(resource)) ?? [],
        options,
      ),
    ),
  ];
  const having = (name: string): number =>
    cases.filter(({ inside }) => inside.some((one) => typeof one !== 'string' && one.name === name)).length;
  return {
    name: 'testsuite',
    attributes: {
      name: printable(application.name),
      tests: cases.length,
      failures: having('failure'),
      errors: having('error'),
      skipped: having('skipped'),
      time: 0,
      timestamp: timestamp.replace(/(\.\d+)?Z$/, ''),
    },
    inside: [{ name: 'properties', attributes: {}, inside: properties(application) }, ...cases],
  };
}

function properties({ sync, health, action, sources, destination }: ApplicationReport): XmlElement[] {
  return [
    ['sync', sync.status],
    ['health', health.status],
    ['action', action.code],
    ...sources.map((source) => ['desired', sourceText(source, true)]),
    ['live', destinationText(destination)],
  ].map(([name = '', value = '']) => ({ name: 'property', attributes: { name, value }, inside: [] }));
}

function applicationCase(application: ApplicationReport, entries: readonly Entry[], options: TextOptions): XmlElement {
  const { sync, health, action } = application;
  const words = [
    `sync: ${sync.status}${said(sync.message)}`,
    `health: ${health.status}${said(health.message)}`,
    ...(action.message === '' ? [] : [`what to do: ${printable(action.message)}`]),
  ];
  return testcase({ classname: 'Application', name: printable(application.name) }, entries, words, options);
}

const said = (message: string): string => (message === '' ? '' : `: ${printable(message)}`);

function resourceCase(
  resource: ResourceReport,
  hasNamesake: boolean,
  entries: readonly Entry[],
  options: TextOptions,
): XmlElement {
  const attributes = {
    // Two groups may have a kind of the same name, and two cases of the same name are one to most readers.
    classname: printable(hasNamesake ? `${resource.kind} (${resource.group})` : resource.kind),
    name: printable(refText(resource).slice(resource.kind.length + 1)),
    file: fileOf(entries),
  };
  if (resource.outcome === 'not-compared') {
    const message = printable(resource.message ?? 'left out of the comparison by design');
    return {
      name: 'testcase',
      attributes: { ...attributes, time: 0 },
      inside: [{ name: 'skipped', attributes: { message }, inside: [] }],
    };
  }
  const words = [
    `sync: ${resource.sync}`,
    ...(resource.health === null ? [] : [`health: ${resource.health.status}${said(resource.health.message)}`]),
  ];
  return testcase(attributes, entries, words, options);
}

function fileOf(entries: readonly Entry[]): string | undefined {
  const place = entries.find(({ place }) => place.line !== undefined)?.place;
  return place === undefined ? undefined : printable(place.file);
}

/** The gate's failures first: a case that fails has no other verdict, as readers take one for each. */
function testcase(
  attributes: XmlElement['attributes'],
  entries: readonly Entry[],
  words: readonly string[],
  options: TextOptions,
): XmlElement {
  const failed = entries.filter(({ level }) => level === 'error');
  const unread = entries.filter(({ kind }) => kind === 'unread');
  const text = (list: readonly Entry[]): string => list.flatMap((entry) => entryLines(entry, options)).join('\n');
  const verdict = (name: string, list: readonly Entry[], message: string): XmlElement => ({
    name,
    attributes: { message, type: list[0]?.code ?? '' },
    inside: [text(list)],
  });
  const shown =
    failed.length > 0
      ? [verdict('failure', failed, `${count(failed.length, 'difference')} counted by the gate: ${titles(failed)}`)]
      : unread.length > 0
        ? [verdict('error', unread, unread[0]?.message ?? '')]
        : [];
  const rest = entries.filter((entry) => !(failed.length > 0 ? failed : unread).includes(entry));
  const output = [...words, text(rest)].filter((line) => line !== '').join('\n');
  return {
    name: 'testcase',
    attributes: { ...attributes, time: 0 },
    inside: [...shown, { name: 'system-out', attributes: {}, inside: [output] }],
  };
}

function titles(entries: readonly Entry[]): string {
  return entries.map(({ path, code }) => (path === undefined ? code : printable(path))).join(', ');
}
