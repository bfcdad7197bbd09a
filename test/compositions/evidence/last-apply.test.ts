import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.js';
import { entry } from '../../ownership/worlds.js';
import { clientSideApply, judge, LAST_APPLIED, lines, settings, type World } from '../worlds.js';

const MODE: JsonObject = { 'f:data': { 'f:mode': {} } };
const V1 = { apiVersion: 'v1' };
const FLUX = { 'kustomize.toolkit.fluxcd.io/name': 'apps' };

describe('three ways: Git, live and the last client-side apply', () => {
  it.each<[string, World, string[]]>([
    [
      'Git has moved on: live is as the last apply left it',
      {
        desired: settings({ mode: 'fast' }),
        live: settings({ mode: 'safe' }),
        lastApplied: settings({ mode: 'safe' }),
        managedFields: [clientSideApply(MODE)],
      },
      ['changed .data.mode deployer git-ahead'],
    ],
    [
      'a person changed it since',
      {
        desired: settings({ mode: 'fast' }),
        live: settings({ mode: 'safe' }),
        lastApplied: settings({ mode: 'fast' }),
        managedFields: [clientSideApply({}), entry('kubectl-edit', 'Update', MODE, V1)],
      },
      ['changed .data.mode manual manual-change'],
    ],
    [
      'a person changed it and changed it back: still theirs',
      {
        desired: settings({ mode: 'fast' }),
        live: settings({ mode: 'safe' }),
        lastApplied: settings({ mode: 'safe' }),
        managedFields: [clientSideApply({}), entry('kubectl-edit', 'Update', MODE, V1)],
      },
      ['changed .data.mode manual manual-change'],
    ],
    [
      'a controller changed it since',
      {
        desired: settings({ mode: 'fast' }),
        live: settings({ mode: 'safe' }),
        lastApplied: settings({ mode: 'fast' }),
        managedFields: [clientSideApply({}), entry('flagger', 'Update', MODE, V1)],
      },
      ['changed .data.mode operator operator-change'],
    ],
    [
      'missing, and not applied yet',
      {
        desired: settings({ mode: 'fast', color: 'blue' }),
        live: settings({ mode: 'fast' }),
        lastApplied: settings({ mode: 'fast' }),
        managedFields: [clientSideApply(MODE)],
      },
      ['missing .data.color unowned git-ahead'],
    ],
    [
      'missing, and removed since the last apply',
      {
        desired: settings({ mode: 'fast', color: 'blue' }),
        live: settings({ mode: 'fast' }),
        lastApplied: settings({ mode: 'fast', color: 'blue' }),
        managedFields: [clientSideApply(MODE)],
      },
      ['missing .data.color unowned missing-in-live'],
    ],
    [
      'removed from Git',
      {
        desired: settings({}),
        live: settings({ mode: 'safe' }),
        lastApplied: settings({ mode: 'safe' }),
        managedFields: [clientSideApply(MODE)],
      },
      ['extra .data.mode deployer git-ahead'],
    ],
    [
      'removed from Git, and changed before by a controller',
      {
        desired: settings({}),
        live: settings({ mode: 'slow' }),
        lastApplied: settings({ mode: 'safe' }),
        managedFields: [clientSideApply({}), entry('flagger', 'Update', MODE, V1)],
      },
      ['extra .data.mode operator operator-change'],
    ],
    [
      'no annotation',
      { desired: settings({ mode: 'fast' }), live: settings({ mode: 'safe' }), managedFields: [clientSideApply(MODE)] },
      ['changed .data.mode deployer deployer-change'],
    ],
    [
      'no managedFields',
      {
        desired: settings({ mode: 'fast' }),
        live: settings({ mode: 'safe' }),
        lastApplied: settings({ mode: 'safe' }),
      },
      ['changed .data.mode unowned git-ahead'],
    ],
    [
      'a deployer that keeps no annotation has applied since: an old one says nothing',
      {
        desired: settings({ mode: 'fast', color: 'blue' }),
        live: settings({ mode: 'safe' }),
        lastApplied: settings({ mode: 'safe' }),
        managedFields: [clientSideApply({}), entry('helm', 'Apply', MODE, V1)],
      },
      ['missing .data.color unowned missing-in-live', 'changed .data.mode deployer deployer-change'],
    ],
    [
      'a server-side apply of the GitOps manager leaves only its entry to ask',
      {
        desired: settings({ mode: 'fast', color: 'blue' }),
        live: settings({ mode: 'safe' }),
        lastApplied: settings({ mode: 'safe' }),
        managedFields: [entry('argocd-controller', 'Apply', MODE, V1)],
      },
      ['missing .data.color unowned missing-in-live', 'changed .data.mode gitops git-ahead'],
    ],
    [
      'Flux applies server-side, also where others have taken all its fields',
      {
        desired: settings({ mode: 'fast', color: 'blue' }, FLUX),
        live: settings({ mode: 'safe' }, FLUX),
        lastApplied: settings({ mode: 'safe' }, FLUX),
        managedFields: [clientSideApply(MODE)],
      },
      ['missing .data.color unowned missing-in-live', 'changed .data.mode deployer deployer-change'],
    ],
    [
      'kubectl keeps the annotation where it applies server-side',
      {
        desired: settings({ mode: 'fast', color: 'blue' }),
        live: settings({ mode: 'fast' }),
        lastApplied: settings({ mode: 'fast' }),
        managedFields: [
          entry('kubectl', 'Apply', MODE, V1),
          entry(
            'kubectl-last-applied',
            'Apply',
            { 'f:metadata': { 'f:annotations': { [`f:${LAST_APPLIED}`]: {} } } },
            V1,
          ),
        ],
      },
      ['missing .data.color unowned git-ahead'],
    ],
    [
      'Argo CD that applies client-side',
      {
        desired: settings({ mode: 'fast', color: 'blue' }),
        live: settings({ mode: 'safe' }),
        lastApplied: settings({ mode: 'safe' }),
        managedFields: [
          entry(
            'argocd-controller',
            'Update',
            { 'f:metadata': { 'f:annotations': { [`f:${LAST_APPLIED}`]: {} } }, ...MODE },
            V1,
          ),
        ],
      },
      ['missing .data.color unowned git-ahead', 'changed .data.mode gitops git-ahead'],
    ],
  ])('%s', (_, world, expected) => {
    expect(lines(judge(world).drift)).toEqual(expected);
  });

  it('compares what the last apply set as the server would, so other text for a quantity is no change', () => {
    const pods = (cpu: string): string => `
apiVersion: v1
kind: Pod
metadata: {name: catalog, namespace: marketplace}
spec: {containers: [{name: web, image: catalog, resources: {limits: {cpu: ${cpu}}}}]}`;
    const report = judge({ desired: pods('"2"'), live: pods('"1"'), lastApplied: pods('1000m') });
    expect(report.drift.map(({ explanation }) => explanation.code)).toEqual(['git-ahead']);
  });

  it('tells a container that somebody changed before Git removed it', () => {
    const pod = (containers: string): string => `
apiVersion: v1
kind: Pod
metadata: {name: catalog, namespace: marketplace}
spec: {containers: [{name: web, image: catalog}${containers}]}`;
    const held = { 'f:spec': { 'f:containers': { 'k:{"name":"log"}': { '.': {}, 'f:name': {} } } } };
    const image = { 'f:spec': { 'f:containers': { 'k:{"name":"log"}': { 'f:image': {} } } } };
    const removed = (live: string) =>
      judge({
        desired: pod(''),
        live: pod(`, {name: log, image: "${live}"}`),
        lastApplied: pod(', {name: log, image: "log:1"}'),
        managedFields: [clientSideApply(held), entry('kubectl-set', 'Update', image, V1)],
      });
    const codes = (live: string) => removed(live).drift.map(({ explanation }) => explanation.code);
    expect(codes('log:1')).toEqual(['git-ahead']);
    expect(codes('log:hotfix')).not.toContain('git-ahead');
  });

  it.each<[string, string]>([
    ['cut off', '{"apiVersion": "v1", "data": {"mode": "sa'],
    ['a list', '[]'],
    ['without metadata', '{"data": {"mode": "safe"}}'],
  ])('an annotation that is %s counts as absent', (_, text) => {
    const live = JSON.parse(settings({ mode: 'safe' })) as { metadata: JsonObject };
    const annotated = { ...live, metadata: { ...live.metadata, annotations: { [LAST_APPLIED]: text } } };
    const report = judge({
      desired: settings({ mode: 'fast' }),
      live: JSON.stringify(annotated),
      managedFields: [clientSideApply(MODE)],
    });
    expect(lines(report.drift)).toEqual(['changed .data.mode deployer deployer-change']);
  });
});

