import { GitdriftError } from '../model/errors.js';
import type { RendererName } from '../model/report.js';
import type { RenderRequest } from '../model/source.js';

const READ_AS: Readonly<Record<Exclude<RendererName, 'helm'>, string>> = {
  yaml: 'was read as plain YAML',
  kustomize: 'is a kustomization',
};

/** Throws `usage` where values or a release name were given for what is no chart: they would change nothing. */
export function refuseChartFlags(renderer: RendererName, path: string, request: RenderRequest): void {
  if (renderer === 'helm') return;
  const given = [
    ...(request.values.length > 0 ? ['--values'] : []),
    ...(request.set.length > 0 ? ['--set'] : []),
    ...(request.releaseName === undefined ? [] : ['--release-name']),
  ];
  if (given.length === 0) return;
  const belongs = given.length === 1 ? 'belongs' : 'belong';
  const what = path === '-' ? 'standard input' : path;
  throw new GitdriftError('usage', `${given.join(', ')} ${belongs} to a Helm chart; ${what} ${READ_AS[renderer]}`, {
    hint: `leave out ${given.join(', ')} (also in GITDRIFT_…), or name the folder with the Chart.yaml`,
  });
}
