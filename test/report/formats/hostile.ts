import fc from 'fast-check';
import type { FieldDrift } from '../../../src/model/drift.js';
import type { ApplicationReport, Finding, Report, ResourceReport } from '../../../src/model/report.js';
import type { MarkdownOptions } from '../../../src/report/markdown/markdown.js';
import { application, drift, KUBECTL_SET, NOW, report, resource } from '../worlds.js';

/** As the command line asks for a format that is published. */
export const PUBLISHED: MarkdownOptions = {
  ...{ width: undefined, color: false, now: NOW, time: 'full', verbose: false, quiet: false, showExplained: false },
  maskNamed: true,
};

/** Pieces of text that mean something to a terminal, a runner, XML, SARIF, Markdown or HTML. */
const PIECES = [
  ...[
    '::error file=a.ts,line=1::x',
    '##[error]',
    '##vso[task.setvariable variable=a]b',
    '::set-output name=a::b',
    '%0A::',
  ],
  ...[']]>', '<script>alert(1)</script>', '&amp;', '"', "'", '<!-- gitdrift:x -->', '-->', '</details>', '<img src=x>'],
  ...['`', '``', '```', '~~~', '\n```\n', '@team-payments', '#12', 'GH-7', '[click](https://evil.example)', '![x](y)'],
  ...[
    'https://evil.example',
    'www.evil.example',
    '**',
    '__',
    '* ',
    '- ',
    '1. ',
    '> ',
    '| a | b |',
    '\\',
    '{0}',
    '{{1}}',
  ],
  ...['\u0000', '\u001b[2J', '\u009b31m', '\u202e', '\u200b', '\u2028', '\ufffe', '\uffff', '\ud800', '\ud83d\ude00'],
  ...['\r\n', '\n', '\t', ' ', 'catalog', 'é', ',', ':', '=', 'yes', '12:30:45', 'deadbeef', '://', '&#64;'],
];

export const text = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));

const field = (status: 'explained' | 'unexplained') =>
  fc.record({ key: text, desired: text, live: text, manager: text, message: text, file: text }).map(
    ({ key, desired, live, manager, message, file }): FieldDrift =>
      drift({
        path: `.metadata.annotations[${JSON.stringify(key)}]`,
        desired,
        live,
        writer: { ...KUBECTL_SET, category: 'unknown', name: manager, manager },
        explanation: { status, code: 'unknown-writer', message },
        next: { code: 'stays-until-sync', message },
        origin: { file, line: 3 },
      }),
  );

const object = fc
  .record({ namespace: text, name: text, message: text, open: field('unexplained'), settled: field('explained') })
  .map(
    ({ namespace, name, message, open, settled }): ResourceReport =>
      resource({
        namespace,
        name,
        sync: 'OutOfSync',
        health: { status: 'Degraded', message, source: 'built-in' },
        drift: [open, settled],
        undeclared: [{ ...open, path: '.metadata.labels.debug', change: 'extra' }],
      }),
  );

const finding = fc
  .record({ message: text, file: text })
  .map(({ message, file }): Finding => ({ code: 'duplicate-key', severity: 'warning', message, origin: { file } }));

const anyApplication = fc.record({ name: text, message: text, path: text, object, finding }).map(
  ({ name, message, path, object, finding }): ApplicationReport =>
    application({
      name,
      sources: [{ path, renderer: { name: 'yaml', version: '' } }],
      sync: { status: 'OutOfSync', message },
      health: { status: 'Degraded', message },
      action: { code: 'investigate', message, steps: [{ message }, { message: `look at ${message}` }] },
      resources: [object],
      findings: [finding],
    }),
);

/** Reports of one or two applications in which every text of others' is hostile. */
export const hostileReport: fc.Arbitrary<Report> = fc
  .array(anyApplication, { minLength: 1, maxLength: 2 })
  .map((applications) => report(applications, { counted: 4, passed: false, exitCode: 1 }));
