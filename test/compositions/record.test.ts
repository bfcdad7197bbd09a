import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { analyze } from '../../src/analyze.js';
import type { Tools } from '../../src/cli/engine.js';
import type { Report } from '../../src/model/report.js';
import type { AnalyzeRequest } from '../../src/model/request.js';
import { record } from '../../src/record.js';
import { temporaryFolder } from '../cluster-client/temporary-folder.js';

const DEMO = fileURLToPath(new URL('../../fixtures/demo/', import.meta.url));
const TOOLS: Tools = {
  env: {},
  cwd: process.cwd(),
  now: new Date('2026-11-30T12:00:00Z'),
  readStdin: async () => '',
  progress: () => {},
  warn: () => {},
  signal: new AbortController().signal,
};
const REQUEST: AnalyzeRequest = {
  source: { kind: 'path', path: `${DEMO}desired`, recursive: false },
  render: { values: [], set: [], apiVersions: [] },
  namespace: 'marketplace',
  allowEmpty: false,
  select: { kinds: [], excludeKinds: [], resources: [] },
  compare: { ignoreRules: true, showSecrets: false, maxPendingMs: 86_400_000 },
  failOn: ['unexplained'],
  noExitCode: false,
  toolVersion: '0.0.0-test',
};

const saved = (path: string) => ({ kind: 'recording' as const, path, schemaFiles: [] });

/** The resources and findings of a report; where it was read from is another matter. */
const judged = ({ applications: [application] }: Report) => [application?.resources, application?.findings];

it('what is recorded gives the same report again, autoscalers included', async () => {
  const live = saved(`${DEMO}live.json`);
  const { text, summary } = await record(REQUEST, live, TOOLS);
  expect(summary).toMatch(/^\d+ objects of /);
  const folder = await temporaryFolder({ 'again.json': text });
  const [first, again] = [
    await analyze(REQUEST, live, TOOLS),
    await analyze(REQUEST, saved(join(folder, 'again.json')), TOOLS),
  ];
  expect(judged(again)).toEqual(judged(first));
  expect(JSON.stringify(judged(again))).toContain('hpa-controls-replicas');
});
