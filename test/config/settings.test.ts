import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/command-table.js';
import { parseDuration } from '../../src/config/duration.js';
import type { FlagName } from '../../src/config/flags.js';
import { FLAGS, variableOf } from '../../src/config/flags.js';
import { analyzeRequest, liveOptions } from '../../src/config/options.js';
import { outputOptions } from '../../src/config/output-options.js';
import { readSettings, type Settings, unknownVariables } from '../../src/config/settings.js';
import { GitdriftError } from '../../src/model/errors.js';

type Env = Readonly<Record<string, string>>;

function settings(given: Partial<Record<FlagName, readonly string[]>>, env: Env = {}, path?: string): Settings {
  const flags = new Map(Object.entries(given) as [FlagName, readonly string[]][]);
  return readSettings(Object.keys(FLAGS) as FlagName[], flags, { all: path === undefined ? [] : [path], path }, env);
}

/** The sentence and the hint of the usage error that `action` must throw. */
function usage(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof GitdriftError && error.code === 'usage') return `${error.message} | ${error.hint ?? ''}`;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('durations', () => {
  it.each<[string, number | undefined]>([
    ['30s', 30_000],
    ['1h30m', 5_400_000],
    ['1.5h', 5_400_000],
    ['250ms', 250],
    ['7d', 604_800_000],
    ['30', 30_000],
    ['0', 0],
    ['', undefined],
    ['soon', undefined],
    ['-5s', undefined],
    ['5 s', undefined],
    ['5s later', undefined],
    ['1e3s', undefined],
    ['99999999999999999999d', undefined],
  ])('reads %j as %s ms', (text, expected) => {
    expect(parseDuration(text)).toBe(expected);
  });
});

