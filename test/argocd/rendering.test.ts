import { describe, expect, it } from 'vitest';
import { renderArgoSources } from '../../src/compositions/argocd/argo-sources.js';
import { unwrapLists } from '../../src/desired/unwrap-lists.js';
import { readApplication } from '../../src/gitops/argocd/read-application.js';
import { field } from '../../src/model/json.js';
import { argoRepositories } from '../../src/source/argocd/open-repository.js';
import {
  applicationOf,
  canonical,
  canRender,
  documentsOf,
  REPOSITORY,
  repositoryOf,
  verdictNames,
} from './verdict-folders.js';

/** What every rendering gets of the process. */
const TOOLS = {
  env: process.env,
  cwd: process.cwd(),
  now: new Date('2026-11-30T12:00:00Z'),
  readStdin: async () => '',
  progress: () => {},
  warn: () => {},
  signal: new AbortController().signal,
};

describe('the sources of an Application render as the repo server rendered them', () => {
  it.each(verdictNames.filter((name) => canRender(name) && isRendered(name)))('%s', async (name) => {
    const repository = repositoryOf(name);
    try {
      const repositories = argoRepositories({ clones: [{ url: REPOSITORY, folder: repository.folder }] }, TOOLS);
      const application = readApplication(applicationOf(name), { where: name });
      const context = { repositories, settings: {}, kubeVersion: 'v1.36.3', apiVersions: async () => [] };
      const rendered = await renderArgoSources(application, context, TOOLS);
      await repositories.close();
      const wanted = documentsOf(name, 'desired.rendered.yaml');
      if (wanted === undefined) {
        expect(rendered.fault?.message).toBeDefined();
        return;
      }
      expect(rendered.fault?.message).toBeUndefined();
      const objects = rendered.documents.flatMap(unwrapLists).map(({ value }) => canonical(value));
      expect(objects.sort()).toEqual(wanted.map(canonical).sort());
    } finally {
      repository.close();
    }
  });
});

/** An application with an invalid spec is never rendered. */
function isRendered(name: string): boolean {
  const [expected] = documentsOf(name, 'expect.yaml') ?? [];
  return !JSON.stringify(field(expected, 'conditions') ?? []).includes('InvalidSpecError');
}
