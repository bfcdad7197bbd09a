import { describe, expect, it } from 'vitest';
import type { AdoptReport } from '../../src/model/adopt-report.js';
import { adoptSentences } from '../../src/report/adopt.js';

const REPORT: AdoptReport = {
  schemaVersion: '1',
  tool: { name: 'gitdrift', version: '0.0.0' },
  generatedAt: '2026-11-30T12:00:00Z',
  resource: { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'marketplace', name: 'catalog' },
  paths: ['.spec.replicas'],
  kind: 'adopt',
  file: 'deploy.yaml',
  files: ['deploy.yaml'],
  patch: '',
  reason: 'with the patch Git says what live has',
  warnings: [],
  verified: true,
  root: '/srv/catalog',
};

describe('the sentences of adopt', () => {
  it.each([
    ['/srv/catalog', 'git -C /srv/catalog apply'],
    ['/srv/my catalog', "git -C '/srv/my catalog' apply"],
    ["/work/a;id $(id) 'b", "git -C '/work/a;id $(id) '\\''b' apply"],
  ])('name a command for %s that a shell reads as it is meant', (folder, command) => {
    expect(adoptSentences(REPORT, folder, undefined)).toContain(`pipe it into ${command}`);
  });
});
