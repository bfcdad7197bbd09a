import type {
  ArgoApplication,
  ArgoAutomation,
  ArgoDestination,
  ArgoOwner,
  ArgoSource,
  ArgoSyncPolicy,
} from '../../model/argo-application.js';
import { GitdriftError } from '../../model/errors.js';
import { dig, field, isObject, type JsonObject, type JsonValue } from '../../model/json.js';
import type { KubernetesObject } from '../../model/resource.js';
import { readIgnoreRule } from './ignore-rule.js';
import { readNamespaceMetadata } from './namespace-metadata.js';
import { options } from './options.js';
import { readStatus } from './read-status.js';
import { isTrue, objects, optional, text, textMap, texts } from './text-fields.js';

/** What reading an Application needs beside the object. */
export interface ReadingApplication {
  /** Where the object was found, for messages: a file, or the cluster. */
  readonly where: string;
  /** The namespace of Argo CD itself, where it is known; else what the controller recorded, else `argocd`. */
  readonly controlPlaneNamespace?: string;
}

/**
 * Reads an Application (argoproj.io/v1alpha1), also one that lacks a source or a destination: Argo CD refuses its
 * specification, and goes on with others. Throws a GitdriftError `manifest-invalid` where the object is no Application, or has
 * no name.
 */
export function readApplication(object: KubernetesObject, reading: ReadingApplication): ArgoApplication {
  const { metadata } = object;
  const name = text(metadata, 'name');
  const spec = field(object, 'spec');
  if (object.kind !== 'Application' || !object.apiVersion.startsWith('argoproj.io/')) {
    throw invalid(
      `${reading.where} holds ${object.kind || 'an object without a kind'} (${object.apiVersion}), no Argo CD Application`,
    );
  }
  if (name === '') throw invalid(`the Application in ${reading.where} has no metadata.name`);
  const controlPlaneNamespace =
    reading.controlPlaneNamespace ?? (text(object, 'status', 'controllerNamespace') || 'argocd');
  const namespace = text(metadata, 'namespace') || controlPlaneNamespace;
  const { sources, multiSource } = readSources(spec);
  const annotations = textMap(field(metadata, 'annotations'));
  return {
    name,
    namespace,
    instanceName: namespace === controlPlaneNamespace ? name : `${namespace}_${name}`,
    controlPlaneNamespace,
    project: text(spec, 'project') || 'default',
    sources,
    multiSource,
    destination: readDestination(field(spec, 'destination')),
    syncPolicy: readSyncPolicy(field(spec, 'syncPolicy')),
    ignoreDifferences: objects(field(spec, 'ignoreDifferences')).map((entry, index) =>
      readIgnoreRule(entry, `spec.ignoreDifferences[${index}]`),
    ),
    compareOptions: options(annotations, 'argocd.argoproj.io/compare-options'),
    annotations,
    status: readStatus(object),
    owners: objects(field(metadata, 'ownerReferences')).map(readOwner),
    operationRequested: isObject(field(object, 'operation')),
    object,
  };
}

/** By Argo CD's precedence; none where the specification names none. */
function readSources(spec: JsonValue | undefined): { sources: ArgoSource[]; multiSource: boolean } {
  const hydrator = field(spec, 'sourceHydrator');
  if (isObject(hydrator)) return { sources: [hydratedSource(hydrator)], multiSource: false };
  const several = objects(field(spec, 'sources'));
  if (several.length > 0) return { sources: several.map(readSource), multiSource: true };
  const single = field(spec, 'source');
  return { sources: isObject(single) ? [readSource(single)] : [], multiSource: false };
}

function readSource(raw: JsonObject): ArgoSource {
  return {
    repoURL: text(raw, 'repoURL'),
    ...optional('path', text(raw, 'path')),
    ...optional('chart', text(raw, 'chart')),
    ...optional('targetRevision', text(raw, 'targetRevision')),
    ...optional('ref', text(raw, 'ref')),
    ...optional('name', text(raw, 'name')),
    raw,
  };
}

/** What a hydrated application is compared with: the branch that the hydrator writes, as a rule in the dry source's repository. */
function hydratedSource(hydrator: JsonObject): ArgoSource {
  const raw: JsonObject = {
    repoURL: text(hydrator, 'syncSource', 'repoURL') || text(hydrator, 'drySource', 'repoURL'),
    path: text(hydrator, 'syncSource', 'path'),
    targetRevision: text(hydrator, 'syncSource', 'targetBranch'),
  };
  return {
    repoURL: text(raw, 'repoURL'),
    ...optional('path', text(raw, 'path')),
    ...optional('targetRevision', text(raw, 'targetRevision')),
    raw,
  };
}

function readDestination(destination: JsonValue | undefined): ArgoDestination {
  return {
    ...optional('server', text(destination, 'server').replace(/\/+$/, '')),
    ...optional('name', text(destination, 'name')),
    namespace: text(destination, 'namespace'),
  };
}

function readSyncPolicy(policy: JsonValue | undefined): ArgoSyncPolicy {
  const retry = field(policy, 'retry');
  const managed = readNamespaceMetadata(field(policy, 'managedNamespaceMetadata'));
  const automated = readAutomation(field(policy, 'automated'));
  return {
    ...(automated === undefined ? {} : { automated }),
    syncOptions: texts(field(policy, 'syncOptions')),
    ...(managed === undefined ? {} : { managedNamespaceMetadata: managed }),
    ...(isObject(retry) ? { retry } : {}),
  };
}

function readAutomation(automated: JsonValue | undefined): ArgoAutomation | undefined {
  if (!isObject(automated)) return undefined;
  return {
    enabled: field(automated, 'enabled') !== false,
    prune: isTrue(automated, 'prune'),
    selfHeal: isTrue(automated, 'selfHeal'),
    allowEmpty: isTrue(automated, 'allowEmpty'),
  };
}

function readOwner(owner: JsonObject): ArgoOwner {
  return {
    apiVersion: text(owner, 'apiVersion'),
    kind: text(owner, 'kind'),
    name: text(owner, 'name'),
    controller: dig(owner, 'controller') === true,
  };
}

function invalid(message: string): GitdriftError {
  return new GitdriftError('manifest-invalid', message, {
    hint: 'give an Application as `kubectl get application NAME -o yaml` prints it',
  });
}
