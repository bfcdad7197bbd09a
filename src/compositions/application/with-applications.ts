import type { Tools } from '../../cli/engine.js';
import type { LiveOptions } from '../../config/live-options.js';
import type { Report } from '../../model/report.js';
import type { AnalyzeRequest } from '../../model/request.js';
import type { ArgoRequest, FluxRequest } from '../../model/source.js';
import type { ApplicationsRun } from './judged-application.js';

/** The pipeline for applications of Argo CD or of Flux, whichever are asked for. Throws as those. */
export async function analyzeApplications(
  request: AnalyzeRequest,
  asked: ArgoRequest | FluxRequest,
  live: LiveOptions,
  tools: Tools,
  run: ApplicationsRun,
): Promise<Report> {
  if (asked.kind === 'argocd') {
    const { analyzeArgocd } = await import('../argocd/analyze-argocd.js');
    return analyzeArgocd(request, asked, live, tools, run);
  }
  const { analyzeFlux } = await import('../flux/analyze-flux.js');
  return analyzeFlux(request, asked, live, tools, run);
}
