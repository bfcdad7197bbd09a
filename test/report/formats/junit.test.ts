import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { junitReport } from '../../../src/report/junit.js';
import { printable } from '../../../src/report/safe-text.js';
import { valueText } from '../../../src/report/value-text.js';
import { GAPS } from '../more-worlds.js';
import { application, INCIDENT, report, resource } from '../worlds.js';
import { hostileReport, PUBLISHED } from './hostile.js';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** Reads XML 1.0 strictly: whatever is not well-formed, illegal characters too, throws. */
function parse(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, attributes: attributes as Record<string, string>, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const here = open.at(-1);
    if (here !== undefined) here.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.write(xml).close();
  return root.children[0] ?? root;
}

/** The attributes and children that Jenkins' schema and GitLab's reader know (jenkins-junit.xsd; GitLab adds `file`). */
const KNOWN: Readonly<
  Record<string, { readonly attributes: readonly string[]; readonly children: readonly string[] }>
> = {
  testsuites: { attributes: ['name', 'tests', 'failures', 'errors'], children: ['testsuite'] },
  testsuite: {
    attributes: ['name', 'tests', 'failures', 'errors', 'skipped', 'time', 'timestamp'],
    children: ['properties', 'testcase'],
  },
  properties: { attributes: [], children: ['property'] },
  property: { attributes: ['name', 'value'], children: [] },
  testcase: {
    attributes: ['classname', 'name', 'file', 'time'],
    children: ['skipped', 'error', 'failure', 'system-out'],
  },
  skipped: { attributes: ['message'], children: [] },
  error: { attributes: ['message', 'type'], children: [] },
  failure: { attributes: ['message', 'type'], children: [] },
  'system-out': { attributes: [], children: [] },
};

function read(xml: string): Element {
  const root = parse(xml);
  const check = (element: Element): void => {
    const known = KNOWN[element.name];
    expect(known?.attributes).toEqual(expect.arrayContaining(Object.keys(element.attributes)));
    expect(known?.children).toEqual(expect.arrayContaining([...new Set(element.children.map(({ name }) => name))]));
    element.children.forEach(check);
  };
  check(root);
  for (const suite of [root, ...root.children]) {
    const cases = suite === root ? root.children.flatMap(casesOf) : casesOf(suite);
    expect(Number(suite.attributes.tests)).toBe(cases.length);
    for (const [key, name] of [
      ['failures', 'failure'],
      ['errors', 'error'],
    ] as const) {
      expect(Number(suite.attributes[key])).toBe(cases.filter((one) => has(one, name)).length);
    }
  }
  return root;
}

const casesOf = (suite: Element): Element[] => suite.children.filter(({ name }) => name === 'testcase');
const has = (element: Element, name: string): boolean => element.children.some((child) => child.name === name);

const verdicts = (root: Element): string[] =>
  root.children.flatMap(casesOf).map(({ attributes, children }) => {
    const verdict = children.find(({ name }) => name !== 'system-out')?.name ?? 'passed';
    return `${attributes.classname} ${attributes.name} ${verdict}`;
  });

describe('report as JUnit', () => {
  it('has a case for each object: failed is what the gate counts, an error what could not be compared', () => {
    expect(verdicts(read(junitReport(GAPS, PUBLISHED)))).toEqual([
      'Application catalog-prod passed',
      'Secret marketplace/payment-credentials error',
      'Service marketplace/catalog failure',
      'Job marketplace/migrate passed',
      'ConfigMap marketplace/old-settings failure',
      'Deployment marketplace/catalog passed',
      'Job marketplace/pre-sync skipped',
    ]);
  });

  it('tells fields and writers in the failure, and what is accounted for in the output', () => {
    const root = read(junitReport(INCIDENT, PUBLISHED));
    const failed = root.children.flatMap(casesOf).find((one) => has(one, 'failure'));
    expect(failed?.attributes).toMatchObject({ classname: 'Deployment', file: 'apps/catalog/prod/deployment.yaml' });
    const [failure, output] = failed?.children ?? [];
    expect(failure?.text).toContain('by kubectl set (a person or a script), at the latest 2026-11-30T11:48:00Z');
    expect(failure?.text).not.toContain('.spec.replicas');
    expect(output?.text).toContain('.spec.replicas  desired 3 → live 7');
  });

  it('fails the case of the application where the gate counts its health', () => {
    const gate = { ...GAPS.gate, failOn: ['degraded'] };
    expect(verdicts(read(junitReport({ ...GAPS, gate }, PUBLISHED)))[0]).toBe('Application catalog-prod failure');
  });

  it('gives two kinds of one name cases of different names', () => {
    const twins = ['networking.k8s.io', 'extensions'].map((group) => resource({ group, kind: 'Ingress' }));
    const names = verdicts(read(junitReport(report([application({ resources: twins })]), PUBLISHED)));
    expect(names.slice(1)).toEqual([
      'Ingress (networking.k8s.io) marketplace/catalog passed',
      'Ingress (extensions) marketplace/catalog passed',
    ]);
  });

  it('is read back with every value, whatever it holds', () => {
    fc.assert(
      fc.property(hostileReport, (world) => {
        const xml = junitReport(world, PUBLISHED);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
        expect(xml).not.toMatch(/^\s*::|##[a-z]*\[|[\u0000-\u0009\u000b-\u001f\ufffe\uffff]|\p{Cf}/imu);
        const texts = read(xml)
          .children.flatMap(casesOf)
          .flatMap(({ children }) => children.map(({ text }) => text));
        for (const { drift } of world.applications.flatMap(({ resources }) => resources)) {
          for (const { desired, live } of drift) {
            if (String(desired).trimEnd().includes('\n') || String(live).trimEnd().includes('\n')) continue;
            const said = [valueText(desired), valueText(live)].map(legal);
            expect(texts.some((text) => said.every((value) => text.includes(value)))).toBe(true);
          }
          for (const { path } of drift) expect(texts.some((text) => text.includes(legal(printable(path))))).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});

/** Two characters that are printable, and none that XML may hold. */
const legal = (text: string): string => text.replaceAll('\ufffe', '\\ufffe').replaceAll('\uffff', '\\uffff');
