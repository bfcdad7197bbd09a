import type { Report } from '../model/report.js';
import { refText } from '../model/resource.js';
import { type Entry, entriesOf, OWN_CODES, publicReport } from './ci/entries.js';
import { fingerprintsOf } from './ci/fingerprint.js';
import { gateText } from './gate-text.js';
import { jsonOutput } from './json-output.js';
import { count } from './plural.js';
import { docsPage, reasonPage } from './reason-page.js';
import { printable } from './safe-text.js';
import type { TextOptions } from './text-options.js';

/** GitHub refuses a run with more (docs.github.com, "SARIF support for code scanning"). */
const MOST_RESULTS = 25_000;

/** The report as SARIF 2.1.0 (OASIS), as code scanning takes it: a result for each entry, a rule for each code. */
export function sarifReport(whole: Report, options: TextOptions): string {
  const report = publicReport(whole, options);
  const all = entriesOf(report, options);
  const entries = all.slice(0, MOST_RESULTS);
  const codes = [...new Set(entries.map(({ code }) => code))].sort();
  const fingerprints = fingerprintsOf(entries);
  return jsonOutput({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: report.tool.name,
            version: report.tool.version,
            informationUri: docsPage('formats.md'),
            rules: codes.map((code) => rule(code, entries)),
          },
        },
        automationDetails: { id: 'gitdrift/' },
        invocations: [
          {
            executionSuccessful: report.gate.exitCode !== 3,
            exitCode: report.gate.exitCode,
            toolExecutionNotifications: notifications(report, all.length),
          },
        ],
        originalUriBaseIds: { '%SRCROOT%': { description: { text: "The root of the desired state's repository." } } },
        columnKind: 'utf16CodeUnits',
        results: entries.map((entry, at) => result(entry, codes.indexOf(entry.code), fingerprints[at] ?? '')),
      },
    ],
  });
}

function rule(code: string, entries: readonly Entry[]): object {
  const own = OWN_CODES[code];
  const uri = own === undefined ? reasonPage(code) : docsPage(own);
  const words = code.replaceAll('-', ' ');
  const gravest = entries.find((entry) => entry.code === code)?.level ?? 'note';
  return {
    id: code,
    name: words.replace(/(?:^| )(\S)/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: `${words.charAt(0).toUpperCase()}${words.slice(1)}` },
    helpUri: uri,
    help: { text: `What it means and what to do: ${uri}` },
    defaultConfiguration: { level: gravest },
    properties: { tags: ['kubernetes', 'gitops', 'drift'] },
  };
}

function result(entry: Entry, ruleIndex: number, fingerprint: string): object {
  const { place } = entry;
  return {
    ruleId: entry.code,
    ruleIndex,
    level: entry.level,
    message: { text: plainMessage(`${entry.title}: ${entry.message}`) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: artifact(place.file),
          // GitHub shows a result without a line nowhere.
          region: { startLine: place.line ?? 1 },
        },
        ...(entry.resource === undefined
          ? {}
          : { logicalLocations: [{ fullyQualifiedName: printable(refText(entry.resource)), kind: 'object' }] }),
      },
    ],
    partialFingerprints: {
      // GitHub's key, of the form hash:occurrence; with it an alert survives when its line moves or its file is rebuilt.
      primaryLocationLineHash: `${fingerprint.slice(0, 16)}:1`,
      'gitdrift/v1': fingerprint,
    },
  };
}

/** A path below the repository's root is relative to it; an absolute one has an address of its own (RFC 3986, RFC 8089). */
function artifact(file: string): object {
  const uri = file.split('/').map(segment).join('/');
  if (file.startsWith('/')) return { uri: `file://${uri}` };
  return { uri, uriBaseId: '%SRCROOT%' };
}

/** Half a surrogate pair has no UTF-8, and thus no place in an address. */
function segment(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
}

/**
 * In a message `{0}` is a placeholder and `[text](1)` a link (SARIF 2.1.0 §3.11.5 and §3.11.6); what Git or the cluster
 * says is neither.
 */
function plainMessage(text: string): string {
  const literal = text.replace(/\{(\d+)\}/g, '{{$1}}');
  return literal.includes('](') ? literal.replace(/[[\]]/g, '\\$&') : literal;
}

function notifications(report: Report, results: number): object[] {
  const incomplete = report.gate.exitCode === 3;
  return [
    { level: incomplete ? 'error' : 'note', message: { text: plainMessage(gateText(report)) } },
    ...(results > MOST_RESULTS
      ? [
          {
            level: 'warning',
            message: { text: `${count(results - MOST_RESULTS, 'result')} left out: GitHub takes ${MOST_RESULTS}` },
          },
        ]
      : []),
  ];
}
