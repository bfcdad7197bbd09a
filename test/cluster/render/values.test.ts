import { dirname, join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { digString } from '../../../src/model/json.js';
import type { RenderRequest } from '../../../src/model/source.js';
import { scratch } from '../../render/fake-tools.js';
import { run } from './real-tools.js';

const { helm } = inject('cluster');

const VALUES_CHART = {
  'shop/Chart.yaml': `apiVersion: v2
name: catalog
version: 1.0.0
dependencies:
- {name: cache, version: 1.0.0, condition: cache.enabled}
- {name: cache, version: 1.0.0, alias: sessions, tags: [extra]}
- {name: search, version: 1.0.0, condition: search.enabled}
`,
  'shop/values.yaml': `from: chart
list: [a, b]
map: {chart: "1", both: chart}
cache: {from: parent}
search: {enabled: false}
tags: {extra: true}
global: {region: eu}
`,
  'shop/templates/values.yaml': `apiVersion: v1
kind: ConfigMap
metadata: {name: values}
data:
  values: {{ omit .Values "cache" "sessions" "search" "tags" | toJson | quote }}
`,
  ...Object.fromEntries(
    ['cache', 'search'].flatMap((name) => [
      [`shop/charts/${name}/Chart.yaml`, `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n`],
      [`shop/charts/${name}/values.yaml`, 'from: subchart\nkept: subchart\n'],
      [
        `shop/charts/${name}/templates/values.yaml`,
        `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: {{ .Chart.Name }}}\ndata:\n  values: {{ .Values | toJson | quote }}\n`,
      ],
    ]),
  ),
  'one.yaml': 'from: one\nmap: {one: "1", both: one}\ncache: {from: one}\n',
  'two.yaml': 'from: two\nlist: [c]\nmap: {both: two, chart: null}\nglobal: {region: us}\n',
};

describe('values of a chart', () => {
  const valuesOf = async (more: Partial<RenderRequest>): Promise<Record<string, unknown>> => {
    const root = scratch(VALUES_CHART);
    const { documents } = await run(join(root, 'shop'), root, dirname(helm), { kubeVersion: 'v1.36.0', ...more });
    return Object.fromEntries(
      documents.map(({ value }) => [
        digString(value, 'metadata', 'name'),
        JSON.parse(digString(value, 'data', 'values') ?? ''),
      ]),
    );
  };

  it('are its own where nothing else is given; a subchart has its own, its parent’s over them, and the global ones', async () => {
    expect(await valuesOf({})).toEqual({
      values: { from: 'chart', list: ['a', 'b'], map: { chart: '1', both: 'chart' }, global: { region: 'eu' } },
      cache: { from: 'parent', kept: 'subchart', global: { region: 'eu' } },
      sessions: { from: 'subchart', kept: 'subchart', global: { region: 'eu' } },
    });
  });

  it('are merged in the order of the files, lists replaced, null taking a key away; --set counts last', async () => {
    expect(
      await valuesOf({ values: ['one.yaml', 'two.yaml'], set: ['map.set=2', 'cache.from=set', 'map.set=3'] }),
    ).toMatchObject({
      values: { from: 'two', list: ['c'], map: { one: '1', both: 'two', set: 3 }, global: { region: 'us' } },
      cache: { from: 'set', kept: 'subchart', global: { region: 'us' } },
    });
    const values = await valuesOf({ values: ['two.yaml', 'one.yaml'] });
    expect(values.values).toMatchObject({ from: 'one', map: { both: 'one' } });
    expect(values.values).not.toHaveProperty('map.chart');
  });

  it('switch subcharts on and off by condition and by tag', async () => {
    expect(Object.keys(await valuesOf({ set: ['search.enabled=true', 'cache.enabled=false'] })).sort()).toEqual([
      'search',
      'sessions',
      'values',
    ]);
    expect(Object.keys(await valuesOf({ set: ['tags.extra=false'] })).sort()).toEqual(['cache', 'values']);
  });
});