describe('flags and environment', () => {
  it.each<[string, Partial<Record<FlagName, readonly string[]>>, Env, FlagName, unknown]>([
    ['a flag', { context: ['prod-eu'] }, {}, 'context', 'prod-eu'],
    ['the last of a flag given twice', { context: ['a', 'b'] }, {}, 'context', 'b'],
    ['the environment', {}, { GITDRIFT_CONTEXT: 'prod-eu' }, 'context', 'prod-eu'],
    ['the flag before the environment', { context: ['cli'] }, { GITDRIFT_CONTEXT: 'env' }, 'context', 'cli'],
    ['an empty variable as none', {}, { GITDRIFT_CONTEXT: '' }, 'context', undefined],
    ['a switch of the environment', {}, { GITDRIFT_RECURSIVE: 'true' }, 'recursive', true],
    ['a switch that the environment turns off', {}, { GITDRIFT_NO_EXIT_CODE: '0' }, 'no-exit-code', false],
    ['a list with commas', {}, { GITDRIFT_FAIL_ON: 'manual, degraded' }, 'fail-on', ['manual', 'degraded']],
    ['helm values with commas of their own', {}, { GITDRIFT_SET: 'a=1,b=2\nc=3' }, 'set', ['a=1,b=2', 'c=3']],
    ['a duration', { 'request-timeout': ['5m'] }, {}, 'request-timeout', 300_000],
    ['a number', {}, { GITDRIFT_CONCURRENCY: '4' }, 'concurrency', 4],
  ])('reads %s', (_, given, env, name, expected) => {
    expect(settings(given, env).values[name]).toEqual(expected);
  });

  it.each<[Partial<Record<FlagName, readonly string[]>>, Env, string]>([
    [
      { 'request-timeout': ['soon'] },
      {},
      '--request-timeout cannot read the duration "soon" | write it as 30s, 5m, 24h or 7d',
    ],
    [
      {},
      { GITDRIFT_MAX_PENDING: 'soon' },
      'GITDRIFT_MAX_PENDING cannot read the duration "soon" | write it as 30s, 5m, 24h or 7d',
    ],
    [{ concurrency: ['0'] }, {}, '--concurrency wants a whole number from 1 on, not "0" | give it as --concurrency=8'],
    [{ renderer: ['kustomise'] }, {}, '--renderer has no choice "kustomise" | did you mean kustomize?'],
    [{ time: ['iso8601'] }, {}, '--time has no choice "iso8601" | choose one of relative, full'],
    [
      {},
      { GITDRIFT_RECURSIVE: 'maybe' },
      'GITDRIFT_RECURSIVE is a switch and cannot be "maybe" | set it to true or false',
    ],
    [{ context: [''] }, {}, '--context needs a value | give it as --context=NAME'],
  ])('refuses %j with %j', (given, env, expected) => {
    expect(usage(() => settings(given, env))).toBe(expected);
  });

  it.each<[string, Partial<Record<FlagName, readonly string[]>>, Env, string | undefined, string[], string[]]>([
    ['a flag drops a variable', { live: ['x'] }, { GITDRIFT_SERVER: 'https://s' }, undefined, ['live'], ['SERVER']],
    ['in either direction', { context: ['x'] }, { GITDRIFT_LIVE: 'y' }, undefined, ['context'], ['LIVE']],
    ['two flags stay', { live: ['x'], context: ['y'] }, {}, undefined, ['live', 'context'], []],
    ['two variables stay', {}, { GITDRIFT_LIVE: 'x', GITDRIFT_AS: 'y' }, undefined, ['live', 'as'], []],
    ['a switch that is off', { live: ['x'] }, { GITDRIFT_SERVER_SIDE: '0' }, undefined, ['live', 'server-side'], []],
    ['-v before a quiet environment', { verbose: [] }, { GITDRIFT_QUIET: '1' }, undefined, ['verbose'], ['QUIET']],
    ['a path before a repository', {}, { GITDRIFT_REPO: 'r', GITDRIFT_PATH: 'p' }, 'apps', [], ['REPO', 'PATH']],
    ['a given repository stays', { repo: ['r'] }, { GITDRIFT_PATH: 'p' }, undefined, ['repo', 'path'], []],
  ])('where they exclude each other: %s', (_, given, env, argument, kept, dropped) => {
    const { values, warnings } = settings(given, env, argument);
    expect(Object.keys(values).sort()).toEqual([...kept].sort());
    expect(warnings.map((warning) => /^GITDRIFT_(\w+) is not used: /.exec(warning)?.[1])).toEqual(dropped);
  });

  it('reads only the flags of the command from the environment', () => {
    const { values } = readSettings(
      ['context'],
      new Map(),
      { all: [], path: undefined },
      { GITDRIFT_REPO: 'x', GITDRIFT_CONTEXT: 'y' },
    );
    expect(values).toEqual({ context: 'y' });
  });

  it('warns of variables that are no settings', () => {
    expect(
      unknownVariables({ GITDRIFT_FAILON: 'any', GITDRIFT_DEBUG: '1', GITDRIFT_FAIL_ON: 'any', PATH: '/bin' }),
    ).toEqual(['GITDRIFT_FAILON is no setting of gitdrift, did you mean GITDRIFT_FAIL_ON?']);
  });

  it('gives every flag a variable of its own, and every flag a command', () => {
    const names = Object.keys(FLAGS);
    expect(new Set(names.map(variableOf)).size).toBe(names.length);
    const used = new Set(Object.values(COMMANDS).flatMap((command) => [...command.flags]));
    expect(names.filter((name) => !used.has(name as FlagName))).toEqual([]);
  });
});

