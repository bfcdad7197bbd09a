import type { Tools } from '../../cli/engine.js';
import type { LiveOptions } from '../../config/live-options.js';
import type { AdoptReport } from '../../model/adopt-report.js';
import { GitdriftError } from '../../model/errors.js';
import type { FieldRequest } from '../../model/explain-report.js';
import { printPath, valueAt } from '../../model/field-path.js';
import type { RendererName } from '../../model/report.js';
import type { AnalyzeRequest } from '../../model/request.js';
import { type DesiredObject, refKey, refText } from '../../model/resource.js';
import { shellWord } from '../../model/shell-word.js';
import type { OpenedSource, RenderRequest } from '../../model/source.js';
import type { FieldEdit } from '../../render/edit/edit-document.js';
import { editPlaces, type FileSource, pathsRead } from '../../render/edit/edit-places.js';
import { type EditableCopy, withEditableCopy } from '../../render/edit/edited-copy.js';
import { secretLines } from '../../render/edit/secret-lines.js';
import { shownLines, unifiedDiff } from '../../render/edit/unified-diff.js';
import { evidenceFor, type FieldWorld } from '../explain/field-world.js';
import { findField } from '../explain/find-field.js';
import { withFieldWorld } from '../explain/open-world.js';
import { planAdoption } from './adopt-plan.js';
import { objectsOf, rendererOf, renderRequest } from './adopt-rendering.js';
import { leanEdit } from './adopt-target.js';
import { adoptWarnings } from './adopt-warnings.js';
import { faultOf } from './edit-fault.js';

/**
 * The patch that makes Git say what live has of a field, or leave the field to an autoscaler. Each patch is verified: a
 * patched copy is rendered and compared. Throws `cannot-adopt` where there is none, and says why. Writes nothing.
 */
export async function adopt(request: FieldRequest, live: LiveOptions, tools: Tools): Promise<AdoptReport> {
  const { desired } = request;
  if (desired === undefined) {
    throw new GitdriftError('usage', 'adopt needs the desired state that it makes a patch for', {
      hint: `name it as the last argument: gitdrift adopt ${shellWord(`${request.kind}/${request.name}`)} FIELD-PATH PATH; or name an application with --app`,
    });
  }
  return withFieldWorld(request, live, tools, async (world) => {
    const found = findField(request, world);
    const plan = await planAdoption(world, found, (object) => evidenceFor(world, object, request, tools));
    if (plan.kind === 'refused') throw cannot(plan.reason, plan.hint);
    const source = world.analysis?.source;
    const { object } = world;
    if (source === undefined || object === undefined) throw cannot(`${refText(world.ref)} was not compared`);
    if (!isFiles(source)) {
      const { noFiles } = world.analysis ?? {};
      if (noFiles !== undefined) throw cannot(`${noFiles}, so there is no file to patch`, OF_A_CHART);
      throw cannot(
        'the desired state comes from standard input, and has no file to patch',
        'give the files themselves',
      );
    }
    const edits = plan.edits.map((edit) => leanEdit(edit, object, world.judging));
    if (edits.length === 0) throw cannot(`${printPath(found.place.path)} cannot be told apart from what is around it`);
    const patched = await patchFiles({ world, source, desired, edits, tools, drop: plan.kind === 'drop' });
    return {
      schemaVersion: '1',
      tool: { name: 'gitdrift', version: request.toolVersion },
      generatedAt: world.open.cluster.now.toISOString(),
      resource: world.ref,
      paths: edits.map(({ path }) => printPath(path)),
      kind: plan.kind,
      file: patched.files[0] ?? '',
      files: patched.files,
      patch: patched.patch,
      reason: plan.why,
      warnings: adoptWarnings(world, edits, plan.kind, patched.files, source),
      verified: true,
      root: source.root,
    };
  });
}

/** So many attempts are named where none gave what was wanted. */
const NAMED = 4;

const OF_A_CHART = 'what an application gives its chart is in the Application or HelmRelease: change the values there';

