import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Tools } from '../../../src/cli/engine.js';
import { adopt } from '../../../src/compositions/adopt/adopt.js';
import type { AdoptReport } from '../../../src/model/adopt-report.js';
import type { GitdriftError } from '../../../src/model/errors.js';
import { temporaryFolder } from '../../cluster-client/temporary-folder.js';

interface Given {
  /** Files of the repository. */
  readonly files: Readonly<Record<string, string>>;
  /** Live objects, as YAML documents. */
  readonly live: string;
  readonly object?: string;
  readonly field: string;
  /** The desired state, from the repository's root. */
  readonly path?: string;
  readonly showSecrets?: boolean;
  readonly ignoreRules?: boolean;
}

interface Adopted {
  readonly report: AdoptReport;
  readonly root: string;
  /** Applies the patch with git in a folder of the repository, and gives a file as it is then. */
  apply(file: string, folder?: string): string;
}

async function adopted(given: Given): Promise<Adopted> {
  const root = await temporaryFolder({});
  for (const [name, text] of Object.entries(given.files)) {
    mkdirSync(dirname(join(root, 'repo', name)), { recursive: true });
    writeFileSync(join(root, 'repo', name), text);
  }
  const repo = join(root, 'repo');
  const git = (folder: string, args: readonly string[], input = ''): string =>
    execFileSync('git', ['-c', 'user.name=dev', '-c', 'user.email=dev@example.com', ...args], {
      cwd: folder,
      input,
      encoding: 'utf8',
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
    });
  git(repo, ['init', '--quiet', '.']);
  git(repo, ['add', '--all']);
  git(repo, ['commit', '--quiet', '--message=first']);
  writeFileSync(join(root, 'live.yaml'), given.live);
  const tools: Tools = {
    env: process.env,
    cwd: repo,
    now: new Date('2026-11-30T12:00:00Z'),
    readStdin: async () => '',
    progress: () => {},
    warn: () => {},
    signal: new AbortController().signal,
  };
  const [kind = 'deploy', name = 'catalog'] = (given.object ?? 'deploy/catalog').split('/');
  const request = {
    source: { kind: 'path' as const, path: given.path ?? '.', recursive: false },
    render: { values: [], set: [], apiVersions: [] },
    namespace: 'marketplace',
    allowEmpty: false,
    select: { kinds: [], excludeKinds: [], resources: [] },
    compare: { ignoreRules: given.ignoreRules ?? true, showSecrets: given.showSecrets ?? false, maxPendingMs: 0 },
    failOn: [],
    noExitCode: false,
    toolVersion: '0.0.0-test',
  };
  const report = await adopt(
    {
      kind,
      name,
      field: given.field,
      namespace: 'marketplace',
      showSecrets: given.showSecrets ?? false,
      toolVersion: '0.0.0-test',
      desired: request,
      rest: '',
    },
    { kind: 'recording', path: join(root, 'live.yaml'), schemaFiles: [] },
    tools,
  );
  return {
    report,
    root: repo,
    apply(file, folder = '.') {
      git(join(repo, folder), ['apply', '-'], report.patch);
      return readFileSync(join(repo, file), 'utf8');
    },
  };
}

/** Why there is no patch. */
async function refusal(given: Given): Promise<{ message: string; hint: string | undefined }> {
  try {
    const { report } = await adopted(given);
    return { message: `a patch: ${report.patch}`, hint: undefined };
  } catch (error) {
    const { code, message, hint } = error as GitdriftError;
    expect(code, String(error)).toBe('cannot-adopt');
    return { message, hint };
  }
}

const DEPLOYMENT = `# the shop
apiVersion: apps/v1
kind: Deployment
metadata:
  name: catalog
spec:
  replicas: 3 # two zones
  selector:
    matchLabels: {app: catalog}
  template:
    metadata:
      labels: {app: catalog}
    spec:
      containers:
        - name: web
          image: "registry.example/catalog:1.4.2" # pinned
          args: ['--port', '8080']
          env:
            - name: LOG_LEVEL
              value: info
`;