describe('the request', () => {
  it('has defaults', () => {
    expect(analyzeRequest(settings({}), '0.1.0')).toEqual({
      source: { kind: 'path', path: '.', recursive: false },
      render: { values: [], set: [], apiVersions: [] },
      allowEmpty: false,
      select: { kinds: [], excludeKinds: [], resources: [] },
      compare: { ignoreRules: true, showSecrets: false, maxPendingMs: 86_400_000 },
      failOn: ['unexplained'],
      failOnByPolicy: true,
      noExitCode: false,
      toolVersion: '0.1.0',
    });
  });

  it.each([
    ['-', {}, { kind: 'stdin' }],
    ['apps/catalog', { recursive: [] }, { kind: 'path', path: 'apps/catalog', recursive: true }],
    [
      undefined,
      { repo: ['https://git.example/config.git'], revision: ['main'], path: ['apps'] },
      { kind: 'git', repoURL: 'https://git.example/config.git', revision: 'main', path: 'apps', recursive: false },
    ],
    [undefined, { repo: ['x'] }, { kind: 'git', repoURL: 'x', path: '.', recursive: false }],
  ] as const)('reads the source of %j %j', (argument, given, source) => {
    expect(analyzeRequest(settings(given, {}, argument), '0.1.0').source).toEqual(source);
  });

  it('carries every flag of selection and comparison', () => {
    const request = analyzeRequest(
      settings({
        namespace: ['marketplace'],
        selector: ['app=catalog'],
        kind: ['Deployment,Service', 'Ingress'],
        'exclude-kind': ['Job'],
        resource: ['Deployment/catalog'],
        manager: ['argocd-controller'],
        'no-ignore-rules': [],
        'show-secrets': [],
        'max-pending': ['1h'],
        'fail-on': ['manual,degraded', 'finding:sync-overdue', 'manual'],
        'no-exit-code': [],
        name: ['catalog-prod'],
        renderer: ['helm'],
        values: ['prod.yaml'],
        set: ['image.tag=v2'],
        'release-name': ['catalog'],
        'allow-empty': [],
      }),
      '0.1.0',
    );
    expect(request).toMatchObject({
      name: 'catalog-prod',
      namespace: 'marketplace',
      allowEmpty: true,
      render: {
        renderer: 'helm',
        values: ['prod.yaml'],
        set: ['image.tag=v2'],
        releaseName: 'catalog',
        namespace: 'marketplace',
      },
      select: {
        selector: 'app=catalog',
        kinds: ['Deployment', 'Service', 'Ingress'],
        excludeKinds: ['Job'],
        resources: ['Deployment/catalog'],
      },
      compare: { manager: 'argocd-controller', ignoreRules: false, showSecrets: true, maxPendingMs: 3_600_000 },
      failOn: ['manual', 'degraded', 'finding:sync-overdue'],
      noExitCode: true,
    });
  });

  it.each<[Partial<Record<FlagName, readonly string[]>>, boolean]>([
    [{ verbose: [] }, true],
    [{}, false],
  ])('keeps what was left out only for -v: %j', (given, kept) => {
    expect('keepSkipped' in analyzeRequest(settings(given), '0.1.0').compare).toBe(kept);
  });

  it.each<[Partial<Record<FlagName, readonly string[]>>, unknown]>([
    [{}, undefined],
    [{ 'health-rules': ['argocd'] }, undefined],
    [{ 'health-rules': ['kstatus'] }, { rules: 'kstatus' }],
    [{ 'health-scripts': ['lua'] }, { scripts: 'lua' }],
    [
      { 'health-rules': ['kstatus'], 'health-scripts': ['lua'] },
      { scripts: 'lua', rules: 'kstatus' },
    ],
  ])('reads how health is judged from %j', (given, health) => {
    expect(analyzeRequest(settings(given), '0.1.0').health).toEqual(health);
  });

  it.each<[Partial<Record<FlagName, readonly string[]>>, string | undefined, Env, RegExp]>([
    [{ repo: ['x'] }, 'apps', {}, /--repo and the path apps are two desired states/],
    [{ revision: ['main'] }, undefined, {}, /--revision says something of a repository, and --repo is missing/],
    [{ path: ['apps'] }, undefined, {}, /--path .* \| give a local path as the argument: gitdrift diff apps/],
    [
      { 'fail-on': ['unexplain'] },
      undefined,
      {},
      /--fail-on has no condition "unexplain" \| did you mean unexplained\?/,
    ],
    [
      { 'health-rules': ['kstatus'], app: ['shop'] },
      undefined,
      {},
      /--health-rules kstatus and an Application exclude each other \| what Argo CD says .* leave out one of the two/,
    ],
    [{ 'fail-on': ['finding:'] }, undefined, {}, /--fail-on has no condition "finding:"/],
    [{ 'fail-on': ['none', 'any'] }, undefined, {}, /--fail-on says none and any at once/],
    [{ 'fail-on': [','] }, undefined, {}, /--fail-on needs a value/],
    [{}, undefined, { GITDRIFT_FAIL_ON: ',' }, /GITDRIFT_FAIL_ON names no condition/],
    [{ resource: ['catalog'] }, undefined, {}, /--resource cannot read "catalog"/],
    [{ resource: ['Deployment//catalog'] }, undefined, {}, /--resource cannot read/],
    [{}, '', {}, /the path is empty/],
  ])('refuses %j with the path %j', (given, argument, env, expected) => {
    expect(usage(() => analyzeRequest(settings(given, env, argument), '0.1.0'))).toMatch(expected);
  });
});

