import { describe, expect, it } from 'vitest';
import { attribute, type Owner, type Owners } from '../../src/explain/attribution.js';
import type { LastApply } from '../../src/explain/last-apply.js';
import { CATALOG, difference, IMAGE, NO_HPA, ownedBy, owner } from './worlds.js';

const named = (owners: Owners, change = difference()) =>
  attribute({ ref: CATALOG, difference: change, owners, evidence: { autoscalers: NO_HPA } });

const ARGO = owner('gitops', 'argocd-controller', { operation: 'Apply', time: '2026-11-30T09:00:00Z' });

describe('who is named', () => {
  it.each<[string, readonly Owner[], string]>([
    ['the only owner', [owner('manual', 'kubectl-set')], 'kubectl-set'],
    [
      'the GitOps manager, where its entry still names the field',
      [owner('manual', 'kubectl-edit'), ARGO],
      'argocd-controller',
    ],
    ['a person before a deployer', [owner('deployer', 'helm'), owner('manual', 'kubectl-edit')], 'kubectl-edit'],
    ['an unknown manager before an operator', [owner('operator', 'kyverno'), owner('unknown', 'sync')], 'sync'],
    [
      'an entry without a time before a newer one of a lesser category',
      [
        owner('operator', 'kyverno', { time: '2026-11-30T11:59:00Z' }),
        owner('manual', 'kubectl', { subresource: 'scale' }),
      ],
      'kubectl',
    ],
    [
      'of one category the newest',
      [
        owner('manual', 'kubectl-edit', { time: '2026-11-30T08:00:00Z' }),
        owner('manual', 'kubectl-set', { time: '2026-11-30T09:00:00Z' }),
      ],
      'kubectl-set',
    ],
    ['of one category and time by name', [owner('manual', 'b-tool'), owner('manual', 'a-tool')], 'a-tool'],
  ])('is %s', (_, owners, manager) => {
    const found = named(ownedBy(...owners));
    expect(found.writer.manager).toBe(manager);
    expect(found.coOwners.map((entry) => entry.manager)).toEqual(
      owners.map(({ entry }) => entry.manager).filter((name) => name !== manager),
    );
  });

  it('does not depend on the order of the entries', () => {
    const owners = [owner('deployer', 'helm'), owner('manual', 'kubectl-edit'), owner('operator', 'kyverno')];
    const names = [owners, [...owners].reverse()].map((some) => named(ownedBy(...some)).writer.manager);
    expect(new Set(names)).toEqual(new Set(['kubectl-edit']));
  });

  it('is GitOps by the manager that applies, whatever the catalogue calls it', () => {
    const helm: Owner = { ...owner('deployer', 'helm'), gitops: true };
    const found = named(ownedBy(helm));
    expect(found).toMatchObject({ gitopsWrote: true, writer: { category: 'gitops', manager: 'helm' } });
  });

  it('says that GitOps wrote the value only where its entry names it', () => {
    expect(named(ownedBy(ARGO)).gitopsWrote).toBe(true);
    expect(named(ownedBy(owner('manual', 'kubectl-set'))).gitopsWrote).toBe(false);
  });
});

describe('a field that owners share in parts', () => {
  const parts = (...owners: readonly Owner[]): Owners => ({ kind: 'owned', owners, parts: true });

  it('is not GitOps’ where a person holds one of the parts', () => {
    const found = named(parts(ARGO, owner('manual', 'kubectl-edit')));
    expect(found).toMatchObject({ gitopsWrote: false, writer: { manager: 'kubectl-edit' } });
    expect(found.coOwners.map(({ manager }) => manager)).toEqual(['argocd-controller']);
  });

  it('is GitOps’ where nobody else holds a part', () => {
    expect(named(parts(ARGO)).gitopsWrote).toBe(true);
  });
});

