import { describe, expect, it } from 'vitest';
import type { Attribution } from '../../src/explain/attribution.js';
import { withAudit } from '../../src/explain/audit-writer.js';
import type { AuditWrite, ObjectAudit } from '../../src/model/audit.js';
import type { JsonValue } from '../../src/model/json.js';
import { parsePath } from '../../src/model/parse-path.js';
import type { KubernetesObject } from '../../src/model/resource.js';
import type { EntryRef, Writer } from '../../src/model/writer.js';
import { CATALOG, objectRef, write } from '../cluster-audit/events.js';
import { writer } from './worlds.js';

const REPLICAS = '.spec.replicas';
const TIME = '2026-11-30T12:00:01Z';

const deployment = (replicas: JsonValue): KubernetesObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'catalog', namespace: 'marketplace' },
  spec: { replicas },
});

/** A write at a second after 12:00, as a manager, that sets replicas (or sends what is given) and is answered. */
function wrote(
  second: number,
  manager: string,
  replicas: number | undefined,
  changes: Readonly<Record<string, JsonValue>> = {},
): AuditWrite {
  return write({
    auditID: `write-${second}`,
    requestURI: `/x?fieldManager=${manager}`,
    requestReceivedTimestamp: `2026-11-30T12:00:0${second}.100Z`,
    stageTimestamp: `2026-11-30T12:00:0${second}.200Z`,
    ...(replicas === undefined ? {} : { requestObject: { spec: { replicas } }, responseObject: deployment(replicas) }),
    ...changes,
  });
}

const entry = (manager: string, parts: Partial<EntryRef> = {}): EntryRef => ({
  ...{ manager, operation: 'Update', subresource: '', apiVersion: 'apps/v1', time: TIME },
  ...parts,
});

const owned = (named: Writer, coOwners: readonly EntryRef[] = [], gitopsWrote = false): Attribution => ({
  writer: named,
  coOwners,
  gitopsWrote,
});

function join(attribution: Attribution, writes: readonly AuditWrite[], live: JsonValue, path = REPLICAS): Attribution {
  const audit: ObjectAudit = { writes, from: '2026-11-30T11:00:00Z', to: '2026-11-30T13:00:00Z', showUsers: true };
  return withAudit(attribution, audit, {
    ref: CATALOG,
    path: parsePath(path),
    object: deployment(live),
    missing: false,
    classify: (one) => writer(one.manager.startsWith('kubectl') ? 'manual' : 'unknown', { ...one, name: one.manager }),
    isGitops: ({ manager }) => manager === 'argocd-controller',
  });
}

const audit = ({ writer: { evidence } }: Attribution): string =>
  evidence
    .filter(({ kind }) => kind === 'audit')
    .map(({ message }) => message)
    .join('\n');

