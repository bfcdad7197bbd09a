import { expect, it } from 'vitest';
import { readApplication } from '../../../src/gitops/argocd/read-application.js';
import { trackingIdOf, withTrackingMarks } from '../../../src/gitops/argocd/tracking.js';
import { settingsOf, shop, thing } from './tiny-world.js';

const config = thing('v1', 'ConfigMap', 'settings');

it('cuts a label to 63 characters that end with a letter or digit, and leaves the id whole', () => {
  const name = `${'a'.repeat(60)}--bcd`;
  const application = { ...readApplication(shop(), { where: 'the test' }), instanceName: name };
  const both = withTrackingMarks(
    config,
    application,
    settingsOf({ 'application.resourceTrackingMethod': 'annotation+label' }),
  );
  expect(both.metadata.labels).toEqual({ 'app.kubernetes.io/instance': `${'a'.repeat(60)}--b` });
  expect(both.metadata.annotations).toEqual({ 'argocd.argoproj.io/tracking-id': `${name}:/ConfigMap:shop/settings` });
  const dashes = { ...application, instanceName: `${'a'.repeat(60)}---bcd` };
  const cut = withTrackingMarks(
    config,
    dashes,
    settingsOf({ 'application.resourceTrackingMethod': 'annotation+label' }),
  );
  expect(cut.metadata.labels).toEqual({ 'app.kubernetes.io/instance': 'a'.repeat(60) });
  const label = withTrackingMarks(config, application, settingsOf({ 'application.resourceTrackingMethod': 'label' }));
  expect(label.metadata.labels).toEqual({ 'app.kubernetes.io/instance': name });
});

it('marks with the installation, and takes the mark of another one off', () => {
  const application = readApplication(shop(), { where: 'the test' });
  const marked = withTrackingMarks(config, application, settingsOf({ installationID: 'north' }));
  expect(marked.metadata.annotations).toMatchObject({ 'argocd.argoproj.io/installation-id': 'north' });
  expect(withTrackingMarks(marked, application, settingsOf({})).metadata.annotations).toEqual({
    'argocd.argoproj.io/tracking-id': 'shop:/ConfigMap:shop/settings',
  });
});

it.each([
  [
    'shop:apps/Deployment:shop/web',
    { application: 'shop', group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'web' },
  ],
  [
    'team_shop:/ConfigMap:shop/web:blue',
    { application: 'team_shop', group: '', kind: 'ConfigMap', namespace: 'shop', name: 'web:blue' },
  ],
  ['shop:apps/Deployment', undefined],
  ['shop:Deployment:shop/web', undefined],
  ['shop:apps/Deployment:shop/web/more', undefined],
  ['', undefined],
])('reads the id %j', (id, parts) => {
  const object = thing('v1', 'ConfigMap', 'x', { metadata: { annotations: { 'argocd.argoproj.io/tracking-id': id } } });
  expect(trackingIdOf(object, settingsOf({}))).toEqual(parts);
});
