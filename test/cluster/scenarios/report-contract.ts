import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import type { FieldDrift } from '../../../src/model/drift.js';
import type { ApplicationReport, Report, ResourceReport } from '../../../src/model/report.js';
import type { Evidence } from '../../../src/model/writer.js';

const ajv = new Ajv2020({ allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(
  JSON.parse(readFileSync(new URL('../../../docs/report.schema.json', import.meta.url), 'utf8')) as object,
);

/** Reads a printed report: it must be what the published schema says, and carry the exit code that the process had. */
export function assertReport(text: string, code: number | null): Report {
  const report = JSON.parse(text) as Report;
  expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
  expect(report.gate.exitCode).toBe(code);
  return report;
}

/** The one application of a report. */
export function application({ applications }: Report): ApplicationReport {
  expect(applications).toHaveLength(1);
  return applications[0] as ApplicationReport;
}

/** The resource of this kind and name. */
export function resource(report: Report, kind: string, name: string): ResourceReport {
  const found = application(report).resources.filter((one) => one.kind === kind && one.name === name);
  expect(found, `${kind} ${name}`).toHaveLength(1);
  return found[0] as ResourceReport;
}

/** What a report says, as lines without clocks: the verdicts, then each difference with its writer and explanation. */
export function told(report: Report): readonly string[] {
  const { sync, health, action, resources } = application(report);
  return [
    `${sync.status}, ${health.status}: ${action.code}; exit ${report.gate.exitCode}`,
    ...resources.flatMap((one) =>
      (['drift', 'undeclared', 'ignored'] as const).flatMap((list) =>
        one[list].flatMap((drift) => lines(`${list} ${one.kind}/${one.name}`, drift)),
      ),
    ),
  ];
}

function lines(where: string, drift: FieldDrift): readonly string[] {
  const { writer, explanation, coOwners } = drift;
  const entry = [writer.manager, writer.operation, writer.subresource].filter(
    (part) => part !== undefined && part !== '',
  );
  const values = [drift.desired, drift.live]
    .filter((value) => value !== undefined)
    .map((value) => JSON.stringify(value));
  return [
    `${where} ${drift.change} ${drift.path}: ${values.join(' → ')}`,
    `  ${writer.category}, ${writer.confidence}: ${writer.name}${entry.length === 0 ? '' : ` (${entry.join(' ')})`}`,
    ...writer.evidence.filter(isSettled).map(({ message }) => `  ${timeless(message)}`),
    ...coOwners.map((owner) => `  also ${owner.manager} (${owner.operation})`),
    `  ${explanation.status}: ${explanation.code}; next: ${drift.next?.code}`,
  ];
}

/** What the kept Pod templates say depends on whether their controller has come to them yet; history.test.ts waits for it. */
function isSettled({ resource: about }: Evidence): boolean {
  return !['ReplicaSet', 'ControllerRevision'].includes(about?.kind ?? '');
}

function timeless(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'TIME');
}