const LIVE = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: catalog
  namespace: marketplace
  labels: {incident: "4711"}
spec:
  replicas: 3
  selector: {matchLabels: {app: catalog}}
  template:
    metadata: {labels: {app: catalog}}
    spec:
      containers:
        - name: web
          image: registry.example/catalog:1.4.3
          imagePullPolicy: IfNotPresent
          args: ['--port', '8080', '--verbose']
          env:
            - name: LOG_LEVEL
              value: 'on'
            - name: TRACE
              value: "1"
        - name: debug
          image: registry.example/debug:1
          imagePullPolicy: IfNotPresent
          terminationMessagePath: /dev/termination-log
          terminationMessagePolicy: File
          resources: {}
`;

const world = (field: string, more: Partial<Given> = {}): Given => ({
  files: { 'apps/catalog.yaml': DEPLOYMENT, 'README.md': 'x\n' },
  path: 'apps',
  live: LIVE,
  field,
  ...more,
});

const IMAGE = 'spec.template.spec.containers[name=web].image';

describe('a patch that makes Git say what live has', () => {
  it.each<[string, string, string, string]>([
    [
      'a value in its quotes, its comment kept',
      IMAGE,
      '"registry.example/catalog:1.4.2" # pinned',
      '"registry.example/catalog:1.4.3" # pinned',
    ],
    [
      'a text that is a boolean to YAML 1.1, in quotes',
      'spec.template.spec.containers[web].env[LOG_LEVEL].value',
      'value: info',
      'value: "on"',
    ],
    [
      'a whole atomic list, by the item that is new',
      'spec.template.spec.containers[0].args',
      "'8080']",
      "'8080', --verbose]",
    ],
    ['the list for an item of it', 'spec.template.spec.containers[0].args[2]', "'8080']", "'8080', --verbose]"],
    [
      'an undeclared label',
      '.metadata.labels.incident',
      '  name: catalog\nspec',
      '  name: catalog\n  labels:\n    incident: "4711"\nspec',
    ],
    [
      'an undeclared item, with its key',
      '.spec.template.spec.containers[name="web"].env[name="TRACE"]',
      'value: info\n',
      'value: info\n            - name: TRACE\n              value: "1"\n',
    ],
    [
      'an undeclared container without what the server fills in',
      '.spec.template.spec.containers[name="debug"]',
      'value: info\n',
      'value: info\n        - name: debug\n          image: registry.example/debug:1\n',
    ],
  ])('%s', async (_, field, before, after) => {
    const { report, apply } = await adopted(world(field));
    expect(report).toMatchObject({ kind: 'adopt', file: 'apps/catalog.yaml', verified: true });
    expect(apply('apps/catalog.yaml')).toBe(DEPLOYMENT.replace(before, () => after));
  });

  it('applies in every folder of the repository that holds the file', async () => {
    const { apply } = await adopted(world(IMAGE));
    expect(apply('apps/catalog.yaml', 'apps')).toContain('catalog:1.4.3');
  });

  it.each([
    ['lines that end with CRLF', DEPLOYMENT.replaceAll('\n', '\r\n')],
    ['no line break at the end', DEPLOYMENT.trimEnd()],
    ['a byte order mark', `\ufeff${DEPLOYMENT}`],
    ['another document after it', `${DEPLOYMENT}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\n`],
  ])('of a file with %s', async (_, text) => {
    for (const field of [IMAGE, '.spec.template.spec.containers[web].env[TRACE]']) {
      const { apply } = await adopted(world(field, { files: { 'apps/catalog.yaml': text } }));
      const after = apply('apps/catalog.yaml');
      expect(after.replaceAll('\r\n', '\n')).not.toBe(text.replaceAll('\r\n', '\n'));
      expect(after.includes('\r\n')).toBe(text.includes('\r\n'));
      expect(after.replaceAll('\r\n', '').includes('\r')).toBe(false);
      expect(after.endsWith('\n')).toBe(text.endsWith('\n'));
    }
  });

  it.each(['a b.yaml', 'ä.yaml', 'a"b.yaml'])('of a file that is called %s', async (name) => {
    const { apply, report } = await adopted(world(IMAGE, { files: { [`apps/${name}`]: DEPLOYMENT } }));
    expect(report.file).toBe(`apps/${name}`);
    expect(apply(`apps/${name}`)).toContain('catalog:1.4.3');
  });

  it('of JSON', async () => {
    const json = `{
  "apiVersion": "v1",
  "kind": "ConfigMap",
  "metadata": {"name": "settings"},
  "data": {
    "mode": "fast",
    "text": "a\\nb"
  }
}
`;
    const live =
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: marketplace}\ndata: {mode: "yes", text: "a\\nc", more: x}\n';
    const given = { files: { 'apps/settings.json': json }, live, object: 'cm/settings', path: 'apps' };
    const { apply } = await adopted({ ...given, field: '.data' });
    expect(apply('apps/settings.json')).toBe(json.replace('"fast"', '"yes"').replace('a\\nb', 'a\\nc'));
    const { apply: add } = await adopted({ ...given, field: '/data/more' });
    expect(add('apps/settings.json')).toBe(json.replace('b"\n', 'b",\n    "more": "x"\n'));
  });

  it('takes out what live lacks, and a map that would be empty with it', async () => {
    const text = DEPLOYMENT.replace('  name: catalog\nspec', '  name: catalog\n  annotations:\n    team: shop\nspec');
    const { apply, report } = await adopted(
      world('.metadata.annotations.team', { files: { 'apps/catalog.yaml': text } }),
    );
    expect(report.reason).toContain('live has none');
    expect(apply('apps/catalog.yaml')).toBe(DEPLOYMENT);
  });

  it('gives a renumbered port its new number and keeps the rest', async () => {
    const service = `apiVersion: v1
