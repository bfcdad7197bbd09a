import { dig, digString, isObject, type JsonValue } from '../../model/json.js';
import { printJson } from '../../model/json-text.js';
import type { ChainNode } from '../../model/owner-chain.js';
import { refText } from '../../model/resource.js';
import type { OtherWay } from '../../model/suspend-plan.js';
import { asked, kubectlPatch, readField, type Typing } from './commands.js';

/** The source of a Kustomization, where it could be read; `isManaged`: something declares it, and puts a pin back. */
export interface PlanSource {
  readonly node: ChainNode;
  readonly isManaged: boolean;
}

const ISOLATE = 'isolate the release path';
const SOURCE_GOES_ON = 'suspending the source does not stop corrections, for its last artifact is applied again';

/** Pins the source of a Kustomization to what was applied; suspending the source would not do it. */
export function pinSource({ object }: ChainNode, source: PlanSource | undefined, typing: Typing): OtherWay {
  const named = [digString(object, 'spec', 'sourceRef', 'kind'), digString(object, 'spec', 'sourceRef', 'name')];
  const applied = digString(object, 'status', 'lastAppliedRevision');
  const name = named.filter((part) => part !== undefined).join(' ');
  const pin = source === undefined || source.isManaged ? undefined : pinOf(source.node, applied);
  const where = pin === undefined ? ', in Git' : '';
  const way = {
    title: ISOLATE,
    message: `pin spec.ref of ${name} to ${applied ?? 'the applied revision'} or a release branch with the fix${where}: whatever else uses that source stays there too, and corrections go on; ${SOURCE_GOES_ON}`,
  };
  if (source === undefined || pin === undefined) return { ...way, commands: [] };
  const { ref } = source.node;
  const before = dig(source.node.object, 'spec', 'ref');
  const path = '/spec/ref';
  const put = (value: JsonValue | undefined): readonly string[] => {
    const body = [value === undefined ? { op: 'remove', path } : { op: 'add', path, value }];
    return asked(kubectlPatch(ref, { type: 'json', body }, 'break-glass', typing));
  };
  const read = readField(ref, ['spec', 'ref'], typing);
  const was = before === undefined ? '' : printJson(before);
  return {
    ...way,
    commands: put(pin),
    readBack: { command: read, expect: printJson(pin), prints: [printJson(pin)] },
    undo: put(before),
    undone: {
      command: read,
      expect: was || 'nothing',
      ...(isObject(before) && Object.keys(before).length > 1 ? {} : { prints: [was] }),
    },
  };
}

/** `main@sha1:COMMIT` of a GitRepository, `latest@sha256:DIGEST` of an OCIRepository. */
function pinOf({ ref }: ChainNode, applied: string | undefined): JsonValue | undefined {
  const [, algorithm = '', digest = ''] = /(?:^|@)(sha1|sha256):([0-9a-f]+)$/.exec(applied ?? '') ?? [];
  if (digest === '') return undefined;
  if (ref.kind === 'GitRepository') return { commit: digest };
  return ref.kind === 'OCIRepository' ? { digest: `${algorithm}:${digest}` } : undefined;
}

/** A chart version that is pinned keeps new charts out; values that change still make an upgrade. */
export function pinRelease({ ref, object }: ChainNode): OtherWay {
  const version = digString(object, 'status', 'history', 0, 'chartVersion');
  const chart = digString(object, 'spec', 'chart', 'spec', 'chart');
  return {
    title: ISOLATE,
    message: `pin spec.chart.spec.version of ${refText(ref)}${chart === undefined ? '' : ` (chart ${chart})`} to ${version ?? 'the deployed version'} where it is declared, in Git, or put the fix on a release branch of it; a change of its values is an upgrade all the same`,
    commands: [],
  };
}

const RECONCILE = 'kustomize.toolkit.fluxcd.io/reconcile';

/** The owner goes on with everything else. */
export function leaveOneAlone({ ref }: ChainNode, { ref: held, object }: ChainNode, typing: Typing): OtherWay {
  const name = refText(ref);
  const title = 'leave one object alone';
  if (held.kind === ref.kind && held.group === ref.group) {
    return {
      title,
      message: `annotate the live object ${RECONCILE}: disabled; ${name} skips it and goes on with the others`,
      commands: [],
    };
  }
  const before = digString(object, 'metadata', 'annotations', RECONCILE);
  const patch = (value: string | null): readonly string[] =>
    asked(
      kubectlPatch(
        held,
        { type: 'merge', body: { metadata: { annotations: { [RECONCILE]: value } } } },
        'flux-client-side-apply',
        typing,
      ),
    );
  const read = readField(held, ['metadata', 'annotations', RECONCILE], typing);
  return {
    title,
    message: `${name} skips a live object with this annotation and goes on with the others; take it away again once Git has the fix`,
    commands: patch('disabled'),
    readBack: { command: read, expect: 'disabled', prints: ['disabled'] },
    undo: patch(before ?? null),
    undone: { command: read, expect: before ?? 'nothing', prints: [before ?? ''] },
  };
}
