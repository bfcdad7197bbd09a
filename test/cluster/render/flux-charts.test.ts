import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.js';
import type { ApplicationReport } from '../../../src/model/report.js';
import { archive, fakeFiles, fakeRegistry, type Image } from '../../flux/fake-registry.js';
import { reportOf } from '../../flux/world.js';
import { scratch } from '../../source/repositories.js';

const { helm, kustomize } = inject('cluster');

/** A chart of a version that says its version, its values and which release it is. */
const chart = (version: string): Readonly<Record<string, string>> => ({
  'web/Chart.yaml': `apiVersion: v2\nname: web\nversion: ${version}\n`,
  'web/values.yaml': 'size: 1\nmode: slow\n',
  'web/templates/map.yaml': `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}, namespace: {{ .Release.Namespace }}}
data: {version: {{ .Chart.Version }}, size: {{ .Values.size | quote }}, mode: {{ .Values.mode }}}
`,
});

const VERSIONS = ['1.0.0', '1.2.0', '2.0.0'];

/** What `helm template` prints for that version, as an object, installed by helm-controller. */
function byHand(version: string): JsonObject {
  const folder = scratch(chart(version));
  const args = ['template', 'web', join(folder, 'web'), '--namespace', 'shop', '--set', 'mode=fast'];
  const text = execFileSync(helm, args, { encoding: 'utf8', env: { HOME: folder, PATH: '/nowhere' } });
  const data = Object.fromEntries(
    [...(/^data: \{(.*)\}$/m.exec(text)?.[1] ?? '').matchAll(/(\w+): "?([^,"]+)"?/g)].map(
      ([, key = '', value = '']) => [key, value],
    ),
  );
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web', namespace: 'shop' }, data };
}

const release = (spec: JsonObject): JsonObject => ({
  apiVersion: 'helm.toolkit.fluxcd.io/v2',
  kind: 'HelmRelease',
  metadata: { name: 'web', namespace: 'flux-system' },
  spec: { interval: '10m', targetNamespace: 'shop', releaseName: 'web', values: { mode: 'fast' }, ...spec },
});
const source = (kind: string, spec: JsonObject, revision?: string): JsonObject => ({
  apiVersion: 'source.toolkit.fluxcd.io/v1',
  kind,
  metadata: { name: 'charts', namespace: 'flux-system' },
  spec,
  status: revision === undefined ? {} : { artifact: { revision } },
});
const ofRepository = (version?: string): JsonObject =>
  release({
    chart: {
      spec: {
        chart: 'web',
        ...(version === undefined ? {} : { version }),
        sourceRef: { kind: 'HelmRepository', name: 'charts' },
      },
    },
  });

function look(flux: readonly JsonObject[], live: JsonObject): Promise<ApplicationReport> {
  const env = { PATH: `${dirname(helm)}:${dirname(kustomize)}:${process.env.PATH ?? ''}` };
  return reportOf({ flux, live: [live], args: ['--helm-release', 'web'], env });
}

/** A report of what equals `helm template` of that version, to the last field. */
async function expectVersion(report: ApplicationReport, version: string): Promise<void> {
  expect(report.sync).toMatchObject({ status: 'Synced' });
  expect(report.resources).toMatchObject([{ kind: 'ConfigMap', name: 'web', outcome: 'compared', undeclared: [] }]);
  expect(report.sources).toMatchObject([{ revision: version }]);
}

describe('a HelmRelease of a chart repository over HTTP', () => {
  const repositoryOf = async (): Promise<string> => {
    const files: Record<string, Buffer> = {};
    const entries: string[] = [];
    for (const version of VERSIONS) {
      files[`web-${version}.tgz`] = await archive(chart(version));
      entries.push(`    - {apiVersion: v2, name: web, version: ${version}, urls: [web-${version}.tgz]}`);
    }
    files['index.yaml'] = Buffer.from(`apiVersion: v1\nentries:\n  web:\n${entries.join('\n')}\n`);
    return `http://${await fakeFiles(files)}`;
  };
  it.each<[string, string | undefined, string]>([
    ['a version', '1.0.0', '1.0.0'],
    ['a range', '1.x', '1.2.0'],
    ['no version', undefined, '2.0.0'],
  ])('is the chart that helm finds for %s', async (_, asked, version) => {
    const charts = source('HelmRepository', { url: await repositoryOf() });
    await expectVersion(await look([ofRepository(asked), charts], byHand(version)), version);
  });

  it('is the chart of its HelmChart, where source-controller has decided the range', async () => {
    const charts = source('HelmRepository', { url: await repositoryOf() });
    const made = {
      ...source('HelmChart', {}, '1.0.0'),
      metadata: { name: 'flux-system-web', namespace: 'flux-system' },
    };
    await expectVersion(await look([ofRepository('1.x'), charts, made], byHand('1.0.0')), '1.0.0');
  });

  it('is Unknown where the version is not there, and says so', async () => {
    const charts = source('HelmRepository', { url: await repositoryOf() });
    const { sync } = await look([ofRepository('9.0.0'), charts], byHand('1.0.0'));
    expect(sync).toMatchObject({ status: 'Unknown', message: expect.stringContaining('the chart web of http://') });
  });
});

describe('a HelmRelease of a chart in a registry', () => {
  const images = (): Promise<readonly Image[]> =>
    Promise.all(
      VERSIONS.map(async (version) => ({
        tag: version,
        config: {
          mediaType: 'application/vnd.cncf.helm.config.v1+json',
          bytes: Buffer.from(JSON.stringify({ name: 'web', version, apiVersion: 'v2' })),
        },
        layers: [
          { mediaType: 'application/vnd.cncf.helm.chart.content.v1.tar+gzip', bytes: await archive(chart(version)) },
        ],
      })),
    );

  it('through a HelmRepository of type oci', async () => {
    const { host } = await fakeRegistry('team/web', await images());
    const charts = source('HelmRepository', { url: `oci://${host}/team`, type: 'oci', insecure: true });
    await expectVersion(await look([ofRepository('1.x'), charts], byHand('1.2.0')), '1.2.0');
  });

  it.each<[string, JsonObject, string]>([
    ['a tag', { ref: { tag: '1.0.0' } }, '1.0.0'],
    ['a range', { ref: { semver: '1.x' } }, '1.2.0'],
  ])('through an OCIRepository with %s', async (_, spec, version) => {
    const { host } = await fakeRegistry('team/web', await images());
    const charts = source('OCIRepository', { url: `oci://${host}/team/web`, insecure: true, ...spec });
    const web = release({ chartRef: { kind: 'OCIRepository', name: 'charts' } });
    await expectVersion(await look([web, charts], byHand(version)), version);
  });

  it('through an OCIRepository at the digest of its artifact, whatever its tag is by now', async () => {
    const { host, digest } = await fakeRegistry('team/web', await images());
    const spec = { url: `oci://${host}/team/web`, insecure: true, ref: { tag: '2.0.0' } };
    const charts = source('OCIRepository', spec, `2.0.0@${digest('1.0.0')}`);
    const web = release({ chartRef: { kind: 'OCIRepository', name: 'charts' } });
    await expectVersion(await look([web, charts], byHand('1.0.0')), '1.0.0');
  });
});
