import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { describe, expect, it, onTestFinished } from 'vitest';
import { engine } from '../../../src/engine.js';
import type { RoleRule } from '../../../src/model/rbac-report.js';
import { transcript } from '../../cli/fake-io.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const DEMO = ['fixtures/demo/desired', '--live', 'fixtures/demo/live.json'];

interface Role {
  readonly apiVersion: string;
  readonly kind: string;
  readonly rules: readonly RoleRule[];
}

async function role(...args: readonly string[]): Promise<{ role: Role; out: string; err: string; code: number }> {
  const { out, err, code } = await transcript(['rbac', ...args], engine, {
    cwd: root,
    env: { PATH: process.env.PATH },
  });
  expect(code, err).toBe(0);
  return { role: load(out, { json: true }) as unknown as Role, out, err, code };
}

/** `get,list apps/deployments` for each right, and the names of Secrets. */
function rights({ rules }: Role): string[] {
  return rules.flatMap(({ apiGroups = [], resources = [], resourceNames, nonResourceURLs = [], verbs }) => [
    ...resources.map(
      (plural) => `${verbs.join()} ${apiGroups.join()}/${plural}${resourceNames ? ` ${resourceNames.join()}` : ''}`,
    ),
    ...nonResourceURLs.map((url) => `${verbs.join()} ${url}`),
  ]);
}

const isReading = ({ verbs }: RoleRule): boolean => verbs.every((verb) => ['get', 'list'].includes(verb));

function folder(files: Readonly<Record<string, string>>): string {
  const made = mkdtempSync(join(tmpdir(), 'gitdrift-rbac-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(made, name, '..'), { recursive: true });
    writeFileSync(join(made, name), text);
  }
  return made;
}

describe('the role of a desired state', () => {
  it('reads its kinds and what they ask for, and Secrets by name and never by list', async () => {
    const { role: made } = await role(...DEMO);
    expect(made).toMatchObject({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole' });
    expect(rights(made)).toEqual([
      'get /namespaces',
      'get,list /configmaps',
      'get,list /serviceaccounts',
      'get,list /services',
      'list /events',
      'list /pods',
      'get,list admissionregistration.k8s.io/validatingwebhookconfigurations',
      'list admissionregistration.k8s.io/mutatingadmissionpolicies',
      'list admissionregistration.k8s.io/mutatingadmissionpolicybindings',
      'list admissionregistration.k8s.io/mutatingwebhookconfigurations',
      'get,list apps/deployments',
      'list apps/replicasets',
      'list autoscaling/horizontalpodautoscalers',
      'get /secrets catalog-db',
      'get /api',
      'get /api/*',
      'get /apis',
      'get /apis/*',
      'get /openapi/v3',
      'get /openapi/v3/*',
      'get /version',
    ]);
    expect(made.rules.every(isReading)).toBe(true);
  });

  it('is what docs/rbac.md shows', async () => {
    const { out } = await role(...DEMO);
    expect(readFileSync(`${root}docs/rbac.md`, 'utf8')).toContain(`$ gitdrift rbac ${DEMO.join(' ')}\n${out}\`\`\``);
  });

  it('is the same as JSON', async () => {
    const { role: yaml } = await role(...DEMO);
    const { out } = await role(...DEMO, '-o', 'json');
    expect(JSON.parse(out)).toEqual(yaml);
  });

  it('says how to bind it, and what the names of Secrets mean', async () => {
    const { out } = await role(...DEMO);
    const comments = out.split('\n').filter((line) => line.startsWith('#'));
    expect(comments).toEqual([
      '# What gitdrift reads in fixtures/demo/live.json: get and list, and nothing else (docs/rbac.md).',
      '# Bind it: kubectl create clusterrolebinding gitdrift --clusterrole=gitdrift --serviceaccount=NAMESPACE:NAME',
      '# Note: Secrets are allowed by name, in whatever namespace the role is bound; print it anew when the names change.',
    ]);
  });

  it('names a kind that nobody serves as its definition most likely does, and says so', async () => {
    const path = folder({
      'policy.yaml':
        'apiVersion: shop.example.com/v1\nkind: DeliveryPolicy\nmetadata: {name: express, namespace: shop}\n',
    });
    const { role: made, out } = await role(path, '--live', 'fixtures/demo/live.json');
    expect(rights(made)).toContain('get,list shop.example.com/deliverypolicies');
    expect(out).toContain('# Note: the cluster does not serve shop.example.com/v1 DeliveryPolicy now');
  });

  it('cannot be made to say more by a name in a manifest', async () => {
    const name = '"x\\n  - apiGroups: [\\"*\\"]\\u202e"';
    const path = folder({ 's.yaml': `apiVersion: v1\nkind: Secret\nmetadata: {name: ${name}, namespace: shop}\n` });
    const { role: made, out } = await role(path, '--live', 'fixtures/demo/live.json');
    expect(made.rules.filter(({ resourceNames }) => resourceNames)).toHaveLength(1);
    expect(made.rules.flatMap(({ apiGroups = [] }) => apiGroups)).not.toContain('*');
    expect(out).not.toContain('\u202e');
  });
});

describe('without a desired state', () => {
  it('reads what is asked for beside any, without a cluster and without a Secret', async () => {
    const { role: made, out, err } = await role();
    const granted = rights(made);
    for (const right of [
      'list autoscaling/horizontalpodautoscalers',
      'get,list argoproj.io/applications',
      'get argoproj.io/appprojects',
      'get,list kustomize.toolkit.fluxcd.io/kustomizations',
      'get source.toolkit.fluxcd.io/gitrepositories',
      'list keda.sh/scaledobjects',
      'list /events',
    ]) {
      expect(granted).toContain(right);
    }
    expect(granted.filter((right) => right.includes('secrets'))).toEqual([]);
    expect(made.rules.every(isReading)).toBe(true);
    expect(out).toContain('# Note: no Secret may be read by it');
    expect(err).toBe('');
  });
});
