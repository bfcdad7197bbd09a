import { digString, type JsonObject, type JsonValue } from '../../src/model/json.js';
import { parseJson, printJson } from '../../src/model/json-text.js';
import { type KubernetesObject, refOf } from '../../src/model/resource.js';
import { gvkKey } from '../../src/model/schema.js';
import { type Answer, type Call, objectPath } from './api.js';
import type { TestWorld } from './world.js';

/** A way of applying desired state: docs/differential.md says what "the same apply" is for each. */
export type WayName = 'server-side apply' | 'client-side apply' | 'update' | 'helm';

export interface Way {
  readonly name: WayName;
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  /** What gitdrift is told by --manager; undefined where it has to recognise the manager. */
  readonly told: string | undefined;
}

export const WAYS: readonly Way[] = [
  { name: 'server-side apply', manager: 'argocd-controller', operation: 'Apply', told: undefined },
  { name: 'server-side apply', manager: 'kustomize-controller', operation: 'Apply', told: undefined },
  { name: 'server-side apply', manager: 'kubectl', operation: 'Apply', told: 'kubectl' },
  {
    name: 'client-side apply',
    manager: 'kubectl-client-side-apply',
    operation: 'Update',
    told: 'kubectl-client-side-apply',
  },
  { name: 'client-side apply', manager: 'kubectl-client-side-apply', operation: 'Update', told: undefined },
  { name: 'update', manager: 'Terraform', operation: 'Update', told: 'Terraform' },
  { name: 'helm', manager: 'helm', operation: 'Update', told: 'helm' },
];

const apply = (world: TestWorld, way: Way, object: KubernetesObject, dryRun: boolean): Call => ({
  method: 'PATCH',
  path: objectPath(world.bundle, refOf(object), { query: query(way, dryRun, { force: 'true' }) }),
  body: object,
  contentType: 'application/apply-patch+yaml',
});

function query(way: Way, dryRun: boolean, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { fieldManager: way.manager, ...more, ...(dryRun ? { dryRun: 'All' } : {}) };
}

/** The one manager of a way that only one program applies by. */
export const managerOf = (name: WayName): string => WAYS.find((way) => way.name === name)?.manager ?? '';

/** Makes the object for the first time; a client-side apply makes it with kubectl, in batches. */
export function create(world: TestWorld, way: Way, object: KubernetesObject, dryRun: boolean): Promise<Answer> {
  if (way.name === 'server-side apply') return world.api.call(apply(world, way, object, dryRun));
  const path = objectPath(world.bundle, refOf(object), { collection: true, query: query(way, dryRun) });
  return world.api.call({ method: 'POST', path, body: object });
}

/** Whether the object as it is now could be made: what the next apply would be refused for is no case. */
export function tryOut(world: TestWorld, way: Way, object: KubernetesObject): Promise<Answer> {
  return way.name === 'update' ? sync(world, way, object, true) : create(world, way, object, true);
}

/**
 * Applies once more. An object that was written by plain updates is adopted by server-side apply, as a GitOps controller
 * would; Helm patches what it declares.
 */
export function sync(world: TestWorld, way: Way, object: KubernetesObject, dryRun: boolean): Promise<Answer> {
  if (way.name !== 'helm') return world.api.call(apply(world, way, object, dryRun));
  const custom = world.bundle.kinds[gvkKey(refOf(object))]?.custom === true;
  return world.api.call({
    method: 'PATCH',
    path: objectPath(world.bundle, refOf(object), { query: query(way, dryRun) }),
    body: object,
    contentType: custom ? 'application/merge-patch+json' : 'application/strategic-merge-patch+json',
  });
}

/** What kubectl made of one object of a batch: the object, or why it was refused. */
export type Applied =
  | { readonly kind: 'applied'; readonly object: KubernetesObject }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * The dry run of `kubectl apply` for a batch. Where one object is refused, kubectl prints none of the others: they are
 * asked again without it.
 */
export async function kubectlDryRun(
  world: TestWorld,
  objects: readonly KubernetesObject[],
  manager: string,
): Promise<ReadonlyMap<KubernetesObject, Applied>> {
  const results = new Map<KubernetesObject, Applied>();
  let left = [...objects];
  while (left.length > 0) {
    const { stdout, stderr } = await runApply(world, left, [
      '--dry-run=server',
      '-o=json',
      `--field-manager=${manager}`,
    ]);
    const made = stdout.trim() === '' ? [] : itemsOf(parseJson(stdout));
    const byId = new Map(made.map((object) => [idOf(object), object]));
    const refused = left.filter((object) => stderr.includes(nameOf(object)));
    for (const object of refused) results.set(object, { kind: 'refused', reason: reasonIn(stderr, nameOf(object)) });
    for (const object of left) {
      const applied = byId.get(idOf(object));
      if (applied !== undefined) results.set(object, { kind: 'applied', object: applied });
    }
    const next = left.filter((object) => !results.has(object));
    if (next.length === left.length) throw new Error(`kubectl apply gave no results: ${stderr}`);
    left = next;
  }
  return results;
}

/** `kubectl apply` for a batch; what came of it is read from the server. */
export async function kubectlApply(world: TestWorld, objects: readonly KubernetesObject[]): Promise<void> {
  if (objects.length > 0) await runApply(world, objects, []);
}

function runApply(
  world: TestWorld,
  objects: readonly KubernetesObject[],
  flags: readonly string[],
): Promise<{ stdout: string; stderr: string }> {
  const list: JsonValue = { apiVersion: 'v1', kind: 'List', items: objects as unknown as JsonValue };
  return world.kubectl(['apply', '--validate=false', ...flags, '-f', '-'], printJson(list));
}

/** An error may quote a whole patch; its last line says what is wrong. */
function reasonIn(said: string, name: string): string {
  const lines = said.split('\n');
  const at = lines.findIndex((line) => line.includes(name));
  return lines
    .slice(at, at + 4)
    .filter((line) => !line.startsWith('{'))
    .join(' ');
}

// Errors name objects in quotes; case-1 must not be found in case-10.
const nameOf = (object: KubernetesObject): string => `"${digString(object.metadata, 'name')}"`;

function itemsOf(printed: JsonValue): KubernetesObject[] {
  const object = printed as JsonObject & { readonly items?: readonly KubernetesObject[] };
  return object.kind === 'List' ? [...(object.items ?? [])] : [object as unknown as KubernetesObject];
}

const idOf = (object: KubernetesObject): string =>
  `${object.kind}/${digString(object.metadata, 'namespace') ?? ''}/${digString(object.metadata, 'name')}`;
