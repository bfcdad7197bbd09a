import { dig, digString, type JsonObject } from '../../model/json.js';
import { type KubernetesObject, refOf, refText } from '../../model/resource.js';
import { fluxCommand, kubectlPatch, readField, type Typing } from './commands.js';
import type { Suspension } from './suspension.js';

const SUSPEND = ['spec', 'suspend'] as const;

/** A Kustomization or HelmRelease of Flux. */
export function suspendFlux(object: KubernetesObject, typing: Typing): Suspension {
  const ref = refOf(object);
  const before = dig(object, ...SUSPEND);
  const isSuspended = before === true;
  return {
    path: SUSPEND,
    does: `suspend ${refText(ref)}`,
    ...(isSuspended ? { already: 'it is suspended already' } : {}),
    commands: (manager) => [
      fluxCommand('suspend', ref, typing),
      kubectlPatch(ref, { type: 'merge', body: { spec: { suspend: true } } }, manager, typing),
    ],
    undoes: `resume ${refText(ref)}, which reconciles at once`,
    undo: (manager) => [
      fluxCommand('resume', ref, typing),
      kubectlPatch(
        ref,
        { type: 'merge', body: { spec: { suspend: before === false ? false : null } } },
        manager,
        typing,
      ),
    ],
    readBack: {
      command: readField(ref, SUSPEND, typing),
      expect: 'true, also after the interval of whatever applies it',
      prints: ['true'],
    },
    undone: { command: readField(ref, SUSPEND, typing), expect: 'nothing or false', prints: ['', 'false'] },
  };
}

const PAUSE = ['metadata', 'annotations', 'fluxcd.controlplane.io/reconcile'] as const;

/** A FluxInstance or ResourceSet of flux-operator, paused by an annotation. */
export function pauseOperator(object: KubernetesObject, typing: Typing): Suspension {
  const ref = refOf(object);
  const body = (value: string | null): JsonObject => ({ metadata: { annotations: { [PAUSE[2]]: value } } });
  const before = digString(object, ...PAUSE);
  return {
    path: PAUSE,
    does: `pause ${refText(ref)}`,
    ...(before === 'disabled' ? { already: 'it is paused already' } : {}),
    commands: (manager) => [kubectlPatch(ref, { type: 'merge', body: body('disabled') }, manager, typing)],
    undoes: `let ${refText(ref)} reconcile again`,
    undo: (manager) => [kubectlPatch(ref, { type: 'merge', body: body(before ?? null) }, manager, typing)],
    readBack: { command: readField(ref, PAUSE, typing), expect: 'disabled', prints: ['disabled'] },
    undone: { command: readField(ref, PAUSE, typing), expect: before ?? 'nothing', prints: [before ?? ''] },
  };
}
