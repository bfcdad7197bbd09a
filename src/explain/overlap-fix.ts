import type { Fix } from '../model/report.js';
import type { ResourceRef } from '../model/resource.js';

/** Who applies an object, as far as its tracking marks tell. */
export type AppliedBy = 'argocd' | 'flux' | 'other';

/** A declared field that somebody else is meant to write, and what is known of it. */
interface Overlap {
  readonly resource: ResourceRef;
  /** RFC 6901, into the object. */
  readonly pointer: string;
  readonly path: string;
  readonly origin: { readonly file: string; readonly line?: number } | undefined;
  readonly appliedBy: AppliedBy;
  /** True where nobody but the GitOps manager owns the live value: an apply without the field then removes it. */
  readonly ownedByGitopsAlone: boolean;
  /** True where the last-applied annotation declares it: a client-side apply without the field then removes it. */
  readonly lastApplied: boolean;
}

/**
 * The smallest change that ends a fight over a field: to drop it from Git, with what that does to live first, or a rule
 * for this one field of this one object, ready to paste. Never the whole spec.
 */
export function dropOrIgnore(overlap: Overlap): Fix {
  const where = overlap.origin === undefined ? '' : ` (${place(overlap.origin)})`;
  const drop = `drop ${overlap.path} from Git${where}`;
  const paste = IGNORE_RULES[overlap.appliedBy](overlap);
  const { kind, name, namespace } = overlap.resource;
  const once = overlap.lastApplied
    ? `, but first from the last-applied annotation, or the next client-side apply scales to 1 for a while: kubectl apply edit-last-applied ${kind.toLowerCase()}/${name}${namespace === '' ? '' : ` -n ${namespace}`}`
    : overlap.ownedByGitopsAlone
      ? '; the first apply without it may reset it to its default once, for nobody else owns it in live'
      : '';
  return {
    message: `${drop}${once}${paste === undefined ? '' : `; or keep it and let the controller leave this one field alone: ${TAKES[overlap.appliedBy]}`}`,
    ...(paste === undefined ? {} : { paste }),
  };
}

const place = ({ file, line }: { readonly file: string; readonly line?: number }): string =>
  line === undefined ? file : `${file}:${line}`;

const TAKES: Readonly<Record<AppliedBy, string>> = {
  argocd: 'in the Application',
  flux: 'in the Kustomization (kustomize-controller 1.9 or later)',
  other: '',
};

/** argo-cd docs/user-guide/diffing.md and sync-options.md; kustomize-controller api/v1 (spec.ignore). */
const IGNORE_RULES: Readonly<Record<AppliedBy, (overlap: Overlap) => string | undefined>> = {
  argocd: ({ resource, pointer }) =>
    [
      'spec:',
      '  ignoreDifferences:',
      `    - group: ${quoted(resource.group)}`,
      `      kind: ${resource.kind}`,
      `      name: ${quoted(resource.name)}`,
      ...(resource.namespace === '' ? [] : [`      namespace: ${quoted(resource.namespace)}`]),
      `      jsonPointers: [${quoted(pointer)}]`,
      '  syncPolicy:',
      '    syncOptions: [RespectIgnoreDifferences=true]',
    ].join('\n'),
  flux: ({ resource, pointer }) =>
    [
      'spec:',
      '  ignore:',
      `    - paths: [${quoted(pointer)}]`,
      '      target:',
      `        group: ${quoted(resource.group)}`,
      `        kind: ${resource.kind}`,
      `        name: ${quoted(`^${escaped(resource.name)}$`)}`,
      ...(resource.namespace === '' ? [] : [`        namespace: ${quoted(`^${escaped(resource.namespace)}$`)}`]),
    ].join('\n'),
  other: () => undefined,
};

/** JSON is YAML, so a JSON string is quoted for both. */
const quoted = (text: string): string => JSON.stringify(text);

/** Flux takes the target's names as regular expressions. */
const escaped = (text: string): string => text.replaceAll(/[.\\+*?()|[\]{}^$]/g, (mark) => `\\${mark}`);