describe('where live objects come from', () => {
  it('is a cluster by default', () => {
    expect(liveOptions(settings({}))).toEqual({ kind: 'cluster', connection: {}, schemaFiles: [] });
  });

  it('carries every flag of the connection', () => {
    const live = liveOptions(
      settings({
        kubeconfig: ['config'],
        context: ['prod-eu'],
        cluster: ['eu'],
        user: ['ci'],
        server: ['https://api.example'],
        token: ['t'],
        namespace: ['marketplace'],
        as: ['alice-role'],
        'as-group': ['ops', 'dev'],
        'request-timeout': ['0'],
        'insecure-skip-tls-verify': [],
        concurrency: ['2'],
        schema: ['crds.yaml'],
      }),
    );
    expect(live).toEqual({
      kind: 'cluster',
      schemaFiles: ['crds.yaml'],
      connection: {
        kubeconfig: 'config',
        context: 'prod-eu',
        cluster: 'eu',
        user: 'ci',
        server: 'https://api.example',
        token: 't',
        namespace: 'marketplace',
        as: 'alice-role',
        asGroups: ['ops', 'dev'],
        requestTimeoutMs: 0,
        insecureSkipTlsVerify: true,
        concurrency: 2,
      },
    });
  });

  it('is a recording, which no flag of a cluster goes with', () => {
    expect(liveOptions(settings({ live: ['saved.yaml'] }))).toEqual({
      kind: 'recording',
      path: 'saved.yaml',
      schemaFiles: [],
    });
    expect(usage(() => liveOptions(settings({ live: ['saved.yaml'], context: ['prod-eu'] })))).toMatch(
      /^--live and --context exclude each other/,
    );
  });
});

describe('outputs', () => {
  it.each<[readonly string[] | undefined, unknown]>([
    [undefined, [{ format: 'text' }]],
    [['json'], [{ format: 'json' }]],
    [
      ['text', 'json=drift.json'],
      [{ format: 'text' }, { format: 'json', file: 'drift.json' }],
    ],
    [['json=a=b.json'], [{ format: 'json', file: 'a=b.json' }]],
  ])('reads %j', (output, expected) => {
    expect(outputOptions(settings(output === undefined ? {} : { output }), {}).outputs).toEqual(expected);
  });

  it.each<[readonly string[], RegExp]>([
    [['jsn'], /--output has no format "jsn" \| did you mean json\?/],
    [['sarif'], /--output has no format "sarif" \| choose one of text, json/],
    [['text', 'json'], /two formats to standard output/],
    [['text=a', 'json=a'], /writes a twice/],
    [['json='], /names no file/],
  ])('refuses %j', (output, expected) => {
    expect(usage(() => outputOptions(settings({ output }), {}))).toMatch(expected);
  });

  it.each<[Env, Partial<Record<FlagName, readonly string[]>>, boolean]>([
    [{}, {}, false],
    [{ CI: 'true' }, {}, true],
    [{ CI: 'false' }, {}, false],
    [{ CI: '1' }, { 'show-secrets': [] }, false],
  ])('masks values with secret names under %j %j: %s', (env, given, expected) => {
    expect(outputOptions(settings(given), env).maskNamed).toBe(expected);
  });

  it.each<[Partial<Record<FlagName, readonly string[]>>, Env, boolean | undefined]>([
    [{}, {}, undefined],
    [{ color: [] }, {}, true],
    [{ 'no-color': [] }, {}, false],
    [{ color: [] }, { GITDRIFT_NO_COLOR: 'true' }, true],
    [{}, { GITDRIFT_COLOR: 'false' }, false],
  ])('reads the colours of %j %j as %s', (given, env, expected) => {
    expect(outputOptions(settings(given, env), {}).color).toBe(expected);
  });

  it('refuses both colour switches of the environment at once', () => {
    const env = { GITDRIFT_COLOR: '1', GITDRIFT_NO_COLOR: '1' };
    expect(usage(() => outputOptions(settings({}, env), {}))).toMatch(/GITDRIFT_COLOR and GITDRIFT_NO_COLOR exclude/);
  });
});
