import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyze } from '../../../src/analyze.js';
import type { Tools } from '../../../src/cli/engine.js';
import { openHealthRules } from '../../../src/compositions/health/health-rules.js';
import type { JsonValue } from '../../../src/model/json.js';
import type { AnalyzeRequest } from '../../../src/model/request.js';
import { assessHealth } from '../../../src/verdict/health/assess.js';
import { temporaryFolder } from '../../cluster-client/temporary-folder.js';

const TOOLS: Tools = {
  env: {},
  cwd: process.cwd(),
  now: new Date('2026-11-30T12:00:00Z'),
  readStdin: async () => '',
  progress: () => {},
  warn: () => {},
  signal: new AbortController().signal,
};

const WAREHOUSE = { apiVersion: 'logistics.example.test/v1', kind: 'Warehouse' };
const metadata = { name: 'north', namespace: 'shop' };
const objects = [
  { ...WAREHOUSE, metadata, spec: {}, status: { phase: 'Flooded' } },
  { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: {} },
];

/** Health of the two objects, and of the application, by rules that the user asks for. */
async function healthOf(health?: AnalyzeRequest['health']) {
  const desired = objects.map(({ apiVersion, kind }) => JSON.stringify({ apiVersion, kind, metadata })).join('\n---\n');
  const folder = await temporaryFolder({
    'desired.yaml': desired,
    'live.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }),
    'scripts/logistics.example.test/Warehouse/health.lua':
      'if obj.status.phase == "Flooded" then return {status = "Degraded", message = "under water"} end',
  });
  const report = await analyze(
    {
      source: { kind: 'path', path: join(folder, 'desired.yaml'), recursive: false },
      render: { values: [], set: [], apiVersions: [] },
      namespace: 'shop',
      allowEmpty: false,
      select: { kinds: [], excludeKinds: [], resources: [] },
      compare: { ignoreRules: true, showSecrets: false, maxPendingMs: 86_400_000 },
      ...(health === undefined ? {} : { health }),
      failOn: ['none'],
      noExitCode: false,
      toolVersion: '0.0.0-test',
    },
    { kind: 'recording', path: join(folder, 'live.json'), schemaFiles: [] },
    { ...TOOLS, cwd: folder },
  );
  const [application] = report.applications;
  return {
    application: application?.health.status,
    objects: application?.resources.map(({ kind, health: one }) => [kind, one?.status, one?.source]),
  };
}

describe('by which rules health is judged', () => {
  it('ours, where nobody asks for others', async () => {
    expect(await healthOf()).toEqual({
      application: 'Healthy',
      objects: [
        ['ConfigMap', undefined, undefined],
        ['Warehouse', undefined, undefined],
      ],
    });
  });

  it('scripts of a folder', async () => {
    expect(await healthOf({ scripts: 'scripts' })).toEqual({
      application: 'Degraded',
      objects: [
        ['ConfigMap', undefined, undefined],
        ['Warehouse', 'Degraded', 'lua'],
      ],
    });
  });

  it("kstatus' rules, and scripts before them", async () => {
    expect(await healthOf({ rules: 'kstatus' })).toEqual({
      application: 'Healthy',
      objects: [
        ['ConfigMap', 'Healthy', 'built-in'],
        ['Warehouse', 'Healthy', 'built-in'],
      ],
    });
    expect((await healthOf({ rules: 'kstatus', scripts: 'scripts' })).application).toBe('Degraded');
  });

  it('the checks of a Flux Kustomization, before scripts of a folder, which judge the kinds that it has none for', async () => {
    const folder = await temporaryFolder({ 's/logistics.example.test/_/health.lua': 'return {status = "Degraded"}' });
    const rules = await openHealthRules({ health: { scripts: 's' } }, folder);
    const check = { apiVersion: WAREHOUSE.apiVersion, kind: 'Warehouse', current: 'spec.size == 0' };
    const judged = async (kind: string, checks: JsonValue | undefined) =>
      assessHealth({ ...WAREHOUSE, kind, metadata, spec: { size: 0 } }, await rules.flux(checks));
    expect(await judged('Warehouse', [check])).toMatchObject({ status: 'Healthy', source: 'cel' });
    expect(await judged('Truck', [check])).toMatchObject({ status: 'Degraded', source: 'lua' });
    expect(await judged('Warehouse', undefined)).toMatchObject({ status: 'Degraded', source: 'lua' });
  });

  it('ends the run where the scripts cannot be read', async () => {
    await expect(healthOf({ scripts: 'gone' })).rejects.toMatchObject({ code: 'config' });
  });
});
