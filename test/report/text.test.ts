import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/model/report.js';
import { textReport } from '../../src/report/text.js';
import type { TextOptions } from '../../src/report/text-options.js';
import { BLOCKS, GAPS, HOSTILE, NAMED } from './more-worlds.js';
import { application, drift, INCIDENT, NOW, report, resource } from './worlds.js';

const PIPED: TextOptions = {
  width: undefined,
  color: false,
  now: NOW,
  time: 'relative',
  verbose: false,
  quiet: false,
  showExplained: false,
  maskNamed: false,
};

const TRANSCRIPTS: readonly [name: string, report: Report, options: Partial<TextOptions>][] = [
  ['incident-piped', INCIDENT, {}],
  ['incident-60-columns', INCIDENT, { width: 60 }],
  ['incident-120-columns', INCIDENT, { width: 120 }],
  ['incident-200-columns', INCIDENT, { width: 200 }],
  ['incident-verbose', INCIDENT, { verbose: true, time: 'full' }],
  ['incident-quiet', INCIDENT, { quiet: true }],
  ['gaps-piped', GAPS, {}],
  ['gaps-80-columns', GAPS, { width: 80 }],
  ['gaps-verbose', GAPS, { verbose: true }],
  ['blocks-piped', BLOCKS, {}],
  ['blocks-70-columns', BLOCKS, { width: 70 }],
  ['blocks-show-explained', BLOCKS, { width: 120, showExplained: true }],
  ['hostile-piped', HOSTILE, {}],
  ['named-secrets-masked', NAMED, { maskNamed: true }],
];