function isFiles(source: OpenedSource): source is FileSource {
  return source.location !== undefined && source.root !== undefined;
}

function cannot(reason: string, hint?: string): GitdriftError {
  return new GitdriftError('cannot-adopt', `no patch: ${reason}`, hint === undefined ? {} : { hint });
}

interface Work {
  readonly world: FieldWorld;
  readonly source: FileSource;
  readonly desired: AnalyzeRequest;
  readonly edits: readonly FieldEdit[];
  readonly tools: Tools;
  readonly drop: boolean;
}

/** Makes the edits one after the other in a copy of the source, each at the first place where it does what it should. */
async function patchFiles(work: Work): Promise<{ readonly patch: string; readonly files: readonly string[] }> {
  const { world, source, tools } = work;
  const renderer = rendererOf(world);
  const request = renderRequest(work);
  const read = await pathsRead(source, renderer, request, tools.cwd);
  return withEditableCopy(source, read, tools.env, async (copy) => {
    const values = await Promise.all(request.values.map((file) => copy.place(file, tools.cwd)));
    const inCopy = { ...request, values };
    const texts = new Map<string, { readonly shown: string; readonly before: string; after: string }>();
    let before = await objectsOf(copy.source, inCopy, work, tools);
    for (const edit of work.edits) {
      const made = await makeEdit(work, copy, renderer, inCopy, edit, before);
      const known = texts.get(made.file);
      texts.set(made.file, { shown: made.shown, before: known?.before ?? made.before, after: made.after });
      before = made.objects;
    }
    const patches = [...texts.values()].sort((a, b) => (a.shown < b.shown ? -1 : 1));
    if (!world.judging.request.showSecrets) patches.forEach(refuseSecretLines);
    return {
      patch: patches.map((one) => unifiedDiff(one.shown, one.before, one.after)).join(''),
      files: patches.map(({ shown }) => shown),
    };
  });
}

/** A patch shows lines around the change: those of a Secret beside it in the file must not be among them. */
function refuseSecretLines({ shown, before, after }: { shown: string; before: string; after: string }): void {
  const secret = secretLines(before);
  if (!shownLines(before, after).some((line) => secret.has(line))) return;
  throw cannot(
    `the patch of ${shown} would show lines of a Secret that stands beside it`,
    'change it by hand, or add --show-secrets where nobody reads along',
  );
}

interface Made {
  readonly file: string;
  readonly shown: string;
  readonly before: string;
  readonly after: string;
  readonly objects: readonly DesiredObject[];
}

async function makeEdit(
  work: Work,
  copy: EditableCopy,
  renderer: RendererName,
  request: RenderRequest,
  edit: FieldEdit,
  before: readonly DesiredObject[],
): Promise<Made> {
  const { world, tools } = work;
  const target = before.find(({ ref }) => refKey(ref) === refKey(world.ref));
  if (target === undefined) throw cannot(`a copy of the source does not render ${refText(world.ref)}`);
  const wanted = {
    ref: world.ref,
    edit,
    now: valueAt(target.object, edit.path),
    object: target.object,
    origin: world.desired?.origins.file ?? '',
  };
  const { places, otherwise } = await editPlaces(copy.source, renderer, request, wanted, tools.cwd);
  const faults: string[] = [];
  for (const place of places) {
    tools.progress(`trying ${place.what} in ${place.shown}`);
    await copy.rewrite(place.file, place.after);
    const objects = await objectsOf(copy.source, request, work, tools).catch((error: unknown) => {
      if (error instanceof GitdriftError && error.code !== 'interrupted') return undefined;
      throw error;
    });
    const fault = objects === undefined ? 'the rendering fails' : faultOf(work, edit, before, objects);
    if (objects !== undefined && fault === undefined) return { ...place, objects };
    faults.push(`${place.what} in ${place.shown}: ${fault ?? ''}`);
    await copy.rewrite(place.file, place.before);
  }
  throw cannot(faults.length === 0 ? otherwise : `${otherwise} (tried ${faults.slice(0, NAMED).join('; ')})`);
}
