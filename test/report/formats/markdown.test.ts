import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.js';
import { markdownReport } from '../../../src/report/markdown/markdown.js';
import { printable } from '../../../src/report/safe-text.js';
import { valueText } from '../../../src/report/value-text.js';
import { BLOCKS, GAPS, HOSTILE, NAMED } from '../more-worlds.js';
import { application, drift, INCIDENT, report, resource } from '../worlds.js';
import { readComment, textOf } from './comment.js';
import { hostileReport, PUBLISHED } from './hostile.js';

describe('report as a comment in Markdown', () => {
  it.each([
    ['an incident', INCIDENT],
    ['gaps', GAPS],
    ['blocks', BLOCKS],
    ['hostile', HOSTILE],
    ['names', NAMED],
    ['nothing', report([])],
  ] as const)('has the structure that a comment needs: %s', (_, world) => {
    const nodes = readComment(markdownReport(world, PUBLISHED));
    expect(textOf(nodes)).toContain(world.gate.passed ? 'gate passed' : 'gate FAILED');
  });

  it('shows a difference as a diff, with its writer and its place', () => {
    const fence = readComment(markdownReport(INCIDENT, PUBLISHED)).find(({ type }) => type === 'code');
    expect(fence?.lang).toBe('diff');
    expect(fence?.value?.split('\n').slice(0, 5)).toEqual([
      '@@ .spec.template.spec.containers[name="web"].image @@  apps/catalog/prod/deployment.yaml:21',
      '- registry.example/catalog@sha256:4be1c0ffee4be1c0ffee4be1c0ffee4be1c0ffee4be1c0ffee4be1c0ffee4be1',
      '+ registry.example/catalog:hotfix',
      '  UNEXPLAINED [manual-change]',
      '  by kubectl set (a person or a script), at the latest 2026-11-30T11:48:00Z',
    ]);
  });

  it.each([
    [undefined, INCIDENT, 'catalog-prod'],
    [undefined, report([application(), application({ name: 'search' })]), 'all'],
    [undefined, report([application({ name: 'argocd/catalog --> x' })]), 'argocd-catalog-x'],
    ['eu-prod', INCIDENT, 'eu-prod'],
  ] as const)('is found again by its marker: %s', (commentKey, world, key) => {
    const comment = markdownReport(world, { ...PUBLISHED, commentKey });
    expect(comment.split('\n')[0]).toBe(`<!-- gitdrift:${key} -->`);
  });

  const large = (objects: number, value: number): Report => {
    const resources = Array.from({ length: objects }, (_, at) =>
      resource({
        name: `catalog-${at}`,
        sync: 'OutOfSync',
        drift: [drift({ path: '.data.text', desired: 'a', live: 'ü'.repeat(value) })],
      }),
    );
    return report([application({ resources })], { counted: objects, passed: false, exitCode: 1 });
  };

  it.each([
    [1500, 1],
    [40, 10_000],
    [3, 70_000],
    [200, 300],
  ])(
    'is cut between objects and says how many were left out (%i objects, values of %i characters)',
    (objects, size) => {
      const comment = markdownReport(large(objects, size), PUBLISHED);
      const nodes = readComment(comment);
      const shown = nodes.filter(({ type }) => type === 'code').length;
      expect(textOf(nodes)).toContain('gate FAILED');
      expect(textOf(nodes)).toContain(`${objects - shown} objects left out`);
      expect(shown).toBeLessThan(objects);
    },
  );

  it('fills what there is: the next object would not have fitted', () => {
    const comment = markdownReport(large(1500, 1), PUBLISHED);
    expect(Buffer.byteLength(comment)).toBeGreaterThan(65_536 - 1000);
  });

  it('keeps the verdict where not even the applications fit', () => {
    const many = report(Array.from({ length: 1800 }, (_, at) => application({ name: `catalog-${at}` })));
    const words = textOf(readComment(markdownReport(many, PUBLISHED)));
    expect(words).toContain('gate passed');
    expect(words).toMatch(/\d+ applications left out/);
  });

  it('takes the limit of a step summary', () => {
    const summary = markdownReport(large(1500, 400), { ...PUBLISHED, limit: 300_000 });
    readComment(summary, 300_000);
    expect(Buffer.byteLength(summary)).toBeGreaterThan(290_000);
  });

  it('has every value in it, and nothing else becomes of one, whatever it holds', () => {
    fc.assert(
      fc.property(hostileReport, (world) => {
        const words = textOf(readComment(markdownReport(world, PUBLISHED)).filter(({ type }) => type === 'code'));
        for (const { path, desired, live } of world.applications
          .flatMap(({ resources }) => resources)
          .flatMap(({ drift }) => drift)) {
          expect(words).toContain(`@@ ${printable(path)} @@`);
          for (const [sign, value] of [
            ['-', desired],
            ['+', live],
          ] as const) {
            const either = String(desired) + String(live);
            if (!/\n\s*\S/.test(either)) expect(words).toContain(`${sign} ${valueText(value)}`);
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});
