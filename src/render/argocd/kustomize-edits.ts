import { GitdriftError } from '../../model/errors.js';
import { isArray, isObject, type JsonObject, type JsonValue } from '../../model/json.js';
import { type BuildEnvironment, expand } from './go-expand.js';
import { parseImage, withImages } from './kustomize-image.js';
import { mapOption, objectsOption, own, switchOption, textOption, textsOption, wrong } from './options.js';

const WHERE = 'kustomize';

/**
 * A kustomization as Argo CD edits it before the build, from the `kustomize` options of a source: what `kustomize edit`
 * would write, in its order. `components` are those that are to be added. Throws `manifest-invalid`.
 */
export function editedKustomization(
  kustomization: JsonObject,
  options: JsonObject,
  components: readonly string[],
  environment: BuildEnvironment,
): JsonObject {
  const edited: Record<string, JsonValue> = { ...kustomization };
  const set = (field: string, text: string): void => {
    if (text !== '') edited[field] = text;
  };
  set('namePrefix', textOption(options, 'namePrefix', WHERE));
  set('nameSuffix', textOption(options, 'nameSuffix', WHERE));
  const images = textsOption(options, 'images', WHERE).map((image) => parseImage(expand(image, environment)));
  if (images.length > 0) edited.images = withImages(objectsOption(edited, 'images', 'kustomization'), images);
  const replicas = objectsOption(options, 'replicas', WHERE).map(replicaOf);
  if (replicas.length > 0) edited.replicas = withReplicas(objectsOption(edited, 'replicas', 'kustomization'), replicas);
  addLabels(edited, options, environment);
  addAnnotations(edited, options, environment);
  set('namespace', textOption(options, 'namespace', WHERE));
  const patches = objectsOption(options, 'patches', WHERE);
  if (patches.length > 0) edited.patches = [...objectsOption(edited, 'patches', 'kustomization'), ...patches];
  const present = textsOption(edited, 'components', 'kustomization');
  const added = components.filter((component) => !present.includes(component));
  if (added.length > 0) edited.components = [...present, ...added];
  return edited;
}

/** True where the options change the kustomization at all. */
export function editsKustomization(options: JsonObject): boolean {
  const fields = ['namePrefix', 'nameSuffix', 'images', 'replicas', 'commonLabels', 'commonAnnotations'];
  return [...fields, 'namespace', 'patches', 'components'].some((field) => own(options, field) !== undefined);
}

function replicaOf(replica: JsonObject, at: number): JsonObject {
  const count = own(replica, 'count');
  const number = typeof count === 'string' && /^[+-]?\d+$/.test(count) ? Number(count) : count;
  if (typeof number !== 'number') throw wrong(`${WHERE}.replicas[${at}].count`, 'a whole number');
  return { name: textOption(replica, 'name', `${WHERE}.replicas[${at}]`), count: number };
}

function withReplicas(present: readonly JsonObject[], given: readonly JsonObject[]): JsonObject[] {
  const replicas = new Map([...present, ...given].map((replica) => [String(replica.name), replica]));
  return [...replicas.entries()].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, replica]) => replica);
}

function addLabels(edited: Record<string, JsonValue>, options: JsonObject, environment: BuildEnvironment): void {
  const labels = mapOption(options, 'commonLabels', WHERE).map(
    ([name, value]) => [name, quotesOff(expand(value, environment))] as const,
  );
  if (labels.length === 0) return;
  const force = switchOption(options, 'forceCommonLabels', WHERE);
  const includeTemplates = switchOption(options, 'labelIncludeTemplates', WHERE);
  if (!switchOption(options, 'labelWithoutSelector', WHERE)) {
    if (includeTemplates) throw refused('labelIncludeTemplates needs labelWithoutSelector');
    edited.commonLabels = withPairs(own(edited, 'commonLabels'), labels, force, 'label');
    return;
  }
  const entries = [...objectsOption(edited, 'labels', 'kustomization')];
  // The first entry of the same settings takes them, as the edit has it.
  const at = entries.findIndex(
    (entry) => (entry.includeSelectors ?? false) === false && (entry.includeTemplates ?? false) === includeTemplates,
  );
  const entry: JsonObject = entries[at] ?? { includeSelectors: false, includeTemplates };
  const added = { ...entry, pairs: withPairs(own(entry, 'pairs'), labels, force, 'label') };
  edited.labels = at < 0 ? [...entries, added] : entries.map((one, index) => (index === at ? added : one));
}

function addAnnotations(edited: Record<string, JsonValue>, options: JsonObject, environment: BuildEnvironment): void {
  const substitute = switchOption(options, 'commonAnnotationsEnvsubst', WHERE);
  const annotations = mapOption(options, 'commonAnnotations', WHERE).map(
    ([name, value]) => [name, quotesOff(substitute ? expand(value, environment) : value)] as const,
  );
  if (annotations.length === 0) return;
  const force = switchOption(options, 'forceCommonAnnotations', WHERE);
  edited.commonAnnotations = withPairs(own(edited, 'commonAnnotations'), annotations, force, 'annotation');
}

function withPairs(
  present: JsonValue | undefined,
  given: readonly (readonly [string, string])[],
  force: boolean,
  what: string,
): JsonObject {
  const pairs = new Map(isObject(present) ? Object.entries(present) : []);
  for (const [name, value] of given) {
    if (pairs.has(name) && !force) {
      const option = what === 'label' ? 'forceCommonLabels' : 'forceCommonAnnotations';
      throw refused(`the ${what} ${name} is in the kustomization already, and ${option} is not set`);
    }
    pairs.set(name, value);
  }
  return Object.fromEntries(pairs);
}

/** A value may be given in double quotes (kustomize's ConvertSliceToMap). */
function quotesOff(value: string): string {
  return value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
}

function refused(what: string): GitdriftError {
  return new GitdriftError('renderer-failed', `kustomize: ${what}`, { hint: 'mend spec.source.kustomize' });
}

/** Components as they are given, those left out that are not there where the options say to ignore them. */
export async function wantedComponents(
  options: JsonObject,
  exists: (component: string) => Promise<boolean>,
): Promise<readonly string[]> {
  const components = textsOption(options, 'components', WHERE);
  if (!switchOption(options, 'ignoreMissingComponents', WHERE)) return components;
  const found = await Promise.all(components.map(async (component) => ((await exists(component)) ? [component] : [])));
  return found.flat();
}

/** True for a value that a kustomization can be. */
export function isKustomization(value: JsonValue | undefined): value is JsonObject {
  return value !== undefined && isObject(value) && !isArray(value);
}
