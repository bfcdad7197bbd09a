import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { FieldDrift } from '../src/model/drift.js';
import { comparePaths, elementId, type FieldPath } from '../src/model/field-path.js';
import { parsePath } from '../src/model/parse-path.js';
import type { ApplicationReport, ResourceReport } from '../src/model/report.js';
import { readDocuments } from '../src/render/yaml/read-documents.js';
import { analyzeFixture } from './support/analyze-fixture.js';

/** The folder of small worlds with the right answers; its README says how an expectation reads. */
const CASES = fileURLToPath(new URL('../fixtures/cases/', import.meta.url));

interface ExpectedDrift {
  readonly path: string;
  readonly change?: string;
  readonly desired?: unknown;
  readonly live?: unknown;
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
  readonly warnings?: readonly { readonly code: string; readonly path?: string }[];
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
    for (const warning of object.warnings ?? []) {
      expect(application?.findings.map((finding) => finding.code)).toContain(warning.code);
    }
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

function refText({ kind, namespace, name }: ResourceReport): string {
  return [kind, namespace, name].filter((part) => part !== '').join('/');
}

/** Every expected entry is reported, at its path or one that covers the same change, and nothing else is. */
function checkList(reported: readonly FieldDrift[], expected: readonly ExpectedDrift[]): void {
  for (const entry of expected) {
    const twin = reported.find((drift) => covers(drift.path, entry.path));
    if (twin === undefined)
      throw new Error(`${entry.path} is not reported; reported: ${reported.map((drift) => drift.path).join(', ')}`);
    checkEntry(twin, entry);
  }
  const unexpected = reported.filter((drift) => !expected.some((entry) => covers(drift.path, entry.path)));
  expect(unexpected.map((drift) => drift.path)).toEqual([]);
}

function checkEntry(drift: FieldDrift, entry: ExpectedDrift): void {
  const samePath = comparePaths(parsePath(drift.path), parsePath(entry.path)) === 0;
  if (samePath && entry.change !== undefined) expect(drift.change).toBe(entry.change);
  if (samePath && entry.desired !== undefined && entry.desired !== null)
    expect(exact(drift.desired)).toEqual(exact(entry.desired));
  if (samePath && entry.live !== undefined) expect(exact(drift.live)).toEqual(exact(entry.live));
  const { category, manager, operation, subresource } = entry.writer ?? {};
  if (category !== undefined) expect([category].flat()).toContain(drift.writer.category);
  if (manager !== undefined && drift.writer.category !== 'unowned') expect(drift.writer.manager).toBe(manager);
  if (operation !== undefined && drift.writer.category !== 'unowned') expect(drift.writer.operation).toBe(operation);
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