describe('the audit log and the owner of a field', () => {
  const before = wrote(0, 'argocd-controller', 3);
  const kubectlSet = writer('manual', { name: 'kubectl set', ...entry('kubectl-set') });

  it('agree: certain, with the exact time; the entry keeps its own', () => {
    const { writer: found } = join(owned(kubectlSet), [before, wrote(1, 'kubectl-set', 5)], 5);
    expect(found).toMatchObject({
      ...{ category: 'manual', name: 'kubectl set', confidence: 'certain', time: TIME, at: '2026-11-30T12:00:01.200Z' },
      user: { kind: 'user', name: 'ann@example.com' },
    });
  });

  it('agree, though others sent the same value again later', () => {
    const again = wrote(2, 'team-sync', 5, { verb: 'update', requestObject: deployment(5) });
    expect(join(owned(kubectlSet), [before, wrote(1, 'kubectl-set', 5), again], 5).writer).toMatchObject({
      ...{ confidence: 'certain', at: '2026-11-30T12:00:01.200Z' },
    });
  });

  it('agree less surely where the first write in the log sends it, at another time than the entry', () => {
    const late = writer('manual', { ...kubectlSet, time: '2026-11-30T12:30:00Z' });
    const only = wrote(1, 'kubectl-set', 5);
    expect(join(owned(late), [only], 5).writer.confidence).toBe('likely');
    expect(join(owned(kubectlSet), [only], 5).writer.confidence).toBe('certain');
  });

  it('agree less surely where a later write of the same manager may have changed it', () => {
    const later = wrote(2, 'kubectl-set', undefined);
    const found = join(owned(kubectlSet), [before, wrote(1, 'kubectl-set', 5), later], 5);
    expect(found.writer.confidence).toBe('likely');
    expect(audit(found)).toContain('later writes may have changed it too, for the log does not hold what they sent');
    const others = wrote(2, 'kubectl-label', undefined);
    expect(join(owned(kubectlSet), [before, wrote(1, 'kubectl-set', 5), others], 5).writer.confidence).toBe('certain');
  });

  it('name another of the co-owners: who changed it goes before who joined', () => {
    const found = join(
      owned(writer('manual', { name: 'kubectl edit', ...entry('kubectl-edit') }), [entry('kubectl-set')]),
      [before, wrote(1, 'kubectl-set', 5)],
      5,
    );
    expect([found.writer.manager, found.writer.confidence]).toEqual(['kubectl-set', 'certain']);
    expect(found.coOwners).toEqual([entry('kubectl-edit')]);
  });

  it('leave a value that the GitOps manager holds to it, and tell who had it first', () => {
    const git = writer('gitops', { name: 'Argo CD, sync', ...entry('argocd-controller', { operation: 'Apply' }) });
    const found = join(owned(git, [entry('kubectl-set')], true), [before, wrote(1, 'kubectl-set', 5)], 5);
    expect([found.writer.category, found.writer.user, found.gitopsWrote]).toEqual(['gitops', undefined, true]);
    expect(audit(found)).toContain('changed first by user ann@example.com');
  });

  it('disagree: managedFields stand, and the log says that it has no such write', () => {
    const found = join(owned(kubectlSet), [before, wrote(1, 'kubectl-patch', 5)], 5);
    expect([found.writer.manager, found.writer.confidence, found.writer.at]).toEqual([
      'kubectl-set',
      'likely',
      undefined,
    ]);
    expect(audit(found)).toContain('no write as kubectl-set (Update) in it');
    expect(audit(found)).toContain(
      "the last change of .spec.replicas in it is another manager's: user ann@example.com",
    );
  });

  it('join an apply of which the log holds no body to an Apply entry', () => {
    const kubectl = writer('deployer', {
      name: 'kubectl apply',
      confidence: 'possible',
      ...entry('kubectl', { operation: 'Apply' }),
    });
    const applied = wrote(1, 'kubectl', undefined, { user: { username: 'system:serviceaccount:ci:deployer' } });
    const found = join(owned(kubectl), [applied], 5);
    expect(found.writer).toMatchObject({
      category: 'deployer',
      confidence: 'likely',
      user: { kind: 'service-account', name: 'ci/deployer' },
    });
    expect(audit(found)).toContain('by object, the only write as kubectl (Apply)');
  });

  it('tell that several writes by one user may have been it, and give no exact time', () => {
    const found = join(owned(kubectlSet), [wrote(0, 'kubectl-set', undefined), wrote(1, 'kubectl-set', undefined)], 5);
    expect(found.writer).toMatchObject({ user: { name: 'ann@example.com' }, confidence: 'likely' });
    expect(found.writer).not.toHaveProperty('at');
    expect(audit(found)).toContain('one of 2 writes, all by the same user, the last one');
  });

  it('do not take a write for the entry that came after it', () => {
    expect(audit(join(owned(kubectlSet), [wrote(4, 'kubectl-set', undefined)], 5))).toContain(
      'no write as kubectl-set',
    );
  });
});

describe('the audit log and a field that nobody is recorded for', () => {
  const nobody = owned(writer('unowned', { name: 'nobody is recorded', confidence: 'certain' }));

  it('name who wrote it', () => {
    const found = join(nobody, [wrote(0, 'argocd-controller', 3), wrote(1, 'kubectl-patch', 5)], 5);
    expect(found.writer).toMatchObject({ category: 'manual', manager: 'kubectl-patch', confidence: 'certain' });
    expect(found.gitopsWrote).toBe(false);
  });

  it('give what the GitOps manager wrote to it', () => {
    expect(join(nobody, [wrote(0, 'kubectl-patch', 3), wrote(1, 'argocd-controller', 5)], 5).gitopsWrote).toBe(true);
  });

  it('name nobody for what a webhook or a default did, but the request that it came with', () => {
    const mutated = wrote(1, 'kubectl-label', undefined, {
      requestObject: { metadata: { labels: { a: 'b' } } },
      responseObject: deployment(5),
    });
    const found = join(nobody, [wrote(0, 'argocd-controller', 3), mutated], 5);
    expect([found.writer.category, found.writer.user]).toEqual(['unowned', undefined]);
    expect(audit(found)).toContain(
      'with a request that did not ask for it (a default, a conversion, a mutation at admission, or a write before it that the log lacks): user ann@example.com',
    );
  });

  it('keep the name of an autoscaler that its account proves', () => {
    const hpa = owned(writer('autoscaler', { name: 'HPA catalog', confidence: 'possible' }));
    const scaled = wrote(1, '', undefined, {
      requestURI: '/x',
      userAgent: 'kube-controller-manager/v1.36.3 (linux/amd64)',
      user: { username: 'system:serviceaccount:kube-system:horizontal-pod-autoscaler' },
      objectRef: objectRef('scale'),
      requestObject: { spec: { replicas: 5 } },
      responseObject: { kind: 'Scale', metadata: { name: 'catalog' }, spec: { replicas: 5 } },
    });
    const audited = withAudit(
      hpa,
      { writes: [wrote(0, 'argocd-controller', 3), scaled], from: TIME, to: TIME, showUsers: true },
      {
        ...{ ref: CATALOG, path: parsePath(REPLICAS), object: deployment(5), missing: false },
        classify: (one) => writer('control-plane', { ...one, name: 'the control plane' }),
        isGitops: () => false,
      },
    );
    expect(audited.writer).toMatchObject({
      category: 'autoscaler',
      name: 'HPA catalog',
      confidence: 'certain',
      subresource: 'scale',
    });
  });

  it('is not asked where there is no log', () => {
    expect(withAudit(nobody, undefined, {} as Parameters<typeof withAudit>[2])).toBe(nobody);
  });
});
