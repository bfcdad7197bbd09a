import { GitdriftError } from '../model/errors.js';
import type { Selection } from '../model/request.js';
import { type Gvk, type ResourceRef, refText } from '../model/resource.js';
import type { Desired } from './build-desired.js';
import { matchesSelector, parseSelector } from './label-selector.js';

/**
 * Desired cut down to what was selected. Throws `usage` for a selector that cannot be read and for a `--resource` that
 * names nothing in desired: a gate that looks at nothing must not pass.
 */
export function selectObjects(desired: Desired, selection: Selection): Desired {
  const selector = parseSelector(selection.selector ?? '');
  for (const wanted of selection.resources) {
    const all = [...desired.objects, ...desired.notCompared];
    if (!all.some(({ ref }) => names(wanted, ref)))
      throw nothingNamed(
        wanted,
        all.map(({ ref }) => ref),
      );
  }
  const selected = (ref: ResourceRef): boolean =>
    (selection.kinds.length === 0 || selection.kinds.some((kind) => isKind(kind, ref))) &&
    !selection.excludeKinds.some((kind) => isKind(kind, ref)) &&
    (selection.resources.length === 0 || selection.resources.some((wanted) => names(wanted, ref)));
  const objects = desired.objects.filter(({ ref, object }) => selected(ref) && matchesSelector(selector, object));
  const kept = new Set(objects.map(({ ref }) => refText(ref)));
  return {
    objects,
    notCompared: selector.length > 0 ? [] : desired.notCompared.filter(({ ref }) => selected(ref)),
    findings: desired.findings.filter(({ resource }) => resource === undefined || kept.has(refText(resource))),
  };
}

/** `Deployment`, `deployments`, `deployment.apps`: case does not matter, the group may be left out. */
function isKind(text: string, { group, kind }: Gvk): boolean {
  const [name = '', ...rest] = text.toLowerCase().split('.');
  const own = kind.toLowerCase();
  const wantedGroup = rest.join('.');
  const named = name === own || name === `${own}s` || name === `${own}es` || name === own.replace(/y$/, 'ies');
  return named && (wantedGroup === '' || wantedGroup === group);
}

/** `KIND/NAME`, `KIND/NAMESPACE/NAME`, or `group:kind:namespace/name` as Argo CD writes it. */
function names(text: string, ref: ResourceRef): boolean {
  const argo = /^([^:/]*):([^:/]+):(?:([^/]*)\/)?([^/]+)$/.exec(text);
  if (argo) {
    const [, group, kind, namespace, name] = argo;
    return (
      group === ref.group && kind === ref.kind && (namespace ?? ref.namespace) === ref.namespace && name === ref.name
    );
  }
  const parts = text.split('/');
  const [kind = '', second = '', third] = parts;
  if (parts.length < 2 || parts.length > 3) return false;
  return (
    isKind(kind, ref) && (third === undefined ? second === ref.name : second === ref.namespace && third === ref.name)
  );
}

function nothingNamed(wanted: string, refs: readonly ResourceRef[]): GitdriftError {
  const known = refs.map(({ kind, namespace, name }) =>
    [kind, namespace, name].filter((part) => part !== '').join('/'),
  );
  const shown = known.slice(0, 5).join(', ') + (known.length > 5 ? `, and ${known.length - 5} more` : '');
  return new GitdriftError('usage', `--resource ${wanted} names nothing in the desired state`, {
    hint: known.length === 0 ? 'the desired state holds no object' : `it holds ${shown}`,
  });
}
