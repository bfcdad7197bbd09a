import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load, loadAll } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { incidentRepository } from '../record/incident-repository.js';
import { hasGit } from '../source/repositories.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const text = (file: string): string => readFileSync(join(root, file), 'utf8');
interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}
const workflow = load(text('examples/github/drift.yml')) as {
  jobs: { catalog: { steps: readonly Step[] } };
};
const action = load(text('action.yml')) as { inputs: object; outputs: object };

let world = '';
beforeAll(() => {
  world = mkdtempSync(join(tmpdir(), 'gitdrift-test-'));
  for (const name of ['origin', 'bin']) mkdirSync(join(world, name));
  symlinkSync(join(root, 'bin/gitdrift.js'), join(world, 'bin/gitdrift'));
  incidentRepository(join(world, 'origin'));
  execFileSync('git', ['clone', '--quiet', '--branch=request', join(world, 'origin'), join(world, 'checkout')]);
});
afterAll(() => rmSync(world, { recursive: true, force: true }));

const env = (more: Readonly<Record<string, string>>) => ({
  ...{ PATH: `${join(world, 'bin')}:${process.env.PATH}`, HOME: world, GIT_CONFIG_NOSYSTEM: '1', CI: 'true' },
  ...{ GITDRIFT_LIVE: join(root, 'fixtures/incident/hotfix.json'), GITOPS_REPO: join(world, 'origin') },
  ...more,
});

describe('the workflow of examples/github', () => {
  const steps = workflow.jobs.catalog.steps;

  it('gives the action inputs that it has, and asks for outputs that it has', () => {
    const given = steps.find(({ uses }) => uses?.startsWith('gitdrift/gitdrift@'))?.with ?? {};
    expect(Object.keys(given).length).toBeGreaterThan(0);
    expect(Object.keys(given).filter((name) => !Object.hasOwn(action.inputs, name))).toEqual([]);
    const asked = [...text('examples/github/drift.yml').matchAll(/steps\.drift\.outputs\.([\w-]+)/g)];
    expect(asked.map(([, name = '']) => name).filter((name) => !Object.hasOwn(action.outputs, name))).toEqual([]);
    expect(asked.length).toBeGreaterThan(0);
  });

  it('puts no expression into a script, which could be an injection', () => {
    const scripts = steps.flatMap((step) => [step.run, step.with?.script]).filter((script) => script !== undefined);
    expect(scripts.length).toBeGreaterThan(1);
    for (const script of scripts) expect(script).not.toContain('${{');
  });

  it('writes a kubeconfig that nobody else can read', () => {
    const script = steps.find(({ run }) => run?.includes('kubeconfig'))?.run ?? '';
    execFileSync(
      'bash',
      ['--norc', '-euo', 'pipefail', '-c', `${script}\nstat -c %a "$RUNNER_TEMP/kubeconfig" > mode`],
      {
        cwd: world,
        env: env({ RUNNER_TEMP: world, KUBECONFIG_TEXT: 'apiVersion: v1\nkind: Config' }),
      },
    );
    expect(readFileSync(join(world, 'kubeconfig'), 'utf8')).toBe('apiVersion: v1\nkind: Config\n');
    expect(readFileSync(join(world, 'mode'), 'utf8').trim()).toBe('600');
  });

  it('finds its own comment again and writes it anew', async () => {
    const script = steps.map((step) => step.with?.script).find((found) => found !== undefined) ?? '';
    const comment = join(world, 'comment.md');
    writeFileSync(comment, '<!-- gitdrift:catalog -->\n\nnew');
    const calls: unknown[] = [];
    const run = async (comments: readonly unknown[]): Promise<void> => {
      const context = { repo: { owner: 'shop', repo: 'config' }, issue: { number: 7 } };
      const issues = {
        updateComment: async (given: object) => calls.push({ update: given }),
        createComment: async (given: object) => calls.push({ create: given }),
      };
      const github = { paginate: async () => comments, rest: { issues } };
      const body = new Function('context', 'github', 'require', 'process', `return (async () => {${script}})()`);
      const { createRequire } = await import('node:module');
      await body(context, github, createRequire(import.meta.url), { env: { COMMENT: comment } });
    };
    await run([]);
    await run([
      { id: 1, user: { type: 'User' }, body: '<!-- gitdrift:catalog -->\nquoted by a person' },
      { id: 2, user: { type: 'Bot' }, body: '<!-- gitdrift:other -->\nanother' },
      { id: 3, user: { type: 'Bot' }, body: '<!-- gitdrift:catalog -->\nold' },
    ]);
    const body = '<!-- gitdrift:catalog -->\n\nnew';
    expect(calls).toEqual([
      { create: { owner: 'shop', repo: 'config', issue_number: 7, body } },
      { update: { owner: 'shop', repo: 'config', comment_id: 3, body } },
    ]);
  });
});

