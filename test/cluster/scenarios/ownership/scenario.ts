import type { FieldDrift } from '../../../../src/model/drift.js';
import type { JsonValue } from '../../../../src/model/json.js';
import type { Finding } from '../../../../src/model/report.js';

/** Who may write in a scenario: real programs, and requests as programs send them that are not at hand. */
export interface Actors extends Place {
  kubectl(args: readonly string[], stdin?: string): Promise<string>;
  helm(args: readonly string[]): Promise<void>;
  /** A server-side apply over HTTP, forced unless said otherwise; resolves to the HTTP status. */
  apply(manifest: string, by: By, force?: boolean): Promise<number>;
  /** Another request over HTTP, to an object of the manifest's kind and name; throws where the server refuses it. */
  send(method: 'POST' | 'PUT' | 'PATCH', manifest: string, by: By, more?: Sent): Promise<void>;
  /** Writes a folder of files; resolves to its path. */
  folder(files: Readonly<Record<string, string>>): string;
}

/** Where the server takes the manager's name from: the `fieldManager` of the request, else its User-Agent. */
export type By = { readonly manager: string } | { readonly agent: string };

export interface Sent {
  /** Absent: the manifest itself. */
  readonly body?: JsonValue;
  readonly type?: 'merge-patch' | 'strategic-merge-patch' | 'json-patch';
  readonly subresource?: string;
  /** Absent: that of the manifest. */
  readonly apiVersion?: string;
}

/** Where the scenarios' objects are. */
export interface Place {
  readonly namespace: string;
  /** Ends the names of objects that have no namespace. */
  readonly suffix: string;
}

/** Real writes to one object, what Git declares of it in the end, and all that gitdrift has to say of it. */
export interface Scenario {
  /** Who does what. */
  readonly title: string;
  /** `Kind/name`. */
  readonly object: string;
  /** What a GitOps controller applies first; absent: what Git declares in the end. */
  readonly before?: string;
  /** The manager that it applies with; absent: Argo CD's; '' where nothing is applied first. */
  readonly appliedBy?: string;
  readonly happens?: (actors: Actors) => Promise<unknown>;
  /** What Git declares when gitdrift looks. */
  readonly desired: string;
  readonly told: readonly Told[];
  /** Findings about the object: `code at path: message`. */
  readonly findings?: readonly string[];
}

/** What is said of one field. Times are replaced by TIME, the field's own path by PATH. */
export interface Told {
  readonly list: 'drift' | 'undeclared';
  readonly path: string;
  readonly change: 'changed' | 'missing' | 'extra';
  /** `category, confidence: name`. */
  readonly writer: string;
  /** `manager operation subresource`; '' where no entry is named. */
  readonly entry: string;
  readonly evidence: readonly string[];
  /** Absent: nobody else holds it. */
  readonly coOwners?: readonly string[];
  /** `status, code: message`. */
  readonly explanation: string;
}

// What is said of many fields.
export const BY_HAND = 'unexplained, manual-change: changed by hand or by a script, outside Git';
export const LEFT_BY_HAND =
  'unexplained, undeclared-manual: written by hand or by a script; desired says nothing about it, so a sync leaves it';
export const LEFT = 'noted, undeclared: desired says nothing about it, so a sync leaves it';
export const AHEAD =
  'explained, git-ahead: live still holds what the GitOps tool applied last: Git has moved on and live has not followed';
export const GONE =
  'unexplained, missing-in-live: live lacks it: Git has moved on, or somebody removed it; Kubernetes does not record which';
export const UNKNOWN = 'unexplained, unknown-writer: a program that gitdrift does not know wrote this value';
export const DEPLOYER = 'unexplained, deployer-change: a deployment tool wrote another value than Git declares';
export const OPERATOR = 'unexplained, operator-change: a controller wrote this value, and no rule accounts for it';

/** A difference of a report as a scenario tells it. */
export function toldOf(list: Told['list'], drift: FieldDrift): Told {
  const { writer, explanation } = drift;
  const plain = (text: string): string => timeless(text).replaceAll(drift.path, 'PATH');
  const coOwners = drift.coOwners.map(({ manager, operation, subresource }) =>
    [manager, operation, subresource].filter((part) => part !== '').join(' '),
  );
  const entry = [writer.manager, writer.operation, writer.subresource];
  return {
    list,
    path: drift.path,
    change: drift.change,
    writer: `${writer.category}, ${writer.confidence}: ${writer.name}`,
    entry: entry.filter((part) => part !== undefined && part !== '').join(' '),
    evidence: writer.evidence.filter(isSettled).map(({ message }) => plain(message)),
    ...(coOwners.length === 0 ? {} : { coOwners }),
    explanation: plain(`${explanation.status}, ${explanation.code}: ${explanation.message}`),
  };
}

/** What the kept Pod templates say depends on whether their controller has come to them yet; history.test.ts waits for it. */
function isSettled({ resource }: FieldDrift['writer']['evidence'][number]): boolean {
  return !['ReplicaSet', 'ControllerRevision'].includes(resource?.kind ?? '');
}

/** A finding as a scenario tells it. */
export function findingText({ code, path, message }: Finding): string {
  return timeless(`${code}${path === undefined ? '' : ` at ${path}`}: ${message}`);
}

function timeless(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'TIME');
}
