import type { Tools } from '../../cli/engine.js';
import type { Desired } from '../../desired/build-desired.js';
import type { RendererName } from '../../model/report.js';
import type { AnalyzeRequest } from '../../model/request.js';
import type { DesiredObject } from '../../model/resource.js';
import type { OpenedSource, RenderRequest } from '../../model/source.js';
import { render } from '../../render/render.js';
import { readDesired } from '../application/read-desired.js';
import type { FieldWorld } from '../explain/field-world.js';

/** What a source is rendered for: the object's world, and what the command was asked. */
interface Rendered {
  readonly world: FieldWorld;
  readonly desired: AnalyzeRequest;
}

/** Everything that a source, or an edited copy of it, declares, as the comparison sees it; also what is not compared. */
export async function objectsOf(
  source: OpenedSource,
  request: RenderRequest,
  { world, desired }: Rendered,
  tools: Tools,
): Promise<readonly DesiredObject[]> {
  const { editing } = world.analysis ?? {};
  if (editing !== undefined) return everyObject(await editing.desired(source));
  const { cluster, kind } = world.open;
  const io = { ...tools, progress: () => {}, apiVersions: () => cluster.apiVersions() };
  const { documents } = await render(source, request, io);
  const namespace = desired.namespace ?? cluster.destination.namespace ?? 'default';
  const all = { ...desired, allowEmpty: true, select: { kinds: [], excludeKinds: [], resources: [] } };
  return everyObject(await readDesired(documents, all, namespace, kind, () => {}));
}

function everyObject({ objects, notCompared }: Desired): readonly DesiredObject[] {
  const noOrigins = { file: '', lines: new Map<string, number>() };
  return [...objects, ...notCompared.map(({ ref, object }) => ({ ref, object, origins: noOrigins }))];
}

/** What the object's source is rendered with. */
export function rendererOf({ analysis }: FieldWorld): RendererName {
  return analysis?.editing?.renderer ?? analysis?.report.applications[0]?.sources[0]?.renderer.name ?? 'yaml';
}

/** The source's rendering as the comparison had it: its values files, namespace and version of Kubernetes. */
export function renderRequest({ desired, world }: Rendered): RenderRequest {
  const { cluster } = world.open;
  const { version, namespace } = cluster.destination;
  const { editing } = world.analysis ?? {};
  if (editing !== undefined) {
    const { renderer, valuesFiles } = editing;
    return { renderer, values: valuesFiles, set: [], apiVersions: [] };
  }
  return {
    ...desired.render,
    namespace: desired.render.namespace ?? desired.namespace ?? namespace ?? 'default',
    ...(version === undefined ? {} : { kubeVersion: version }),
  };
}