describe('text report', () => {
  it.each(TRANSCRIPTS)('prints %s', async (name, world, options) => {
    await expect(textReport(world, { ...PIPED, ...options })).toMatchFileSnapshot(`transcripts/${name}.txt`);
  });

  it('prints the same words with colours', () => {
    const colored = textReport(BLOCKS, { ...PIPED, color: true });
    expect(colored).toContain('\u001b[');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it takes out
    expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(textReport(BLOCKS, PIPED));
  });

  it.each([20, 30, 40, 60, 80, 120])('breaks every line that can be broken at %i columns', (width) => {
    for (const world of [INCIDENT, GAPS, BLOCKS, HOSTILE]) {
      const long = textReport(world, { ...PIPED, width })
        .split('\n')
        .filter((line) => line.length > width);
      // What sticks out is one word behind its indentation: an element of a path, a name, a file.
      for (const line of long) expect(line.trim()).toMatch(/^(?:[✗?!✓-] \S+ |declared at |(?:warning|error): )?\S+$/);
    }
  });

  it('counts the changed lines of a long text beyond 200, but for -v', () => {
    const lines = (word: string): string => Array.from({ length: 300 }, (_, at) => `${word} ${at}\n`).join('');
    const long = drift({ path: '.data.table', desired: lines('old'), live: `${lines('new')}end\n` });
    const world = report([application({ resources: [resource({ sync: 'OutOfSync', drift: [long] })] })]);
    const piped = textReport(world, PIPED);
    expect(piped.match(/^ +[-+] (?:old|new|end)/gm)).toHaveLength(200);
    expect(piped).toContain('… and 401 more changed lines (-v or -o json shows all)\n');
    expect(textReport(world, { ...PIPED, verbose: true }).match(/^ +[-+] (?:old|new|end)/gm)).toHaveLength(601);
  });

  it.each([
    ['Unknown', 'Unknown', /^Sync and health are Unknown\. /m],
    ['Unknown', 'Healthy', /^Sync is Unknown, health is Healthy\. /m],
    ['Synced', 'Unknown', /^Synced, and health is Unknown\. /m],
    ['OutOfSync', 'Degraded', /^OutOfSync and Degraded\. /m],
  ] as const)('says of %s and %s which is which', (sync, health, line) => {
    const [one] = INCIDENT.applications;
    if (one === undefined) throw new Error('there is an application');
    const verdicts = { sync: { status: sync, message: '' }, health: { status: health, message: '' } };
    expect(textReport(report([{ ...one, ...verdicts }]), PIPED)).toMatch(line);
  });

  it('says in the first line that nothing was judged for its health', () => {
    const first = (world: Report): string | undefined => textReport(world, PIPED).split('\n')[0];
    const settings = resource({ group: '', kind: 'ConfigMap', name: 'settings', health: null });
    expect(first(report([application({ resources: [settings] })]))).toMatch(
      /^catalog-prod {3}Synced {3}Healthy \(none of its kinds has a health rule\) {3}/,
    );
    expect(first(report([application({ resources: [settings, resource()] })]))).toMatch(/ {3}Healthy {3}/);
  });

  it('never lets a control or bidirectional character through', () => {
    for (const options of [{}, { width: 60 }, { verbose: true }]) {
      const text = textReport(HOSTILE, { ...PIPED, ...options }).replaceAll('\n', '');
      expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    }
  });

  it('shows no value whose name looks secret in text for CI', () => {
    const text = textReport(NAMED, { ...PIPED, maskNamed: true, verbose: true });
    for (const secret of ['hunter2', 'hunter3', 'tok-123456']) expect(text).not.toContain(secret);
    for (const plain of ['catalog-tls', 'old-tls', 'verbose', '(secret 1)']) expect(text).toContain(plain);
    expect(textReport(NAMED, PIPED)).toContain('hunter2');
  });

  it('shows none that an earlier Pod template had', () => {
    const [one] = NAMED.applications;
    if (one === undefined) throw new Error('there is an application');
    const path = '.spec.template.spec.containers[name="web"].env[name="TOKEN"].value';
    const kept = { group: 'apps', version: 'v1', kind: 'ReplicaSet', namespace: 'marketplace', name: 'catalog-7f9c' };
    const since = drift({
      path,
      desired: 'abcdef-1',
      live: 'abcdef-2',
      history: {
        since: { at: '2026-11-30T11:48:00Z' },
        revision: { number: 12, resource: kept },
        previous: { number: 11, resource: kept, value: 'abcdef-3' },
        before: 'previous',
      },
      writer: { ...drift({ path }).writer, evidence: [{ kind: 'object', message: 'revision 11 had "abcdef-3"' }] },
    });
    const world = report([{ ...one, resources: [resource({ drift: [since] })] }]);
    const text = textReport(world, { ...PIPED, maskNamed: true, verbose: true });
    expect(text).not.toContain('abcdef');
    expect(text).toContain('revision 11 had (masked: its name looks secret)');
    expect(textReport(world, PIPED)).toContain('revision 11 had abcdef-3');
  });

  it('takes secret values out of the sentences that quote them', () => {
    const [one] = NAMED.applications;
    if (one === undefined) throw new Error('there is an application');
    const [deployment] = one.resources;
    if (deployment === undefined) throw new Error('there is a resource');
    const long = 'correct-horse-battery-staple-'.repeat(4);
    const path = '.spec.template.spec.containers[name="web"].env[name="TOKEN"].value';
    const world = report([
      {
        ...one,
        action: { code: 'merge-or-sync', message: 'A sync puts "hunter2" back, and hunter3 is gone.' },
        resources: [deployment, resource({ name: 'cart', drift: [drift({ path, desired: 'abc', live: long })] })],
        ifSynced: [
          { code: 'overwrites', resource: resource(), message: `puts "abc" in place of "${long.slice(0, 58)}…` },
          { code: 'overwrites', resource: resource(), message: 'keeps the alphabet: abcdef' },
        ],
      },
    ]);
    const text = textReport(world, { ...PIPED, maskNamed: true, verbose: true });
    for (const secret of ['hunter', '"abc"', 'correct-horse']) expect(text).not.toContain(secret);
    expect(text).toContain('keeps the alphabet: abcdef');
  });

  it.each<[Partial<Report['gate']>, string]>([
    [{}, 'gate: passed (exit 0)'],
    [{ failOn: ['none'] }, 'gate: off, nothing fails it (exit 0)'],
    [{ counted: 0, passed: false, exitCode: 3 }, 'gate: INCOMPLETE, 1 object could not fully be compared (exit 3)'],
    [
      { counted: 2, passed: false, exitCode: 0 },
      'gate: FAILED, 2 objects missing or extraneous; 1 object not fully compared (exit 0, as --no-exit-code asks)',
    ],
    [
      { counted: 3, failOn: ['any', 'error'], passed: false, exitCode: 1 },
      'gate: FAILED, 3 counted by --fail-on any,error; 1 object not fully compared (exit 1)',
    ],
  ])('ends with the gate: %j', (gate, expected) => {
    const world = report(GAPS.applications, gate);
    expect(textReport(world, PIPED).trimEnd().split('\n').at(-1)).toBe(expected);
  });

  it('says of an application in which nothing was compared that it is so', () => {
    const message = 'nothing was compared: 3 objects left out by design';
    const text = textReport(report([application({ sync: { status: 'Synced', message } })]), PIPED);
    expect(text.split('\n')[0]).toBe(`catalog-prod   Synced   Healthy   ${message}`);
  });

  it('puts Unknown objects before all others', () => {
    const text = textReport(GAPS, PIPED);
    expect(text.indexOf('payment-credentials')).toBeLessThan(text.indexOf('Service marketplace/catalog'));
    expect(text.split('\n')[0]).toContain('1 object not fully compared');
  });

  it('says how many applications there are where there are several', () => {
    const two = [application({ name: 'cart-prod' }), application({ sync: { status: 'OutOfSync', message: '' } })];
    expect(textReport(report(two), PIPED).split('\n')[0]).toBe('2 applications: 1 OutOfSync and 1 Synced');
  });

  it('writes fields that share a writer and a fate under one sentence', () => {
    const [first] = INCIDENT.applications;
    const image = first?.resources.at(-1)?.drift[1];
    if (image === undefined) throw new Error('the incident has an image');
    const both = [image, { ...image, path: '.spec.paused', desired: false, live: true }];
    const world = report([application({ resources: [resource({ sync: 'OutOfSync', drift: both })] })]);
    expect(textReport(world, PIPED).match(/by kubectl set/g)).toHaveLength(1);
    expect(textReport(world, PIPED).match(/UNEXPLAINED/g)).toHaveLength(1);
  });
});
