import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.js';
import type { Rendered } from '../../../src/model/source.js';
import { type Build, keepBuilds } from '../../../src/render/argocd/kept-builds.js';

const NOTHING: Rendered = { renderer: { name: 'kustomize', version: 'v5.8.1' }, documents: [], findings: [] };
const build = (name: string, options: JsonObject = {}, more: Partial<Build> = {}): Build => ({
  ...{ folder: '/clone/overlays/prod', options, environment: { ARGOCD_APP_NAME: name }, buildOptions: '' },
  ...more,
});

async function made(builds: readonly Build[], most?: number): Promise<number> {
  const kept = keepBuilds(most);
  let count = 0;
  for (const one of builds) {
    await kept.of(one, async () => {
      count += 1;
      return NOTHING;
    });
  }
  return count;
}

it.each<[string, number, readonly Build[]]>([
  ['two applications', 1, [build('eu'), build('us')]],
  ['the same options', 1, [build('eu', { namePrefix: 'a-' }), build('us', { namePrefix: 'a-' })]],
  ['other options', 2, [build('eu', { namePrefix: 'a-' }), build('eu', { namePrefix: 'b-' })]],
  ['another folder', 2, [build('eu'), build('eu', {}, { folder: '/clone/overlays/test' })]],
  [
    'other build options',
    2,
    [build('eu'), build('eu', {}, { buildOptions: '--load-restrictor LoadRestrictionsNone' })],
  ],
  [
    'options that name the application',
    2,
    ['eu', 'us'].map((name) => build(name, { commonAnnotations: { app: '$ARGOCD_APP_NAME' } })),
  ],
])('%s of one source are built %i times', async (_what, times, builds) => {
  expect(await made(builds)).toBe(times);
});

it('the builds asked for last are kept, and no more', async () => {
  const of = (name: string): Build => build('eu', {}, { folder: `/clone/${name}` });
  expect(await made(['a', 'b', 'a', 'c', 'a', 'b'].map(of), 2)).toBe(4);
});

it('a build that fails fails for all who ask for it', async () => {
  const kept = keepBuilds();
  let count = 0;
  const fail = async (): Promise<Rendered> => {
    count += 1;
    throw new Error('no such base');
  };
  for (const name of ['eu', 'us']) await expect(kept.of(build(name), fail)).rejects.toThrow('no such base');
  expect(count).toBe(1);
});
