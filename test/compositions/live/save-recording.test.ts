import { expect, it } from 'vitest';
import type { Tools } from '../../../src/cli/engine.js';
import { savedAs } from '../../../src/compositions/live/save-recording.js';
import type { Cluster } from '../../../src/model/live.js';
import type { DesiredObject } from '../../../src/model/resource.js';

const settings = { group: '', version: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'settings' };
const routes = { ...settings, name: 'routes' };
const project = {
  group: 'argoproj.io',
  version: 'v1alpha1',
  kind: 'AppProject',
  namespace: 'argocd',
  name: 'default',
};

it.each([
  [[], [project], '1 object could not be read: AppProject argocd/default (not served)'],
  [[settings], [project], '1 object could not be read: AppProject argocd/default (not served)'],
  [
    [settings],
    [settings, project],
    '2 objects could not be read: ConfigMap shop/settings (not served), AppProject argocd/default (not served)',
  ],
  [[settings, routes], [settings], '1 of 2 objects could not be read: ConfigMap shop/settings (not served)'],
  [[settings], [settings], '1 of 1 object could not be read: ConfigMap shop/settings (not served)'],
])(
  'counts what could not be read among the declared objects only where it is one of them',
  async (refs, unread, said) => {
    const destination = { namespace: 'shop', version: 'v1.36.3' };
    const warnings: string[] = [];
    await savedAs(
      {
        live: [],
        desired: [],
        index: {
          format: 1,
          recordedAt: '2026-11-30T12:00:00Z',
          destination,
          kinds: [],
          listed: [],
          missing: [],
          unreadable: unread.map((ref) => ({ ...ref, reason: 'not served' })),
          secrets: [],
          apiVersions: [],
          schemas: { kinds: {}, types: {} },
        },
      },
      refs.map((ref) => ({ ref }) as DesiredObject),
      { destination } as Cluster,
      { warn: (warning: string) => warnings.push(warning) } as unknown as Tools,
    );
    expect(warnings).toEqual([said]);
  },
);
