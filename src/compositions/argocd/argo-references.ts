import { GitdriftError } from '../../model/errors.js';
import { withoutLogins } from '../../model/url-login.js';
import { normalRepositoryURL } from '../../source/argocd/repository-map.js';
import type { OpenedArgoSource } from './argo-opened.js';

/**
 * The repositories that a source may take values from, by their `ref`. Throws `manifest-invalid` where Argo CD refuses
 * the references: two revisions of one repository, or another revision of the source's own.
 */
export function referenced(
  own: OpenedArgoSource,
  all: readonly OpenedArgoSource[],
): ReadonlyMap<string, { readonly root: string }> {
  const refs = new Map<string, { readonly root: string }>();
  const revisions = new Map<string, string>();
  const used = JSON.stringify(own.source.raw.helm ?? null);
  for (const { source, repository } of all) {
    if (source.ref === undefined || repository?.root === undefined) continue;
    refs.set(source.ref, { root: repository.root });
    if (!used.includes(`"$${source.ref}/`)) continue;
    const url = normalRepositoryURL(source.repoURL);
    const other = revisions.get(url);
    if (other !== undefined && other !== (source.targetRevision ?? '')) {
      throw refusedReference(
        `$${source.ref} names another revision of ${withoutLogins(source.repoURL)} than another reference does`,
      );
    }
    revisions.set(url, source.targetRevision ?? '');
    const isOwn = own.repository !== undefined && normalRepositoryURL(own.source.repoURL) === url;
    if (isOwn && own.repository?.revision !== repository.revision) {
      throw refusedReference(`$${source.ref} names another revision of the source's own repository`);
    }
  }
  return refs;
}

function refusedReference(message: string): GitdriftError {
  return new GitdriftError('manifest-invalid', `${message}, which Argo CD refuses`, { hint: 'use one targetRevision' });
}
