import { GitdriftError } from '../model/errors.js';
import { matchesSelector, parseSelector } from '../model/label-selector.js';
import type { Selection } from '../model/request.js';
import { type KubernetesObject, type ResourceRef, refKey } from '../model/resource.js';
import type { Desired } from './build-desired.js';
import { isKind } from './kind-name.js';
import { nearest, type Spellings } from './nearest.js';

/**
 * Desired cut down to what was selected; findings of what is not selected go with it. Throws `usage` for a selector that
 * cannot be read and for a `--resource` that names nothing in desired: a gate that looks at nothing must not pass.
 */
export function selectObjects(desired: Desired, selection: Selection): Desired {
  const selector = parseSelector(selection.selector ?? '');
  const refs = [...desired.objects, ...desired.notCompared].map(({ ref }) => ref);
  for (const wanted of selection.resources) {
    if (!refs.some((ref) => names(wanted, ref))) throw nothingNamed(wanted, refs);
  }
  const selected = ({ ref, object }: { readonly ref: ResourceRef; readonly object: KubernetesObject }): boolean =>
    (selection.kinds.length === 0 || selection.kinds.some((kind) => isKind(kind, ref))) &&
    !selection.excludeKinds.some((kind) => isKind(kind, ref)) &&
    (selection.resources.length === 0 || selection.resources.some((wanted) => names(wanted, ref))) &&
    (selection.only === undefined || isOnly(selection.only, ref)) &&
    matchesSelector(selector, object);
  const objects = desired.objects.filter(selected);
  const notCompared = desired.notCompared.filter(selected);
  const kept = new Set([...objects, ...notCompared].map(({ ref }) => refKey(ref)));
  return {
    objects,
    notCompared,
    findings: desired.findings.filter(({ resource }) => resource === undefined || kept.has(refKey(resource))),
  };
}

function isOnly(only: NonNullable<Selection['only']>, ref: ResourceRef): boolean {
  return only.group === ref.group && only.kind === ref.kind && only.name === ref.name;
}

/** Kinds of `--exclude-kind` that desired has none of, in the order given: a mistyped one excludes nothing. */
export function excludedInVain(desired: Desired, selection: Selection): readonly string[] {
  const refs = [...desired.objects, ...desired.notCompared].map(({ ref }) => ref);
  return selection.excludeKinds.filter((kind) => !refs.some((ref) => isKind(kind, ref)));
}

/** `KIND/NAME`, `KIND/NAMESPACE/NAME`, or `GROUP:KIND:NAMESPACE/NAME` as Argo CD writes it, its namespace optional. */
function names(text: string, ref: ResourceRef): boolean {
  const argo = /^([^:/]*):([^:/]+):(?:([^/]*)\/)?([^/]+)$/.exec(text);
  if (argo) {
    const [, group, kind, namespace, name] = argo;
    return (
      group === ref.group && kind === ref.kind && (namespace ?? ref.namespace) === ref.namespace && name === ref.name
    );
  }
  const [kind = '', second, third, ...more] = text.split('/');
  if (second === undefined || more.length > 0 || !isKind(kind, ref)) return false;
  return third === undefined ? second === ref.name : second === ref.namespace && third === ref.name;
}

function nothingNamed(wanted: string, refs: readonly ResourceRef[]): GitdriftError {
  const known = refs.map(({ group, kind, namespace, name }): Spellings => {
    const place = namespace === '' ? name : `${namespace}/${name}`;
    return [`${kind}/${place}`, `${kind}/${name}`, `${group}:${kind}:${place}`];
  });
  return new GitdriftError('usage', `--resource ${wanted} names nothing in the desired state`, {
    hint: !/[/:]/.test(wanted)
      ? 'write it as KIND/NAME, KIND/NAMESPACE/NAME or GROUP:KIND:NAMESPACE/NAME'
      : known.length === 0
        ? 'the desired state holds no object'
        : `the nearest of ${known.length}: ${nearest(wanted, known, 3).join(', ')}`,
  });
}
