import type { Tools } from '../../cli/engine.js';
import type { LiveOptions } from '../../config/live-options.js';
import type { FieldRequest } from '../../model/explain-report.js';
import { withApplicationWorld } from './application-world.js';
import { type FieldWorld, withPathWorld } from './field-world.js';

/**
 * Finds the object of a request in live and in the desired state that is named, if any: a path, a repository, or what
 * applications ask for. Gives it to `use` while the source is open. Throws `source-not-found` where neither has the
 * object, `usage` where several namespaces or applications do.
 */
export async function withFieldWorld<Result>(
  request: FieldRequest,
  live: LiveOptions,
  tools: Tools,
  use: (world: FieldWorld) => Promise<Result>,
): Promise<Result> {
  const source = request.desired?.source;
  return source?.kind === 'argocd' || source?.kind === 'flux'
    ? withApplicationWorld(request, source, live, tools, use)
    : withPathWorld(request, live, tools, use);
}
