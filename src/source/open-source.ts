import { GitdriftError } from '../model/errors.js';
import type { Progress } from '../model/request.js';
import type { OpenedSource, SourceRequest } from '../model/source.js';
import { openRepository } from './clone.js';
import { textOfDescriptor } from './descriptor.js';
import type { Environment } from './git-environment.js';
import { openPath } from './local-path.js';

/** What opening a source may use of the world. `cwd` is what relative paths are relative to. */
export interface SourceIo {
  readonly cwd: string;
  readonly stdin: () => Promise<string>;
  readonly progress: Progress;
  readonly env: Environment;
  readonly signal?: AbortSignal;
}

/**
 * Makes a source readable: a path as it is, standard input as text, a Git URL as files in a temporary folder. The
 * caller closes it. Throws GitdriftError `usage`, `source-not-found`, `git-failed` or `interrupted`.
 */
export async function openSource(request: SourceRequest, io: SourceIo): Promise<OpenedSource> {
  switch (request.kind) {
    case 'path': {
      const text = await textOfDescriptor(request.path, io);
      return text === undefined ? openPath(request.path, request.recursive, io) : stream(text);
    }
    case 'stdin':
      return stream(await io.stdin());
    case 'git':
      return openRepository(request, io);
    case 'argocd':
      throw new GitdriftError('usage', 'an Application is no single source: it names its own', {
        hint: 'give a path or --repo here; diff and status take Applications',
      });
    case 'flux':
      throw new GitdriftError('usage', 'an object of Flux is no single source: it names its own', {
        hint: 'give a path or --repo here; diff and status take Kustomizations and HelmReleases',
      });
  }
}

function stream(text: string): OpenedSource {
  return { kind: 'stdin', name: 'stdin', path: '-', stdin: text, recursive: false, close: async () => {} };
}
