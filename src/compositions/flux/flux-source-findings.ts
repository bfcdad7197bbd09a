import type { FluxSource } from '../../model/flux.js';
import type { Finding } from '../../model/report.js';
import type { Artifact } from '../../source/flux/artifact.js';

/** What is to be said of a source: that it is suspended, or not ready, or that its artifact is not what Git holds by now. */
export function sourceFindings(
  source: FluxSource,
  artifact?: Pick<Artifact, 'submodules' | 'ahead' | 'revision'>,
): readonly Finding[] {
  const name = `${source.kind} ${source.namespace}/${source.name}`;
  const behind = [
    ...(source.suspended ? [`${name} is suspended: its last artifact is applied on and on`] : []),
    ...(source.notReady === undefined ? [] : [`${name} is not ready, so its artifact may be old: ${source.notReady}`]),
    ...(artifact?.ahead === undefined ? [] : [`${name}: ${aheadText(source, artifact.ahead, artifact.revision)}`]),
  ];
  const submodules = artifact?.submodules ?? [];
  return [
    ...behind.map((message): Finding => ({ code: 'flux-source-behind', severity: 'warning', message })),
    ...(submodules.length === 0
      ? []
      : [
          {
            code: 'submodule-not-read',
            severity: 'warning',
            message: `Git submodules were not read: ${submodules.join(', ')}; gitdrift clones none`,
          } as const,
        ]),
  ];
}

/** The artifact is what the cluster has; a clone of this machine may be the older one of the two. */
function aheadText({ wanted }: FluxSource, ahead: string, revision: string): string {
  const ref = wanted.replace(/^refs\/(?:heads|tags)\//, '');
  return `${ref} is at ${ahead.slice(0, 7)}, its artifact at ${revision.slice(0, 7)}: Git has moved on (or the clone is behind); compared with the artifact, which is what Flux applies`;
}