describe('a port that was renumbered', () => {
  const service = (port: number): string => `
apiVersion: v1
kind: Service
metadata: {name: catalog, namespace: marketplace}
spec:
  type: ClusterIP
  selector: {app: catalog}
  ports: [{name: http, port: ${port}, protocol: TCP, targetPort: 8080}]`;
  const port = (number: number): JsonObject => ({
    'f:spec': {
      'f:ports': {
        [`k:{"port":${number},"protocol":"TCP"}`]: {
          '.': {},
          'f:name': {},
          'f:port': {},
          'f:protocol': {},
          'f:targetPort': {},
        },
      },
    },
  });
  const codes = (world: World): (string | undefined)[] => {
    const { drift, undeclared } = judge(world);
    return [...drift, ...undeclared].map(({ change, explanation }) => `${change} ${explanation.code}`);
  };

  it('by a person is theirs, and its missing half says where it went', () => {
    const world: World = {
      desired: service(80),
      live: service(81),
      managedFields: [entry('kubectl-edit', 'Update', port(81), V1)],
    };
    expect(codes(world)).toEqual(['missing renumbered', 'extra undeclared-manual']);
    const { drift, undeclared } = judge(world);
    expect(drift[0]?.explanation.message).toContain('live has this item as .spec.ports[port=81,protocol="TCP"]');
    expect(undeclared[0]?.explanation.message).toContain('declares this item as .spec.ports[port=80,protocol="TCP"]');
  });

  it('in Git, applied server-side, is Git being ahead on both halves', () => {
    expect(
      codes({
        desired: service(80),
        live: service(81),
        managedFields: [entry('argocd-controller', 'Apply', port(81), V1)],
      }),
    ).toEqual(['missing git-ahead', 'extra git-ahead']);
  });

  it('in Git, applied client-side, is Git being ahead on both halves', () => {
    expect(
      codes({
        desired: service(80),
        live: service(81),
        lastApplied: service(81),
        managedFields: [clientSideApply(port(81))],
      }),
    ).toEqual(['missing git-ahead', 'extra git-ahead']);
  });
});