describe('nobody is named', () => {
  const NOBODY = { category: 'unowned', name: 'nobody is recorded', confidence: 'certain' };
  const NOT_KNOWN = { name: 'not known', confidence: 'possible' };

  it.each<[string, Owners, RegExp, string | undefined, object]>([
    ['without an entry', { kind: 'unowned' }, /no manager is recorded/, undefined, NOBODY],
    [
      'with entries at another version',
      { kind: 'unowned', otherVersions: ['autoscaling/v1'] },
      /one of the managers recorded at autoscaling\/v1, where it may have another name$/,
      undefined,
      NOBODY,
    ],
    [
      'without managedFields',
      { kind: 'unknown', reason: 'absent' },
      /carries no managedFields/,
      'absent',
      { category: 'unowned', ...NOT_KNOWN },
    ],
    [
      'where managedFields cannot be read in full',
      { kind: 'unknown', reason: 'unreadable' },
      /could not be read/,
      'unreadable',
      { category: 'unknown', ...NOT_KNOWN },
    ],
  ])('%s', (_, owners, evidence, unknowable, writer) => {
    const found = named(owners);
    expect(found.writer).toMatchObject(writer);
    expect(found.writer.manager).toBeUndefined();
    expect(found.writer.evidence[0]?.message).toMatch(evidence);
    expect(found.unknowable).toBe(unknowable);
    expect(found.gitopsWrote).toBe(false);
  });

  it.each<[string, Owners, number, RegExp]>([
    ['to 0, which records nobody', { kind: 'unowned' }, 0, /as after every scale to 0/],
    ['to another number', { kind: 'unowned' }, 1, /a default, a mutation at admission/],
    ['to 0, without managedFields', { kind: 'unknown', reason: 'absent' }, 0, /carries no managedFields/],
  ])('of replicas that somebody scaled %s', (_, owners, live, evidence) => {
    const found = named(owners, difference('.spec.replicas', { desired: 3, live }));
    expect(found.writer).toMatchObject(owners.kind === 'unknown' ? { category: 'unowned', ...NOT_KNOWN } : NOBODY);
    expect(found.writer.evidence[0]?.message).toMatch(evidence);
  });

  it('of a field that live lacks: not known where nothing could be read', () => {
    const gone = difference(IMAGE, { change: 'missing' });
    expect(named({ kind: 'unowned' }, gone).writer).toMatchObject(NOBODY);
    for (const reason of ['absent', 'unreadable'] as const)
      expect(named({ kind: 'unknown', reason }, gone).writer).toMatchObject({ category: 'unowned', ...NOT_KNOWN });
  });

  it('of a field that live lacks, even where somebody owns what was there', () => {
    const found = named(ownedBy(ARGO), difference(IMAGE, { change: 'missing' }));
    expect(found).toMatchObject({ gitopsWrote: false, coOwners: [], writer: { category: 'unowned' } });
    expect(found.writer.evidence[0]?.message).toMatch(/do not record who removes/);
  });

  it('of a field that the server does not know', () => {
    const gone = difference('.spec.shards', { change: 'missing', notes: [{ kind: 'unknown-field' }] });
    expect(named({ kind: 'unowned' }, gone).writer.evidence[0]?.message).toMatch(/nobody removed it/);
  });
});

describe('the last client-side apply', () => {
  it.each<[LastApply, RegExp, RegExp]>([
    [{ kind: 'lacks' }, /does not declare \.spec\.template/, /does not declare \.spec\.template/],
    [{ kind: 'holds-live' }, /as live has it$/, /as live has it$/],
    [{ kind: 'holds-other', value: 'hunter2' }, /but not as live has it$/, /, which live lacks$/],
  ])('is evidence: %o', (lastApply, ofChanged, ofMissing) => {
    for (const [change, message] of [
      ['changed', ofChanged],
      ['missing', ofMissing],
    ] as const) {
      const { writer } = attribute({
        ref: CATALOG,
        difference: difference(IMAGE, { change }),
        owners: ownedBy(owner('deployer', 'kubectl-client-side-apply')),
        evidence: { autoscalers: NO_HPA },
        lastApply,
      });
      const found = writer.evidence.filter(({ kind }) => kind === 'annotation');
      expect(found).toHaveLength(1);
      expect(found[0]?.message).toMatch(message);
      expect(JSON.stringify(writer)).not.toContain('hunter2');
    }
  });
});
