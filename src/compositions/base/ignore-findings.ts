import { dig, field, isObject, type JsonValue, jsonEqual } from '../../model/json.js';
import type { Finding } from '../../model/report.js';
import { type DesiredObject, refKey } from '../../model/resource.js';
import type { EarlierDesired } from './base.js';

/** Where objects of the controllers say what is not to be compared. */
const PLACES: readonly { readonly group: string; readonly kind: string; readonly path: readonly string[] }[] = [
  { group: 'argoproj.io', kind: 'Application', path: ['spec', 'ignoreDifferences'] },
  { group: 'argoproj.io', kind: 'ApplicationSet', path: ['spec', 'template', 'spec', 'ignoreDifferences'] },
  { group: 'argoproj.io', kind: 'ApplicationSet', path: ['spec', 'ignoreApplicationDifferences'] },
  { group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization', path: ['spec', 'ignore'] },
  { group: 'helm.toolkit.fluxcd.io', kind: 'HelmRelease', path: ['spec', 'driftDetection'] },
];

/** Keys of argocd-cm with rules for every Application (argo-cd util/settings/settings.go). */
const SETTINGS = /^resource\.(?:compareoptions$|customizations(?:$|\.ignoreDifferences\.))/;

/**
 * Objects of the desired state whose own rules of what to ignore are not those of the earlier revision: a change must not
 * switch off the comparison that judges it. `declared` is all that desired has now.
 */
export function ignoreFindings({ at, objects }: EarlierDesired, declared: readonly DesiredObject[]): Finding[] {
  if (objects === undefined) return [];
  return declared.flatMap((now) => {
    const then = objects.get(refKey(now.ref));
    return rulesOf(now).flatMap(([path, rules]): Finding[] => {
      const before = then === undefined ? undefined : new Map(rulesOf(then)).get(path);
      if (jsonEqual(rules, before)) return [];
      const what = before === undefined ? 'adds' : rules === undefined ? 'removes' : 'changes';
      return [
        {
          code: 'policy-changed',
          severity: 'warning',
          resource: now.ref,
          path,
          message: `the request ${what} what the controller is told to ignore, and ${at.name} says otherwise: no later verdict shows what that hides`,
        },
      ];
    });
  });
}

/** By printed path; undefined where the object says nothing there. */
function rulesOf({ ref, object }: DesiredObject): readonly (readonly [string, JsonValue | undefined])[] {
  if (ref.group === '' && ref.kind === 'ConfigMap' && ref.name === 'argocd-cm') {
    const data = field(object, 'data');
    const kept = isObject(data) ? Object.entries(data).filter(([key]) => SETTINGS.test(key)) : [];
    return [['.data', kept.length === 0 ? undefined : Object.fromEntries(kept)]];
  }
  return PLACES.filter(({ group, kind }) => group === ref.group && kind === ref.kind).map(
    ({ path }) => [`.${path.join('.')}`, dig(object, ...path)] as const,
  );
}