kind: Service
metadata:
  name: catalog
spec:
  selector: {app: catalog}
  ports:
    - name: http # for people
      port: 80
      targetPort: 8080
`;
    const live = service
      .replace('name: catalog', 'name: catalog\n  namespace: marketplace')
      .replace('port: 80\n', 'port: 83\n      protocol: TCP\n');
    for (const field of ['.spec.ports[port=80]', '.spec.ports[port=83]']) {
      const { apply } = await adopted({ files: { 'svc.yaml': service }, live, object: 'svc/catalog', field });
      expect(apply('svc.yaml')).toBe(service.replace('port: 80\n', 'port: 83\n'));
    }
  });

  it('writes out an alias and leaves its anchor to the others', async () => {
    const text = `apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data:
  a: &level info
  b: *level
`;
    const live = (a: string, b: string) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: marketplace}\ndata: {a: ${a}, b: ${b}}\n`;
    const given = { files: { 'settings.yaml': text }, object: 'cm/settings' };
    const { apply } = await adopted({ ...given, live: live('info', 'debug'), field: '.data.b' });
    expect(apply('settings.yaml')).toBe(text.replace('*level', 'debug'));
    const { message } = await refusal({ ...given, live: live('debug', 'info'), field: '.data.a' });
    expect(message).toContain('the rendering is not what was meant');
  });

  it('of an object in a list', async () => {
    const text = `apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: ConfigMap
    metadata: {name: other}
    data: {mode: slow}
  - apiVersion: v1
    kind: ConfigMap
    metadata: {name: settings}
    data: {mode: slow}
`;
    const live = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: marketplace}\ndata: {mode: fast}\n`;
    const { apply } = await adopted({ files: { 'all.yaml': text }, live, object: 'cm/settings', field: '.data.mode' });
    const at = text.lastIndexOf('slow');
    expect(apply('all.yaml')).toBe(`${text.slice(0, at)}fast${text.slice(at + 4)}`);
  });

  it('all that drifted below a path', async () => {
    const { apply, report } = await adopted(world('.spec.template'));
    expect(report.paths).toEqual([
      '.spec.template.spec.containers[name="web"].args',
      '.spec.template.spec.containers[name="web"].env[name="LOG_LEVEL"].value',
      '.spec.template.spec.containers[name="web"].image',
    ]);
    expect(apply('apps/catalog.yaml')).toContain('catalog:1.4.3');
  });
});

const SCALED = `${LIVE.replace('replicas: 3', 'replicas: 7')}---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: catalog, namespace: marketplace}
spec:
  minReplicas: 2
  maxReplicas: 10
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: catalog}
`;

describe('replicas that an autoscaler sets', () => {
  it.each([
    ['drifted', SCALED],
    ['equal by chance', SCALED.replace('replicas: 7', 'replicas: 3')],
  ])('are dropped from Git where they are %s', async (_, live) => {
    const { apply, report } = await adopted(world('.spec.replicas', { live }));
    expect(report).toMatchObject({ kind: 'drop', warnings: [] });
    expect(apply('apps/catalog.yaml')).toBe(DEPLOYMENT.replace('  replicas: 3 # two zones\n', ''));
  });

  it('with a warning where the next client-side apply would scale to 1', async () => {
    const annotation = JSON.stringify({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'catalog' },
      spec: { replicas: 3 },
    });
    const live = SCALED.replace(
      'labels: {incident: "4711"}',
      `annotations: {kubectl.kubernetes.io/last-applied-configuration: '${annotation}'}`,
    );
    const { report } = await adopted(world('.spec.replicas', { live }));
    expect(report.warnings[0]).toContain('kubectl apply edit-last-applied deployment/catalog -n marketplace');
  });
});

describe('no patch, and why', () => {
  it.each<[string, string, Partial<Given>, string]>([
    ['what Git says already', '.spec.replicas', {}, '.spec.replicas is in Git already: live has it as Git writes it'],
    [
      'what the server fills in',
      IMAGE.replace('image', 'imagePullPolicy'),
      {},
      'does not belong into Git: the server fills it in',
    ],
    ['status', '.status', {}, 'does not belong into Git: it is status'],
    ['what is nowhere', '.spec.paused', {}, 'is nowhere, so there is nothing to adopt'],
    [
      'an object that live lacks',
      IMAGE,
      { live: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x, namespace: marketplace}\n' },
      'was not compared',
    ],
  ])('%s', async (_, field, more, message) => {
    expect((await refusal(world(field, more))).message).toContain(message);
  });

  const SECRET = 'apiVersion: v1\nkind: Secret\nmetadata:\n  name: login\nstringData:\n  user: catalog\n';
  const LIVE_SECRET =
    'apiVersion: v1\nkind: Secret\nmetadata: {name: login, namespace: marketplace}\ndata: {user: c2hvcA==}\n';

  it('values of Secrets', async () => {
    const given = { files: { 'login.yaml': SECRET }, live: LIVE_SECRET, object: 'secret/login', field: '.data.user' };
    expect((await refusal(given)).message).toContain('values of Secrets are never printed');
  });

  it('lines of a Secret that the patch would show', async () => {
    const text = `${DEPLOYMENT}---\n{apiVersion: v1, kind: Secret, metadata: {name: a}, stringData: {b: c}}\n`;
    const label = '.spec.template.spec.containers[web].env[TRACE]';
    const { message } = await refusal(world(label, { files: { 'apps/catalog.yaml': text } }));
    expect(message).toContain('would show lines of a Secret');
    const { report } = await adopted(world(label, { files: { 'apps/catalog.yaml': text }, showSecrets: true }));
    expect(report.patch).toContain('TRACE');
  });

  it('what SOPS encrypted', async () => {
    const text = `apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data:
  token: ENC[AES256_GCM,data:aGk=,iv:aGk=,tag:aGk=,type:str]
  mode: slow
sops: {mac: x}
`;
    const live =
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: marketplace}\ndata: {token: t, mode: fast}\n';
    const { message, hint } = await refusal({
      files: { 'settings.yaml': text },
      live,
      object: 'cm/settings',
      field: '.data.mode',
    });
    expect(message).toContain('encrypted with SOPS');
    expect(hint).toBe('edit it with sops settings.yaml');
  });
});