describe.skipIf(!hasGit)('the job of examples/gitlab', () => {
  it('fails as the gate does and leaves every file that it names', () => {
    const { drift } = load(text('examples/gitlab/.gitlab-ci.yml')) as {
      drift: {
        variables: Readonly<Record<string, string>>;
        script: readonly string[];
        artifacts: { paths: readonly string[]; reports: Readonly<Record<string, string>> };
      };
    };
    const cwd = join(world, 'checkout');
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['--norc', '-euo', 'pipefail', '-c', drift.script.join('\n')],
      {
        cwd,
        encoding: 'utf8',
        env: env({ ...drift.variables, CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main' }),
      },
    );
    expect({ status, stderr }).toMatchObject({ status: 1 });
    expect(stdout).toContain('gate: FAILED, 1 unexplained drift');
    expect(stdout).toContain('Git changed it since base');
    const files = [...drift.artifacts.paths, ...Object.values(drift.artifacts.reports)];
    expect(files).toHaveLength(4);
    expect(files.filter((file) => !existsSync(join(cwd, file)))).toEqual([]);
  });
});

describe.skipIf(!hasGit)('the pods of examples', () => {
  const argumentsIn = (file: string): readonly string[] =>
    loadAll(text(file))
      .flatMap((object) => [...JSON.stringify(object).matchAll(/"args":(\[[^\]]*\])/g)])
      .flatMap(([, args = '[]']) => JSON.parse(args) as string[]);

  it('print the report to the log, and fail where the gate does: CronJob', () => {
    const args = argumentsIn('examples/cronjob/gitdrift.yaml');
    const { status, stdout, stderr } = spawnSync(join(world, 'bin/gitdrift'), args, {
      encoding: 'utf8',
      env: env({ TMPDIR: world }),
    });
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ applications: [{ name: 'catalog', sync: { status: 'OutOfSync' } }] });
  });

  it.each([
    ['hotfix', 1],
    ['reverted', 0],
  ])('stop a sync that takes a hotfix back, and no other: PreSync with %s', (recording, expected) => {
    const args = argumentsIn('examples/argocd-presync/job.yaml');
    const live = join(root, `fixtures/incident/${recording}.json`);
    const { status } = spawnSync(join(world, 'bin/gitdrift'), args, {
      encoding: 'utf8',
      env: env({ TMPDIR: world, GITDRIFT_LIVE: live }),
    });
    expect(status).toBe(expected);
  });
});

it('every example has a page, and every link of the pages leads somewhere', () => {
  const found = readdirSync(join(root, 'examples'), { withFileTypes: true });
  const folders = found.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(folders.sort()).toEqual(['argocd-presync', 'cronjob', 'github', 'gitlab', 'image']);
  const pages = [
    ...folders.map((name) => `examples/${name}/README.md`),
    ...['guides', 'reference'].flatMap((name) =>
      readdirSync(join(root, 'docs', name)).map((file) => `docs/${name}/${file}`),
    ),
  ];
  const broken = pages.flatMap((page) =>
    [...text(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(root, dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);
});
