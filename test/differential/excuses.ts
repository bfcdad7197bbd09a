import type { FieldDrift } from '../../src/model/drift.js';
import { type FieldPath, printPath, valueAt } from '../../src/model/field-path.js';
import { field, isObject, type JsonValue, jsonEqual } from '../../src/model/json.js';
import type { ResourceReport } from '../../src/model/report.js';
import type { ChangedLeaf } from './changes.js';
import type { LastChange } from './journal.js';
import type { Judged } from './oracle.js';
import {
  hasTwins,
  inNano,
  isDeclared,
  isEmpty,
  isPatched,
  isUnknownPatch,
  parentOf,
  recordedVersions,
  sortedItems,
  text,
} from './questions.js';
import { isRecorded } from './recorded.js';

/** A disagreement on one path, to be excused or not. */
export interface Disagreement {
  readonly judged: Judged;
  readonly report: ResourceReport;
  /**
   * `missed`: the server would change it; `false`: it would not; `refused`: it refuses, and gitdrift shows nothing;
   * `writer`: another one is named than the journal has.
   */
  readonly kind: 'missed' | 'false' | 'refused' | 'writer';
  readonly path: FieldPath;
  readonly leaf?: ChangedLeaf;
  readonly drift?: FieldDrift;
  readonly changes?: readonly LastChange[];
}

/** A rule by which gitdrift and a dry run may differ; docs/differential.md has the reasons at length. */
export interface Excuse {
  readonly id: string;
  readonly reason: string;
}

interface Rule extends Excuse {
  readonly kind: Disagreement['kind'] | readonly Disagreement['kind'][];
  holds(disagreement: Disagreement): boolean;
}

