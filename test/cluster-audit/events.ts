import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { writeOf } from '../../src/cluster/audit/audit-event.js';
import { readAuditLog } from '../../src/cluster/audit/read-audit-log.js';
import type { AuditLog, AuditWrite, WantedObject } from '../../src/model/audit.js';
import type { JsonObject, JsonValue } from '../../src/model/json.js';
import type { ResourceRef } from '../../src/model/resource.js';

/** A log that a real API server wrote (Kubernetes 1.36, level RequestResponse). */
export const RECORDED = fileURLToPath(new URL('./recorded/catalog.log', import.meta.url));

/** The Deployment of that log, as it was at its end. */
export async function recordedDeployment(): Promise<JsonObject> {
  const text = await readFile(fileURLToPath(new URL('./recorded/deployment.json', import.meta.url)), 'utf8');
  return JSON.parse(text) as JsonObject;
}

export const CATALOG: ResourceRef = {
  ...{ group: 'apps', version: 'v1', kind: 'Deployment' },
  ...{ namespace: 'marketplace', name: 'catalog' },
};

export const WANTED: WantedObject = {
  ...{ group: 'apps', resource: 'deployments' },
  ...{ namespace: 'marketplace', name: 'catalog' },
};

/** An event of the audit API as kube-apiserver writes it: `kubectl set image` of a Deployment, no bodies. */
export function event(changes: Readonly<Record<string, JsonValue | undefined>> = {}): JsonObject {
  const whole: Record<string, JsonValue | undefined> = {
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    level: 'Metadata',
    auditID: '6d7935a5-7c46-4a6a-b436-c0077c13ebea',
    stage: 'ResponseComplete',
    requestURI: '/apis/apps/v1/namespaces/marketplace/deployments/catalog?fieldManager=kubectl-set',
    verb: 'patch',
    user: { username: 'ann@example.com', groups: ['oncall', 'system:authenticated'] },
    sourceIPs: ['203.0.113.7'],
    userAgent: 'kubectl/v1.36.3 (linux/amd64) kubernetes/abcdef0',
    objectRef: {
      resource: 'deployments',
      namespace: 'marketplace',
      name: 'catalog',
      apiGroup: 'apps',
      apiVersion: 'v1',
    },
    responseStatus: { metadata: {}, code: 200 },
    requestReceivedTimestamp: '2026-11-30T12:00:00.100000Z',
    stageTimestamp: '2026-11-30T12:00:00.200000Z',
    annotations: { 'authorization.k8s.io/decision': 'allow' },
    ...changes,
  };
  return JSON.parse(JSON.stringify(whole)) as JsonObject;
}

/** The write that an event tells of; fails where it tells of none. */
export function write(changes: Readonly<Record<string, JsonValue | undefined>> = {}): AuditWrite {
  const found = writeOf(event(changes));
  if (found === undefined) throw new Error('the event tells of no write');
  return found;
}

/** `apps/v1 deployments/catalog/scale` as an objectRef. */
export function objectRef(subresource: string, apiVersion = 'v1'): JsonObject {
  return {
    resource: 'deployments',
    namespace: 'marketplace',
    name: 'catalog',
    apiGroup: 'apps',
    apiVersion,
    subresource,
  };
}

/** A folder that is gone after the test. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'gitdrift-audit-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Reads the writes of Deployment marketplace/catalog. */
export function readCatalog(...paths: readonly string[]): Promise<AuditLog> {
  return readAuditLog(paths, [WANTED]);
}

export const lines = (...events: readonly JsonValue[]): string =>
  events.map((one) => `${JSON.stringify(one)}\n`).join('');
