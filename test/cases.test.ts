import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { FieldDrift } from '../src/model/drift.js';
import { elementId, type FieldPath, valueAt } from '../src/model/field-path.js';
import type { JsonValue } from '../src/model/json.js';
import { parsePath } from '../src/model/parse-path.js';
import type { ApplicationReport, Finding, ResourceReport } from '../src/model/report.js';
import type { ResourceRef } from '../src/model/resource.js';
import { readDocuments } from '../src/render/yaml/read-documents.js';
import { analyzeFixture } from './support/analyze-fixture.js';

/** The folder of small worlds with the right answers; its README says how an expectation reads. */
const CASES = fileURLToPath(new URL('../fixtures/cases/', import.meta.url));

interface ExpectedDrift {
  readonly path: string;
  readonly change?: string;
  readonly desired?: JsonValue;
  readonly live?: JsonValue;
  readonly writer?: {
    readonly category?: string | string[];
    readonly manager?: string;
    readonly operation?: string;
    readonly subresource?: string;
  };
  readonly explanation?: { readonly status: string };
}

interface ExpectedObject {
  readonly ref: string;
  readonly sync: string;
  readonly outcome?: string;
  readonly health?: string | string[];
  readonly drift: readonly ExpectedDrift[];
  readonly undeclared?: readonly ExpectedDrift[];
  readonly warnings?: readonly ExpectedWarning[];
}

/** `path` may be written informally: `spec.containers[name=main].env`. `key` is what the message names. */
interface ExpectedWarning {
  readonly code: string;
  readonly path?: string;
  readonly key?: string;
  readonly count?: number;
}

interface Expectation {
  readonly title: string;
  readonly manager?: string;
  readonly schema?: string;
  readonly objects: readonly ExpectedObject[];
}

const names = readdirSync(CASES)
  .filter((name) => !name.includes('.'))
  .sort();

describe.each(names)('case %s', (name) => {
  const folder = `${CASES}${name}/`;
  const expected = readDocuments(readFileSync(`${folder}expect.yaml`, 'utf8'), 'expect.yaml').documents[0]
    ?.value as unknown as Expectation;
  const analyzed = analyzeFixture({
    desired: `${folder}desired.yaml`,
    live: `${folder}live.json`,
    namespace: 'shop',
    ...(expected.manager === undefined ? {} : { manager: expected.manager }),
    ...(expected.schema === undefined ? {} : { schema: `${CASES}crds.yaml` }),
  });

  it.each(expected.objects)(`${expected.title}: $ref`, async (object) => {
    const [application] = (await analyzed).applications;
    const resource = find(application, object.ref);
    expect(resource.sync).toBe(object.sync);
    if (object.outcome !== undefined) expect(resource.outcome).toBe(object.outcome);
    if (object.health !== undefined) expect([object.health].flat()).toContain(resource.health?.status);
    checkList(resource.drift, object.drift);
    checkList(resource.undeclared, object.undeclared ?? []);
    const findings = (application?.findings ?? []).filter(
      (finding) => finding.resource !== undefined && refText(finding.resource) === object.ref,
    );
    for (const warning of object.warnings ?? []) checkWarning(findings, warning);
  });

  it('holds no object beyond the expected ones', async () => {
    const [application] = (await analyzed).applications;
    expect(application?.resources.map(refText).sort()).toEqual(expected.objects.map((object) => object.ref).sort());
  });
});

function find(application: ApplicationReport | undefined, ref: string): ResourceReport {
  const found = application?.resources.find((resource) => refText(resource) === ref);
  if (found === undefined)
    throw new Error(`the report has no ${ref}: ${application?.resources.map(refText).join(', ')}`);
  return found;
}

function refText({ kind, namespace, name }: ResourceRef): string {
  return [kind, namespace, name].filter((part) => part !== '').join('/');
}

/** The object has this warning, at its path or one that covers the same place, and the warning names the same key. */
function checkWarning(findings: readonly Finding[], { code, path, key, count }: ExpectedWarning): void {
  const place = path === undefined ? undefined : printedPath(path);
  const found = findings.filter(
    (finding) =>
      finding.code === code && (place === undefined || (finding.path !== undefined && covers(finding.path, place))),
  );
  const said = findings.map((finding) => `${finding.code} at ${finding.path}`).join(', ');
  if (found.length === 0) throw new Error(`no ${code} at ${path}; found: ${said}`);
  const messages = found.map(({ message }) => message.replaceAll('"', '')).join('\n');
  if (key !== undefined) expect(messages).toContain(key);
  if (count !== undefined) expect(messages).toContain(`${count} items`);
}

/** An informal path as the report prints it: with a dot before it, and quotes around the texts of keys. */
function printedPath(path: string): string {
  const quoted = path.replaceAll(/=([A-Za-z][^,\]"]*)(?=[,\]])/g, '="$1"');
  return /^[.[]/.test(quoted) ? quoted : `.${quoted}`;
}

/** Every expected entry is reported, at its path or one that covers the same change, and nothing else is. */
function checkList(reported: readonly FieldDrift[], expected: readonly ExpectedDrift[]): void {
  for (const entry of expected) {
    const twins = reported.filter((drift) => covers(drift.path, entry.path));
    if (twins.length === 0)
      throw new Error(`${entry.path} is not reported; reported: ${reported.map((drift) => drift.path).join(', ')}`);
    for (const twin of twins) checkEntry(twin, entry);
  }
  const unexpected = reported.filter((drift) => !expected.some((entry) => covers(drift.path, entry.path)));
  expect(unexpected.map((drift) => drift.path)).toEqual([]);
}

function checkEntry(drift: FieldDrift, entry: ExpectedDrift): void {
  const [own, expected] = [parsePath(drift.path), parsePath(entry.path)];
  if (own.length === expected.length && entry.change !== undefined) expect(drift.change).toBe(entry.change);
  // Of two paths the finer one's value lies in the other's.
  for (const side of ['desired', 'live'] as const) {
    const wanted = valueAt(entry[side], own.slice(expected.length));
    // An explicit null in Git is reported as nothing that is declared.
    if (wanted === undefined || (side === 'desired' && wanted === null)) continue;
    expect(exact(valueAt(drift[side], expected.slice(own.length)))).toEqual(exact(wanted));
  }
  const { category, manager, operation, subresource } = entry.writer ?? {};
  if (category !== undefined) expect([category].flat()).toContain(drift.writer.category);
  // Whoever is not named has no manager; only an expectation that allows it excuses that.
  const excused = drift.writer.category === 'unowned' && [category].flat().includes('unowned');
  if (manager !== undefined && !excused) expect(drift.writer.manager).toBe(manager);
  if (operation !== undefined && !excused) expect(drift.writer.operation).toBe(operation);
  if (subresource !== undefined) expect(drift.writer.subresource).toBe(subresource);
  if (entry.explanation !== undefined) expect(drift.explanation.status).toBe(entry.explanation.status);
}

/** Integers beyond 2^53 as text: the report holds them exactly, and so does the text of the expectation. */
function exact(value: unknown): unknown {
  return typeof value === 'bigint' || (typeof value === 'number' && !Number.isSafeInteger(value))
    ? String(value)
    : value;
}

function covers(reported: string, expected: string): boolean {
  const [a, b] = [parsePath(reported), parsePath(expected)];
  const shorter = a.length <= b.length ? a : b;
  return within(a, shorter) && within(b, shorter);
}

function within(path: FieldPath, prefix: FieldPath): boolean {
  return prefix.every((element, at) => {
    const own = path[at];
    return own !== undefined && elementId(own) === elementId(element);
  });
}