/** All rules; a run counts how often each was needed. */
export const EXCUSES: readonly Rule[] = [
  {
    id: 'same-quantity',
    kind: 'missed',
    reason: 'the server takes over the text of a quantity; its value, and with it the generation, stays',
    holds: ({ judged, leaf }) => {
      const [before, after] = [inNano(leaf?.before), inNano(leaf?.after)];
      return !judged.play.plan.types.custom && before !== undefined && jsonEqual(before, after);
    },
  },
  {
    id: 'filled-in',
    kind: 'missed',
    reason: 'the server fills in or allocates what a drifting field asks for; Git says nothing of it',
    holds: ({ judged, report, path, leaf }) =>
      report.drift.length > 0 && leaf?.before === undefined && !isDeclared(judged, path),
  },
  {
    id: 'alias-without-effect',
    kind: 'false',
    reason: 'the server prefers serviceAccountName, so that a manifest with the deprecated name alone changes nothing',
    holds: ({ path }) => printPath(path).endsWith('.serviceAccount'),
  },
  {
    id: 'alias',
    kind: 'missed',
    reason: 'the deprecated name of a field that drifts follows it',
    holds: ({ report, path }) =>
      printPath(path).endsWith('.serviceAccount') &&
      report.drift.some((drift) => drift.path === `${printPath(path)}Name`),
  },
  {
    id: 'follows-type',
    kind: 'missed',
    reason: 'the server drops fields of a Service that its drifting type or policy has no use for',
    holds: ({ judged, report, path, leaf }) =>
      judged.live.kind === 'Service' &&
      leaf?.after === undefined &&
      !isDeclared(judged, path) &&
      ['.spec.type', '.spec.externalTrafficPolicy', '.spec.sessionAffinity', '.spec.externalIPs'].some((cause) =>
        report.drift.some((drift) => drift.path === cause),
      ),
  },
  {
    id: 'node-port-anew',
    kind: 'missed',
    reason: 'the server chooses another node port where it does not find the old one of that very port',
    holds: ({ judged, path }) =>
      judged.live.kind === 'Service' && printPath(path).endsWith('.nodePort') && !isDeclared(judged, path),
  },
  {
    id: 'template-generation',
    kind: 'missed',
    reason: 'the server counts changes of a DaemonSet template in an annotation',
    holds: ({ path }) => printPath(path) === '.metadata.annotations["deprecated.daemonset.template.generation"]',
  },
  {
    id: 'aggregated',
    kind: 'missed',
    reason: 'a controller computes the rules of an aggregating ClusterRole and writes them again',
    holds: ({ judged, path }) => printPath(path) === '.rules' && isObject(judged.live.aggregationRule),
  },
  {
    id: 'one-key-in-strategic-merge',
    kind: ['missed', 'false', 'refused'],
    reason:
      'a client-side apply knows ports by number alone: taking one away takes the one of the other protocol too, and the next apply makes that again',
    holds: ({ judged, path }) => isPatched(judged) && hasTwins(judged, path),
  },
  {
    id: 'null-in-merge-patch',
    kind: 'missed',
    reason: 'a JSON merge patch cannot say null: inside a list it is lost, and the default comes in its place',
    holds: ({ judged, path, leaf }) =>
      isPatched(judged) &&
      judged.play.plan.types.custom &&
      leaf?.before === null &&
      valueAt(judged.play.desired, path) === null,
  },
  {
    id: 'patch-replaces-list',
    kind: 'missed',
    reason:
      'Helm patches custom objects by JSON merge patch, which replaces lists; gitdrift is not told who applies how',
    holds: ({ judged, path }) =>
      isUnknownPatch(judged) &&
      judged.play.plan.types.custom &&
      !isDeclared(judged, path) &&
      path.some((element) => element.kind !== 'field'),
  },
  {
    id: 'patch-takes-null',
    kind: ['missed', 'false'],
    reason: "in Helm's patch a null deletes what others have below; gitdrift is not told who applies how",
    holds: ({ judged, path }) =>
      isUnknownPatch(judged) && path.some((_, at) => valueAt(judged.play.desired, path.slice(0, at + 1)) === null),
  },
  {
    id: 'patch-keeps-atomic',
    kind: 'false',
    reason: "Helm's patch adds to an atomic map, a server-side apply replaces it; gitdrift is not told who applies how",
    holds: ({ judged, path, drift }) =>
      isUnknownPatch(judged) && drift?.change === 'extra' && !isDeclared(judged, path),
  },
  {
    id: 'null-for-unowned',
    kind: 'false',
    reason: 'null asks to take away what nobody holds; a server-side apply leaves it, and where it matters refuses it',
    holds: ({ judged, path, drift }) =>
      drift?.change === 'extra' && valueAt(judged.play.desired, path) === null && !isRecorded(judged.live, path),
  },
  {
    id: 'other-version',
    kind: 'false',
    reason: 'a field that Git removed stays where another manager is recorded at a version that has no such field',
    holds: ({ judged, path }) =>
      judged.live.kind === 'HorizontalPodAutoscaler' &&
      !isDeclared(judged, path) &&
      recordedVersions(judged.live).some((version) => version !== judged.live.apiVersion),
  },
  {
    id: 'unused-in-service',
    kind: ['false', 'missed'],
    reason: 'the server drops what the type or affinity of a Service has no use for, as often as Git declares it',
    holds: ({ judged, path }) => {
      const has = (name: string): JsonValue | undefined => field(judged.play.desired.spec, name);
      if (judged.live.kind !== 'Service') return false;
      return (
        (printPath(path).startsWith('.spec.sessionAffinityConfig') && has('sessionAffinity') !== 'ClientIP') ||
        (printPath(path) === '.spec.internalTrafficPolicy' && has('type') === 'ExternalName')
      );
    },
  },
  {
    id: 'unknown-field',
    kind: 'false',
    reason: 'the server drops a field that the kind does not have: no apply can bring live to what Git says',
    holds: ({ drift }) => drift?.explanation.code === 'unknown-field',
  },
  {
    id: 'raw-order',
    kind: 'refused',
    reason: 'the server compares the data of a ControllerRevision byte by byte, so another order of keys is a change',
    holds: ({ judged }) => judged.live.kind === 'ControllerRevision',
  },
  {
    id: 'feature-off',
    kind: 'false',
    reason: 'the server knows the field, but a feature gate is off and drops it',
    holds: ({ judged, drift }) =>
      [
        'Lease .spec.strategy',
        'Lease .spec.preferredHolder',
        'CSIDriver .spec.preventPodSchedulingIfMissing',
        'CSIDriver .spec.nodeAllocatableUpdatePeriodSeconds',
        'StatefulSet .spec.updateStrategy.rollingUpdate.maxUnavailable',
      ].includes(`${judged.live.kind} ${drift?.path}`),
  },
  {
    id: 'change-ignored',
    kind: 'false',
    reason: 'the server keeps the spec of a CertificateSigningRequest as it was made and says nothing of a change',
    holds: ({ judged, path }) =>
      judged.live.kind === 'CertificateSigningRequest' && printPath(path).startsWith('.spec'),
  },
  {
    id: 'null-key',
    kind: ['missed', 'false', 'refused'],
    reason: 'a null in a key field of a list: a server-side apply keeps it as another key, and cannot be repeated',
    holds: ({ judged, path }) =>
      (path.length === 0 && text(judged.live.metadata.managedFields).includes(':null')) ||
      text(parentOf(judged, path)).includes('"protocol":null'),
  },
  {
    id: 'empty-key',
    kind: ['missed', 'refused'],
    reason: 'an empty protocol: a server-side apply takes it for another key than TCP while it merges',
    holds: ({ judged, path }) => text(parentOf(judged, path)).includes('"protocol":""'),
  },
  {
    id: 'metrics-order',
    kind: 'missed',
    reason: "the order of an autoscaler's metrics means nothing, and servers have given it back in another one",
    holds: ({ judged, path, leaf }) =>
      judged.live.kind === 'HorizontalPodAutoscaler' &&
      printPath(path) === '.spec.metrics' &&
      sortedItems(leaf?.before) === sortedItems(leaf?.after),
  },
  {
    id: 'empty-in-frozen',
    kind: 'refused',
    reason: 'the server takes an empty map for a change of an immutable ConfigMap or Secret that has none',
    holds: ({ judged: { live, play } }) =>
      live.immutable === true &&
      ['data', 'binaryData', 'stringData'].some((name) => isEmpty(field(play.desired, name))),
  },
  {
    id: 'nobody-recorded',
    kind: 'writer',
    reason: 'managedFields name nobody for the field, so nobody can be named',
    holds: ({ judged, path, drift }) => drift?.writer.category === 'unowned' && !isRecorded(judged.live, path),
  },
  {
    id: 'record-lost',
    kind: 'writer',
    reason: 'an object without managedFields: the next apply records all there is as before-first-apply',
    holds: ({ drift }) => drift?.writer.manager === 'before-first-apply',
  },
  {
    id: 'same-second',
    kind: 'writer',
    reason: 'of a Secret key that one wrote in data and another in stringData only the times tell who was last',
    holds: ({ judged, path, changes = [] }) =>
      judged.live.kind === 'Secret' &&
      text(judged.live.metadata.managedFields).includes('f:stringData') &&
      printPath(path).startsWith('.data.') &&
      changes.length > 0 &&
      isRecorded(judged.live, path),
  },
];

/** The rule that allows a disagreement, or undefined where none does. */
export function excuseOf(disagreement: Disagreement): Excuse | undefined {
  const rule = EXCUSES.find((one) => [one.kind].flat().includes(disagreement.kind) && one.holds(disagreement));
  return rule === undefined ? undefined : { id: rule.id, reason: rule.reason };
}
