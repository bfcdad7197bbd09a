import { type FieldPath, printPath, valueAt } from '../../src/model/field-path.js';
import { isObject, type JsonObject, type JsonValue } from '../../src/model/json.js';
import type { KubernetesObject } from '../../src/model/resource.js';
import { changedLeaves, type LeafTypes } from './changes.js';
import { without } from './paths.js';

/** Who writes, as managedFields would name it. */
export interface ActorName {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly subresource: string;
}

/** The last write that changed a leaf's value. */
export interface LastChange {
  readonly path: FieldPath;
  readonly actor: ActorName;
  /** False where the write's body does not hold the field: the server filled it in. */
  readonly named: boolean;
  /** Applies of the same value since: they own the field too. */
  readonly joined: ActorName[];
}

/** What happened to one object, write by write. */
export interface Journal {
  /** One line a write, for the report of a failing case. */
  readonly lines: string[];
  /** Takes note of the object after a write of `actor`; `body` is what it sent. */
  wrote(actor: ActorName, body: JsonObject, after: KubernetesObject, line: string): void;
  /** The last changes of leaves at, above or below a path. */
  lastChanges(path: FieldPath): readonly LastChange[];
}

/** Controllers write when they like; whatever changed between two writes of a case was them. */
export const CONTROLLERS: ActorName = { manager: 'kube-controller-manager', operation: 'Update', subresource: '' };

export function startJournal(types: LeafTypes, hasStatus: boolean): Journal {
  const last = new Map<string, LastChange>();
  const wholes = new Set<string>();
  const lines: string[] = [];
  let before: JsonObject = {};
  return {
    lines,
    wrote(actor, body, after, line) {
      lines.push(line);
      const now = comparable(after, hasStatus);
      for (const { path, whole } of changedLeaves(types, before, now)) {
        for (const at of whole === undefined ? [path] : [path, whole]) {
          last.set(printPath(at), { path: at, actor, named: names(body, at), joined: [] });
        }
        if (whole !== undefined) wholes.add(printPath(whole));
      }
      if (actor.operation === 'Apply') {
        for (const change of last.values()) if (names(body, change.path)) change.joined.push(actor);
      }
      before = now;
    },
    lastChanges(path) {
      const printed = printPath(path);
      const whole = [...wholes].find((one) => printed.startsWith(one));
      const change = whole === undefined ? undefined : last.get(whole);
      if (change !== undefined) return [change];
      return [...last]
        .filter(([key]) => key.startsWith(printed) || printed.startsWith(key))
        .map(([, change]) => change);
    },
  };
}

/** True where a body holds the leaf, or an atomic list or map that it lies in. */
function names(body: JsonObject, path: FieldPath): boolean {
  if (valueAt(body, path) !== undefined) return true;
  // A Secret's texts are stored as data.
  const [first, ...rest] = path;
  return first?.kind === 'field' && first.name === 'data' && valueAt(body.stringData, rest) !== undefined;
}

const UNCOMPARED = ['managedFields', 'resourceVersion', 'generation', 'creationTimestamp', 'uid', 'selfLink'];
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** A server's object without what every write changes, the last-applied annotation, and a status subresource. */
export function comparable(object: KubernetesObject, hasStatus: boolean): JsonObject {
  const metadata = without(object.metadata, ...UNCOMPARED);
  const annotations: JsonValue | undefined = isObject(metadata.annotations)
    ? without(metadata.annotations, LAST_APPLIED)
    : undefined;
  const kept =
    annotations !== undefined && Object.keys(annotations).length > 0
      ? { ...metadata, annotations }
      : without(metadata, 'annotations');
  return { ...without(object, 'metadata', 'apiVersion', 'kind', ...(hasStatus ? ['status'] : [])), metadata: kept };
}
