import { expect, it } from 'vitest';
import { temporaryFolder } from '../../cluster-client/temporary-folder.js';
import { peerCases } from './peer-cases.js';

const warehouse = 'apiVersion: logistics.example.test/v1\nkind: Warehouse\nmetadata: { name: north }\n';

it('reads a folder laid out like resource_customizations', async () => {
  const folder = await temporaryFolder({
    'README.md': '',
    'logistics.example.test/Warehouse/health_test.yaml': [
      'tests:',
      '- inputPath: testdata/ready.yaml',
      '  healthStatus: { status: Healthy, message: dry }',
      '- inputpath: testdata/two.yaml',
      '  healthStatus: { status: Degraded }',
    ].join('\n'),
    'logistics.example.test/Warehouse/testdata/ready.yaml': `${warehouse}status: { since: 2026-11-30T12:00:00Z }\n`,
    'logistics.example.test/Warehouse/testdata/two.yaml': `${warehouse}---\nkind: Other\n`,
    'logistics.example.test/Lorry/actions/action_test.yaml': 'never read',
  });
  const cases = peerCases(folder);
  expect(cases.map(({ name, expected, message }) => [name, expected, message])).toEqual([
    ['logistics.example.test/Warehouse/testdata/ready.yaml', 'Healthy', 'dry'],
    ['logistics.example.test/Warehouse/testdata/two.yaml', 'Degraded', ''],
  ]);
  // Times stay texts; of several documents the first counts.
  expect(cases[0]?.object).toMatchObject({ status: { since: '2026-11-30T12:00:00Z' } });
  expect(cases[1]?.object.kind).toBe('Warehouse');
  expect(new Set(cases.map(({ half }) => half)).size).toBe(1);
});
