import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { dropOrIgnore } from '../../src/explain/overlap-fix.js';
import { CATALOG } from './worlds.js';

const overlap = {
  resource: CATALOG,
  pointer: '/spec/replicas',
  path: '.spec.replicas',
  origin: { file: 'apps/catalog/deploy.yaml', line: 7 },
  appliedBy: 'other',
  ownedByGitopsAlone: false,
  lastApplied: false,
} as const;

describe('the smallest change that ends a fight', () => {
  it('names the line to drop', () => {
    expect(dropOrIgnore(overlap)).toEqual({ message: 'drop .spec.replicas from Git (apps/catalog/deploy.yaml:7)' });
  });

  it('warns where nobody else holds the live value', () => {
    expect(dropOrIgnore({ ...overlap, ownedByGitopsAlone: true }).message).toContain(
      'may reset it to its default once',
    );
  });

  it('takes the field out of the last-applied annotation first, where a client-side apply would reset it', () => {
    expect(dropOrIgnore({ ...overlap, lastApplied: true }).message).toMatch(
      /^drop \.spec\.replicas from Git \(apps\/catalog\/deploy\.yaml:7\), but first from the last-applied annotation, .* kubectl apply edit-last-applied deployment\/catalog -n marketplace$/,
    );
  });

  it('writes out a rule of Argo CD for this one field', () => {
    const { message, paste = '' } = dropOrIgnore({ ...overlap, appliedBy: 'argocd' });
    expect(message).toMatch(/; or keep it and let the controller leave this one field alone: in the Application$/);
    expect(load(paste)).toEqual({
      spec: {
        ignoreDifferences: [
          {
            group: 'apps',
            kind: 'Deployment',
            name: 'catalog',
            namespace: 'marketplace',
            jsonPointers: ['/spec/replicas'],
          },
        ],
        syncPolicy: { syncOptions: ['RespectIgnoreDifferences=true'] },
      },
    });
  });

  it('writes out a rule of Flux, where names are expressions', () => {
    const resource = { ...CATALOG, name: 'catalog.v2' };
    const { paste = '' } = dropOrIgnore({ ...overlap, resource, appliedBy: 'flux' });
    expect(load(paste)).toEqual({
      spec: {
        ignore: [
          {
            paths: ['/spec/replicas'],
            target: { group: 'apps', kind: 'Deployment', name: '^catalog\\.v2$', namespace: '^marketplace$' },
          },
        ],
      },
    });
  });
});
