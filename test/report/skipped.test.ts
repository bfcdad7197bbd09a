import { describe, expect, it } from 'vitest';
import { textReport } from '../../src/report/text.js';
import { application, NOW, report, resource } from './worlds.js';

const OPTIONS = {
  width: undefined,
  color: false,
  now: NOW,
  time: 'relative',
  verbose: true,
  quiet: false,
  showExplained: false,
  maskNamed: false,
} as const;

const SKIPPED = [
  {
    path: '.spec.clusterIP',
    category: 'default' as const,
    rule: 'service-addresses',
    reason: 'the server gives a Service its addresses',
  },
  {
    path: '.spec.clusterIPs',
    category: 'default' as const,
    rule: 'service-addresses',
    reason: 'the server gives a Service its addresses',
  },
  {
    path: '.spec.type',
    category: 'default' as const,
    rule: 'service-defaults',
    reason: 'what a Service is where nothing is said',
  },
];
const LEFT_OUT = [
  'left out     .spec.clusterIP, .spec.clusterIPs: the server gives a Service its addresses (service-addresses)',
  '             .spec.type: what a Service is where nothing is said (service-defaults)',
];
const lines = (text: string): string[] => text.split('\n').map((line) => line.trimEnd());

describe('fields that the comparison left out', () => {
  it('stand below their object, one line a rule', () => {
    const one = resource({ sync: 'Unknown', message: 'a part could not be read', skipped: SKIPPED });
    const text = lines(textReport(report([application({ resources: [one] })]), OPTIONS));
    expect(text).toEqual(expect.arrayContaining(LEFT_OUT.map((line) => `    ${line}`)));
  });

  it('stand below the name of a Synced object too, within the width', () => {
    const resources = [resource({ kind: 'Service', skipped: SKIPPED })];
    const text = lines(textReport(report([application({ resources })]), OPTIONS));
    expect(text).toEqual(expect.arrayContaining(LEFT_OUT.map((line) => `        ${line}`)));
    const narrow = lines(textReport(report([application({ resources })]), { ...OPTIONS, width: 90 }));
    expect(Math.max(...narrow.map((line) => line.length))).toBeLessThanOrEqual(90);
  });

  it('are only listed with -v', () => {
    const resources = [resource({ skipped: SKIPPED })];
    expect(textReport(report([application({ resources })]), { ...OPTIONS, verbose: false })).not.toContain('left out');
  });
});
