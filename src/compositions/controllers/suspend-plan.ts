import type { Tools } from '../../cli/engine.js';
import { isSecretPath } from '../../compare/mask.js';
import type { LiveOptions } from '../../config/live-options.js';
import { type ChangedField, overrideRecord } from '../../gitops/suspend/override-record.js';
import { nearestOwners } from '../../gitops/suspend/targets.js';
import { wholePlan } from '../../gitops/suspend/whole-plan.js';
import type { ObjectAudit } from '../../model/audit.js';
import type { OwnerChain } from '../../model/owner-chain.js';
import { type KubernetesObject, refOf, refText } from '../../model/resource.js';
import { shellWord } from '../../model/shell-word.js';
import type { SuspendPlan, SuspendRequest } from '../../model/suspend-plan.js';
import { fieldOwners } from '../../ownership/annotate.js';
import { loadCatalogue } from '../../ownership/catalogue.js';
import { decodeManagedFields } from '../../ownership/decode.js';
import { gitopsManagerOf } from '../../ownership/gitops-manager.js';
import { findAudit } from '../evidence/audit.js';
import { auditWriters } from '../evidence/audited-field.js';
import { openCluster } from '../live/open-cluster.js';
import { ownerChain } from './owner-chain.js';
import { childrenOf, enabledField, shutWindow, sourceOf } from './plan-surroundings.js';
import { suspendSubject } from './suspend-subject.js';

/** Plans how a change of a live object, or of an Application's objects, is kept; reads only, and changes nothing. */
export async function suspendPlan(request: SuspendRequest, live: LiveOptions, tools: Tools): Promise<SuspendPlan> {
  const home = await openCluster(live, tools);
  const { cluster } = home;
  const subject = await suspendSubject(request, home, live, tools);
  const { object, open, destination } = subject;
  tools.progress('following its owners');
  const chain = await ownerChain(object, { cluster: open.cluster, kind: open.kind, home: cluster });
  const { targets } = nearestOwners(chain);
  const [first] = targets;
  const held = first?.held ?? { ref: chain.start, object };
  const [enabled, children, windows, source, audit] = await Promise.all([
    enabledField(chain, cluster),
    childrenOf(chain, cluster),
    Promise.all(targets.map(({ owner }) => shutWindow(owner, cluster))),
    first === undefined ? undefined : sourceOf(first.owner, cluster),
    findAudit([held.ref], request.audit, open, tools),
  ]);
  const { context } = request;
  const to = request.contexts.find(({ destination: named }) => named === destination);
  const steps = wholePlan({
    chain,
    enabled,
    typing: context === undefined ? {} : { context },
    children,
    ...(source === undefined ? {} : { source }),
    notes: [...windows.filter((text) => text !== undefined), ...unmarked(chain, object)],
    ...(to === undefined ? {} : { reach: `--context-for ${shellWord(`${to.destination}=${to.context}`)}` }),
  });
  for (const warning of new Set([...cluster.warnings, ...open.cluster.warnings])) tools.warn(warning);
  const { links, roots, notes } = chain;
  return {
    schemaVersion: '1',
    tool: { name: 'gitdrift', version: request.toolVersion },
    generatedAt: cluster.now.toISOString(),
    destination: open.cluster.destination,
    resource: chain.start,
    chain: { links, roots, notes },
    ...steps,
    override: overrideRecord(held.ref, changedByHand(held.object ?? object, audit?.of(held.ref)), cluster.now),
  };
}

/** An object without an owner that a GitOps manager applied all the same: its marks are gone, or are none that we know. */
function unmarked({ links }: OwnerChain, object: KubernetesObject): readonly string[] {
  if (links.length > 0) return [];
  const gitops = gitopsManagerOf(object, decodeManagedFields(object), undefined, loadCatalogue());
  if (gitops === undefined) return [];
  return [
    `something applies ${refText(refOf(object))} all the same, and sets it back: ${gitops.evidence.message}; which object of it does could not be told`,
  ];
}

/** The fields that a person or a script wrote, by managedFields and the audit log; without values where they are secret. */
function changedByHand(object: KubernetesObject, audit: ObjectAudit | undefined): readonly ChangedField[] {
  const ref = refOf(object);
  const managed = decodeManagedFields(object);
  const catalogue = loadCatalogue();
  const gitops = gitopsManagerOf(object, managed, undefined, catalogue);
  const { fields } = fieldOwners({ object, managed, catalogue, gitops });
  return fields
    .filter(({ writers, path, elements, neverOwned }) => {
      if (neverOwned || STATUS.test(path) || BOOKKEEPING.test(path)) return false;
      const [writer] = auditWriters(writers, audit, { ref, object, gitops }, elements, catalogue);
      return writer?.category === 'manual';
    })
    .map(({ path, elements, value }) => (isSecretPath(ref, elements) ? { path } : { path, value }))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** What a controller reports: Git asks for none of it, whoever wrote it first. */
const STATUS = /^\.status(?:[.[]|$)/;

/** What kubectl leaves beside what was meant. */
const BOOKKEEPING =
  /^\.metadata\.annotations(?:\["kubectl\.kubernetes\.io\/|$)|^\.metadata\.annotations\["deployment\.kubernetes\.io\//;
