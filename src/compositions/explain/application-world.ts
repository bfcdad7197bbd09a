import type { Analysis } from '../../analyze.js';
import type { Tools } from '../../cli/engine.js';
import type { LiveOptions } from '../../config/live-options.js';
import { GitdriftError } from '../../model/errors.js';
import type { FieldRequest } from '../../model/explain-report.js';
import type { Report } from '../../model/report.js';
import { type Gvk, refKey } from '../../model/resource.js';
import type { ArgoRequest, FluxRequest, OpenedSource } from '../../model/source.js';
import { wholeReport } from '../application/application-report.js';
import {
  type DesiredPart,
  type JudgedApplication,
  partsByObject,
  type SeenApplication,
} from '../application/judged-application.js';
import { analyzeApplications } from '../application/with-applications.js';
import { findKind } from '../live/find-kind.js';
import type { OpenCluster } from '../live/open-cluster.js';
import { comparedWorld, type Declared, declaredIn, type FieldWorld, liveWorld } from './field-world.js';

/**
 * As withPathWorld, with what applications ask for as the desired state: the object by the rules of the controller, the
 * source that declares it open. Throws `usage` where several of the applications declare it.
 */
export async function withApplicationWorld<Result>(
  request: FieldRequest,
  asked: ArgoRequest | FluxRequest,
  live: LiveOptions,
  tools: Tools,
  use: (world: FieldWorld) => Promise<Result>,
): Promise<Result> {
  const { desired } = request;
  if (desired === undefined) throw new Error('applications are asked for without a request');
  const results: Result[] = [];
  await analyzeApplications({ ...desired, failOn: ['none'] }, asked, live, tools, {
    use: async (seen, own) => {
      results.push(await use(await worldOf(request, seen, own)));
    },
  });
  const [result] = results;
  if (result === undefined) throw new Error('no application was looked at');
  return result;
}

async function worldOf(request: FieldRequest, seen: readonly SeenApplication[], own: OpenCluster): Promise<FieldWorld> {
  const judged = seen.filter((one) => one.kind === 'judged');
  const gvk = await findKind(request.kind, judged[0]?.open ?? own);
  const declaring: { readonly application: JudgedApplication; readonly declared: Exclude<Declared, NotDeclared> }[] =
    [];
  const elsewhere = new Set<string>();
  for (const application of judged) {
    const declared = declaredIn({ desired: only(application, gvk, request.name) }, request);
    if (declared.kind === 'not-declared') for (const namespace of declared.elsewhere) elsewhere.add(namespace);
    else declaring.push({ application, declared });
  }
  const [first, second] = declaring;
  if (first !== undefined && second !== undefined) {
    const names = declaring.map(({ application }) => application.report.name).sort();
    throw new GitdriftError('usage', `${gvk.kind} ${request.name} is declared by ${names.join(' and ')}`, {
      hint: 'name one of them',
    });
  }
  if (first !== undefined) {
    const { application, declared } = first;
    const part = (await partsByObject(application)).get(refKey(declared.ref));
    return comparedWorld(declared, application.open, analysisOf(application, part, request));
  }
  const [unjudged] = seen.filter((one) => one.kind === 'not-judged');
  const [nearest] = judged;
  if (unjudged !== undefined || nearest === undefined) {
    const world = await liveWorld(request, gvk, nearest?.open ?? own, undefined);
    const name = unjudged?.report.name ?? 'the application';
    return { ...world, message: `what ${name} asks for could not be had: ${unjudged?.reason ?? 'no reason is given'}` };
  }
  return liveWorld(request, gvk, nearest.open, {
    analysis: analysisOf(nearest, nearest.parts[0], request),
    elsewhere: [...elsewhere].sort(),
  });
}

type NotDeclared = Extract<Declared, { kind: 'not-declared' }>;

/** Of what an application declares the objects that may be meant. */
function only({ desired }: JudgedApplication, { group, kind }: Gvk, name: string): Analysis['desired'] {
  const isIt = ({ ref }: { readonly ref: JudgedApplication['desired']['objects'][number]['ref'] }): boolean =>
    ref.group === group && ref.kind === kind && ref.name === name;
  return { ...desired, objects: desired.objects.filter(isIt), notCompared: desired.notCompared.filter(isIt) };
}

/** One application as if it were all that was looked at, its source being the one that declares the object. */
function analysisOf(application: JudgedApplication, part: DesiredPart | undefined, request: FieldRequest): Analysis {
  const { report, open, desired, compared, evidence, judging, declare } = application;
  if (request.desired === undefined) throw new Error('applications are asked for without a request');
  const whole: Report = wholeReport([report], request.desired, open.cluster.now);
  const { source } = part ?? {};
  return {
    ...{ report: whole, source: source ?? NO_FILES, desired, compared, evidence, judging },
    ...(source === undefined ? { noFiles: `${part?.shown ?? 'the source'} is in no Git repository` } : {}),
    ...(part === undefined
      ? {}
      : {
          editing: {
            renderer: part.renderer,
            valuesFiles: part.valuesFiles,
            desired: async (copy) => declare(await part.render(copy)),
          },
        }),
  };
}

const NO_FILES: OpenedSource = { kind: 'git', name: '', path: '.', recursive: false, close: async () => {} };
