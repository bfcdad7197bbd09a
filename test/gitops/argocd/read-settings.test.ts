import { describe, expect, it } from 'vitest';
import { isExcludedKind } from '../../../src/gitops/argocd/excluded-kinds.js';
import { readSettings } from '../../../src/gitops/argocd/read-settings.js';
import { settingsOf } from './tiny-world.js';

it('is as shipped without a ConfigMap', () => {
  expect(readSettings()).toMatchObject({
    trackingMethod: 'annotation',
    instanceLabelKey: 'app.kubernetes.io/instance',
    installationId: '',
    ignoreResourceStatus: 'all',
    ignoreAggregatedRoles: false,
    serverSideDiff: false,
    ignoreDifferences: [],
    healthScripts: [],
    faults: [],
  });
});

it.each([
  ['all', 'all'],
  ['crd', 'crd'],
  ['none', 'none'],
  ['off', 'none'],
  ['"off"', 'none'],
  ['false', 'none'],
  ['sometimes', 'all'],
])('ignoreResourceStatusField: %s counts as %s', (written, says) => {
  const settings = settingsOf({
    'resource.compareoptions': `ignoreResourceStatusField: ${written}\nignoreAggregatedRoles: true\n`,
  });
  expect(settings).toMatchObject({ ignoreResourceStatus: says, ignoreAggregatedRoles: true });
});

it('takes dry runs from the other ConfigMap', () => {
  const parameters = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {},
    data: { 'controller.diff.server.side': 'true' },
  };
  expect(readSettings(undefined, parameters).serverSideDiff).toBe(true);
});

describe('customizations', () => {
  const settings = settingsOf({
    'resource.customizations': [
      'apps/Deployment:',
      '  ignoreDifferences: |',
      '    jsonPointers: [/spec/replicas]',
      'cert.test/Certificate:',
      '  health.lua: return old',
      '  health.lua.useOpenLibs: true',
      '  knownTypeFields: [{field: spec.size, type: core/Quantity}]',
    ].join('\n'),
    'resource.customizations.ignoreDifferences.apps_Deployment': 'jqPathExpressions: [.spec.paused]\n',
    'resource.customizations.ignoreDifferences.all': 'managedFieldsManagers: [night-shift]\n',
    'resource.customizations.health.cert.test_Certificate': 'return new',
    'resource.customizations.health.ConfigMap': 'return core',
    'resource.customizations.ignoreResourceUpdates.all': 'jsonPointers: [/status]\n',
    'resource.customizations.actions.apps_Deployment': 'discovery.lua: x',
  });

  it('with keys of their own replace those of the old block', () => {
    expect(settings.ignoreDifferences).toEqual([
      expect.objectContaining({ group: '*', kind: '*', overrideKey: '*/*', managedFieldsManagers: ['night-shift'] }),
      expect.objectContaining({
        group: 'apps',
        kind: 'Deployment',
        jsonPointers: [],
        jqPathExpressions: ['.spec.paused'],
        origin: 'resource.customizations.ignoreDifferences.apps_Deployment',
      }),
    ]);
    expect(settings.healthScripts).toEqual([
      { group: '', kind: 'ConfigMap', script: 'return core', useOpenLibs: false },
      { group: 'cert.test', kind: 'Certificate', script: 'return new', useOpenLibs: true },
    ]);
    expect(settings.knownTypeFields).toEqual({
      'cert.test/Certificate': [{ field: 'spec.size', type: 'core/Quantity' }],
    });
    expect(settings.faults).toEqual([]);
  });

  it.each([
    ['resource.customizations', 'apps/Deployment: {', 'the key resource.customizations of argocd-cm is no valid YAML'],
    ['resource.customizations.ignoreDifferences.apps_Deployment', 'jsonPointers: [', 'is no valid YAML'],
    ['resource.customizations.health.apps_Deployment_x', 'return', 'does not end with a group and kind joined by _'],
    ['resource.customizations.colour.apps_Deployment', 'red', 'customizes colour, which Argo CD does not know'],
  ])('that cannot be read are told: %s', (key, value, says) => {
    expect(settingsOf({ [key]: value }).faults).toEqual([expect.stringContaining(says)]);
  });
});

describe('kinds that are not looked at', () => {
  const server = 'https://kubernetes.default.svc';
  const excluded = (group: string, kind: string, data = {}): boolean =>
    isExcludedKind({ group, kind }, server, settingsOf(data));

  it.each([
    ['', 'Event', {}, true],
    ['', 'ConfigMap', {}, false],
    ['', 'Endpoints', {}, true],
    ['', 'Endpoints', { 'resource.exclusions': '' }, false],
    ['coordination.k8s.io', 'Lease', { 'resource.exclusions': '' }, true],
    ['events.k8s.io', 'Event', {}, true],
    ['apps', 'Deployment', { 'resource.exclusions': '- {apiGroups: ["a*"], kinds: ["*"]}' }, true],
    ['apps', 'Deployment', { 'resource.exclusions': '- {kinds: [Deploy]}' }, false],
    ['apps', 'Deployment', { 'resource.exclusions': '- {kinds: [Deployment], clusters: ["https://other*"]}' }, false],
    ['apps', 'Deployment', { 'resource.inclusions': '- {apiGroups: [apps]}' }, false],
    ['', 'ConfigMap', { 'resource.inclusions': '- {apiGroups: [apps]}' }, true],
    ['', 'ConfigMap', { 'resource.inclusions': '- {apiGroups: [apps], clusters: [https://other]}' }, false],
  ])('%s %s with %j: %s', (group, kind, data, says) => {
    expect(excluded(group, kind, data)).toBe(says);
  });
});
