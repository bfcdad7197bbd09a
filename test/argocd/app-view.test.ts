import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.js';
import { application, manifest, runWorld, SHOP, tracked, type World } from './world.js';

const COMMIT = '3f2a91c0d7be4a1c9b7c8e2f1a0d5c6b7a8e9f01';
const NAMES = ['cart', 'catalog-prod', 'checkout', 'payments', 'search'];
const DECLARED = { mode: 'fast', level: '3', region: 'eu' };

/** What live holds of an application's ConfigMap after a program wrote these keys. */
function written(name: string, manager: string, data: JsonObject): JsonObject {
  const whole = tracked(name, DECLARED, { application: name });
  const fields = (keys: readonly string[]): JsonObject => ({
    'f:data': Object.fromEntries(keys.map((key) => [`f:${key}`, {}])),
  });
  const entry = (by: string, keys: readonly string[]): JsonObject => ({
    ...{ manager: by, operation: 'Update', apiVersion: 'v1', time: '2026-11-30T11:00:00Z' },
    ...{ fieldsType: 'FieldsV1', fieldsV1: fields(keys) },
  });
  const rest = Object.keys(DECLARED).filter((key) => !Object.hasOwn(data, key));
  return {
    ...whole,
    metadata: {
      ...(whole.metadata as JsonObject),
      managedFields: [entry('argocd-controller', rest), entry(manager, Object.keys(data))],
    },
    data: { ...DECLARED, ...data },
  };
}

function recorded(sync: string, health: string): JsonObject {
  return {
    sync: { status: sync, revision: COMMIT },
    health: { status: health },
    reconciledAt: '2026-11-30T11:56:00Z',
  };
}

/** Five applications: in order, changed by hand, by helm, an object gone, and one whose repository cannot be reached. */
const FIVE: World = {
  applications: NAMES.map((name) =>
    application({
      name,
      spec: {
        source: {
          repoURL: name === 'search' ? 'https://git.invalid/team/search.git' : SHOP,
          path: `apps/${name}`,
          targetRevision: 'main',
        },
      },
      ...(name === 'payments' ? {} : { status: recorded(name === 'cart' ? 'Synced' : 'OutOfSync', 'Healthy') }),
    }),
  ),
  repositories: {
    [SHOP]: Object.fromEntries(NAMES.map((name) => [`apps/${name}/settings.yaml`, `${manifest(name, DECLARED)}\n`])),
  },
  live: [
    tracked('cart', DECLARED, { application: 'cart' }),
    written('catalog-prod', 'kubectl-edit', { mode: 'slow' }),
    written('checkout', 'helm', { mode: 'slow', level: '4' }),
  ],
  args: ['--all-apps', '--no-color'],
};

const steady = (text: string): string =>
  text.replace(/\/tmp\/[\w-]+/g, '/tmp/folder').replace(/@[0-9a-f]{7}\b/g, '@3f2a91c');

describe('status of applications', () => {
  it.each([
    ['wide', 160],
    ['at 80 columns', 80],
    ['at 40 columns', 40],
  ] as const)('is readable %s', async (what, columns) => {
    const { out, code } = await runWorld({ ...FIVE, command: 'status', columns });
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
    expect(code).toBe(3);
    await expect(steady(out)).toMatchFileSnapshot(`transcripts/status-${what.replaceAll(' ', '-')}.txt`);
  });
});

describe('diff of five applications', () => {
  it('begins with all of them', async () => {
    const { out, code } = await runWorld({ ...FIVE, columns: 100 });
    expect(code).toBe(1);
    await expect(steady(out)).toMatchFileSnapshot('transcripts/diff-five.txt');
  });

  it('says what can be done about a repository that cannot be reached, once', async () => {
    const { out } = await runWorld({ ...FIVE, args: ['--app', 'search', '--no-color'], columns: 200 });
    expect(out.match(/Could not resolve host/g)).toHaveLength(1);
    expect(out.replace(/\s+/g, ' ')).toMatch(
      /^search Unknown Unknown nothing could be compared Unknown: Git could not read/,
    );
    expect(out).toContain('Sync and health are Unknown.');
    expect(out).toContain('--repo-map https://git.invalid/team/search.git=DIR');
  });
});

describe('commands that are proposed', () => {
  it('are those of the kubectl plugin where that was started', async () => {
    const args = ['--app', 'catalog-prod', '--no-color'];
    const { out } = await runWorld({ ...FIVE, args, program: 'kubectl gitdrift' });
    expect(out).toMatch(/kubectl gitdrift explain configmap\/catalog-prod .data.mode --app catalog-prod/);
    const status = await runWorld({ ...FIVE, args, program: 'kubectl gitdrift', command: 'status' });
    expect(status.err).toMatch(/hint: kubectl gitdrift diff --app catalog-prod/);
  });
});
