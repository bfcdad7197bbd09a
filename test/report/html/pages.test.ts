import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { htmlOwners } from '../../../src/report/html/owners.js';
import { htmlReport } from '../../../src/report/html/report.js';
import { BLOCKS, GAPS, HOSTILE, NAMED } from '../more-worlds.js';
import { CATALOG } from '../owners-world.js';
import { application, drift, INCIDENT, NOW, report, resource } from '../worlds.js';
import { BREAKOUT, poisoned } from './hostile.js';

const MASKED = { maskNamed: true };
const SEVERAL = report([...INCIDENT.applications, ...GAPS.applications], INCIDENT.gate);

/** Element names, and names of attributes, of a page; comments and anything else that begins with `<` count too. */
function namesIn(page: string): { readonly elements: readonly string[]; readonly attributes: readonly string[] } {
  const body = page.replace(/<style>[^<]*<\/style>/, '');
  const tags = [...body.matchAll(/<([^\s/>][^\s>]*|\/?[a-z0-9]+)([^>]*)>/gi)];
  const unique = (names: readonly string[]): string[] => [...new Set(names)].sort();
  return {
    elements: unique(tags.map(([, name = '']) => name.replace('/', ''))),
    attributes: unique(
      tags.flatMap(([, , rest = '']) => [...rest.matchAll(/\s([^\s=]+)="[^"]*"/g)].map(([, name = '']) => name)),
    ),
  };
}

/** The page as it is read, without tags. */
const textOf = (page: string): string =>
  page
    .replace(/<style>[^<]*<\/style>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

describe('a page', () => {
  it('forbids everything but its own style sheet, and asks for nothing', () => {
    const page = htmlReport(INCIDENT, MASKED);
    const style = /<style>([^<]*)<\/style>/.exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(page).toContain(
      `content="default-src &#39;none&#39;; style-src &#39;sha256-${hash}&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;"`,
    );
    expect(style).not.toMatch(/url\(|@import|expression|http/);
    const { elements, attributes } = namesIn(page);
    for (const name of ['script', 'link', 'img', 'iframe', 'object', 'form', 'base'])
      expect(elements).not.toContain(name);
    expect(attributes.filter((name) => /^on|^src|^style$/.test(name))).toEqual([]);
    // What is linked to is on the page.
    for (const [, target = ''] of page.matchAll(/href="([^"]*)"/g)) expect(page).toContain(`id="${target.slice(1)}"`);
  });

  it.each([
    ['a report', (): string => htmlReport(poisoned(SEVERAL), MASKED), htmlReport(SEVERAL, MASKED)],
    ['one application', () => htmlReport(poisoned(BLOCKS), MASKED), htmlReport(BLOCKS, MASKED)],
    ['writers', () => htmlOwners(poisoned(CATALOG), MASKED), htmlOwners(CATALOG, MASKED)],
  ])('has no element or attribute that a value brought along: %s', (_, render, harmless) => {
    const page = render();
    const [here, plain] = [namesIn(page), namesIn(harmless)];
    // A long value and one cut in a picture have elements of ours that a short one has not.
    const ours = [
      ...plain.elements,
      'details',
      'summary',
      'title',
      'pre',
      'ul',
      'li',
      'code',
      'dl',
      'dt',
      'dd',
      'span',
      'ins',
      'del',
    ];
    expect(here.elements.filter((name) => !ours.includes(name))).toEqual([]);
    expect(here.attributes.filter((name) => ![...plain.attributes, 'title'].includes(name))).toEqual([]);
    // No control but line breaks, nothing that reorders or hides text, no half of a surrogate pair.
    expect(page).not.toMatch(/[^\n\P{Cc}]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    expect(page).toContain('&lt;script&gt;globalThis.stolen=1&lt;/script&gt;');
  });

  it('says first what the verdicts are, each for itself, what to do, and what the gate says', () => {
    const text = textOf(htmlReport(INCIDENT, MASKED));
    const order = [
      'Sync: is live what Git says? ✗ OutOfSync',
      'Health: does it work? ✓ Healthy',
      'Gate: may a pipeline go on? ✗ FAILED',
      'What to do A sync would put the old image back',
      'What differs, by who wrote it kubectl set (a person or a script) manual',
      'UNEXPLAINED .spec.template.spec.containers[name=&quot;web&quot;].image',
      'What a sync would do now restarts pods',
    ].map((words) => text.indexOf(words));
    expect(order).not.toContain(-1);
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });

  it.each([
    ['passed', {}, '✓ passed'],
    [
      'failed',
      { counted: 2, passed: false, exitCode: 1 },
      '✗ FAILED 1 unexplained drift and 1 undeclared field (exit 1)',
    ],
    ['incomplete', { passed: true, exitCode: 3 }, '! INCOMPLETE what Git asks for could not be compared (exit 3)'],
    ['off', { failOn: ['none'] }, '– off nothing fails it (exit 0)'],
  ] as const)('says of a gate that it is %s', (_, gate, words) => {
    expect(textOf(htmlReport(report(INCIDENT.applications, gate), MASKED))).toContain(words);
  });

  it('groups by writer, persons first, and never merges two writers', () => {
    const page = htmlReport(INCIDENT, MASKED);
    const writers = [...page.matchAll(/<section class="writer" aria-label="([^"]*)">/g)].map(([, name]) => name);
    expect(writers).toEqual([
      'Written by kubectl set (a person or a script)',
      'Written by kubectl label (a person or a script)',
      'Written by HPA catalog (kube-controller-manager, scale)',
    ]);
  });

  it('calls a time of managedFields an upper bound, in words and in the picture', () => {
    const page = htmlReport(INCIDENT, MASKED);
    expect(page).toContain(
      'Wrote at the latest at <time datetime="2026-11-30T11:48:00Z" title="12m ago, counted from this report">2026-11-30 11:48:00 UTC</time>.',
    );
    expect(page).toMatch(/≤ 2026-11-30 11:48:00 UTC {2}kubectl set/);
    expect(textOf(page)).toContain('No time is recorded for: HPA catalog (kube-controller-manager, scale).');
  });

  it('draws an exact time as a point and a bound as a span that begins where it can have begun', () => {
    const since = (parts: object) =>
      report([
        application({
          resources: [
            resource({
              drift: [
                drift({
                  path: '.spec.replicas',
                  desired: 1,
                  live: 2,
                  writer: {
                    category: 'manual',
                    name: 'kubectl set',
                    manager: 'kubectl-set',
                    confidence: 'likely',
                    evidence: [],
                    ...parts,
                  },
                }),
              ],
            }),
          ],
        }),
      ]);
    const exact = htmlReport(since({ at: '2026-11-30T11:00:00.5Z', time: '2026-11-30T11:30:00Z' }), MASKED);
    expect(exact).toContain('● exact');
    expect(exact).not.toContain('class="span');
    expect(exact).not.toContain('Wrote at the latest');
    const bound = htmlReport(since({ time: '2026-11-30T11:30:00Z' }), MASKED);
    expect(bound).toContain('class="span');
    expect(bound).not.toContain('● exact');
  });

  it('masks what text masks on a CI system, wherever it is quoted', () => {
    expect(htmlReport(NAMED, { maskNamed: false })).toMatch(/hunter2[\s\S]*tok-123456/);
    const page = htmlReport(NAMED, MASKED);
    expect(page).not.toMatch(/hunter[23]|tok-123456/);
    for (const kept of ['(masked: its name looks secret)', '(secret 1)', 'catalog-tls', 'debug'])
      expect(page).toContain(kept);
  });

  it('shows a text of 10 kB cut, and whole below a summary', () => {
    const long = `${'a'.repeat(10_000)}END`;
    const page = htmlReport(
      report([
        application({ resources: [resource({ drift: [drift({ path: '.data.long', desired: 'b', live: long })] })] }),
      ]),
      MASKED,
    );
    expect(page).toContain('The whole values (10003 characters)');
    expect(page.split(long)).toHaveLength(2);
  });

  it('draws who applies what differs, a doubtful link dashed, and says how to follow the owners up', () => {
    const ref = (kind: string, name: string) => ({
      ...{ group: 'argoproj.io', version: 'v1alpha1', kind, namespace: 'argocd', name },
    });
    const one = resource({ drift: [drift({ path: '.spec.replicas', desired: 1, live: 2 })] });
    const evidence = [{ kind: 'annotation' as const, message: 'the tracking id names it' }];
    const managed = {
      ...one,
      managedBy: [
        { child: one, parent: ref('Application', 'shop'), evidence },
        { child: ref('Application', 'shop'), parent: ref('ApplicationSet', 'shops'), evidence, doubt: 'not asked' },
      ],
    };
    const page = htmlReport(report([application({ resources: [managed] })]), MASKED);
    expect(page.match(/class="arrow"/g)).toHaveLength(1);
    expect(page.match(/class="arrow doubtful"/g)).toHaveLength(1);
    const text = textOf(page);
    expect(text).toContain(
      'Application argocd/shop applies Deployment marketplace/catalog : The tracking id names it.',
    );
    expect(text).toContain('Doubtful: not asked.');
    expect(text).toContain('gitdrift suspend-plan deployment/catalog -n marketplace -o html=plan.html');
    expect(textOf(htmlReport(INCIDENT, MASKED))).not.toContain('Who applies it');
  });

  it('says what was not compared, and what is missing, before what differs', () => {
    const text = textOf(htmlReport(GAPS, MASKED));
    expect(text).toContain(
      '✗ not compared Secret marketplace/payment-credentials : could not be read: secrets &quot;payment-credentials&quot; is forbidden',
    );
    expect(text).toContain('UNEXPLAINED Service marketplace/catalog : desired, but missing from the cluster');
    expect(text).toContain('error apps/catalog/prod/deployment.yaml:14 duplicate-key');
  });

  it('has an overview with both verdicts where there are several applications, and ids that are unique', () => {
    const page = htmlReport(SEVERAL, MASKED);
    expect(textOf(page)).toContain('2 applications: 1 Unknown and 1 OutOfSync');
    expect(textOf(page)).toMatch(/catalog-prod ✗ Unknown ✗ Degraded investigate/);
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is the same every time, and speaks of no application where there is none', () => {
    expect(htmlReport(HOSTILE, MASKED)).toBe(htmlReport(HOSTILE, MASKED));
    expect(textOf(htmlReport(report([]), MASKED))).toContain('0 applications');
  });

  it('of writers names each line’s writer, and counts fields', () => {
    const text = textOf(htmlOwners(CATALOG, MASKED));
    expect(text).toContain('replicas: 7 HPA catalog + Argo CD');
    expect(text).toContain('kubectl label ≤ 2026-11-30 11:48:00 UTC');
    expect(textOf(htmlOwners({ ...CATALOG, managedFields: 'absent' }, MASKED))).toContain(
      'its writers cannot be known',
    );
    expect(NOW.toISOString()).toBe(CATALOG.generatedAt);
    expect(htmlOwners(poisoned(CATALOG), MASKED)).not.toContain(BREAKOUT.slice(0, 8));
  });
});
