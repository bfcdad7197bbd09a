import { load } from 'js-yaml';
import { builtinSchema } from '../../src/cluster/schema/builtin.js';
import { mergeSchemas } from '../../src/cluster/schema/merge.js';
import { compareResource, type Judging, judgeResource } from '../../src/compositions/application/resource-report.js';
import { autoscalersOf } from '../../src/explain/autoscaler.js';
import { compileRules } from '../../src/explain/drift-rules.js';
import type { FieldDrift } from '../../src/model/drift.js';
import type { JsonObject, JsonValue } from '../../src/model/json.js';
import type { DriftRule } from '../../src/model/policy.js';
import type { ResourceReport } from '../../src/model/report.js';
import { type KubernetesObject, type LiveResult, refOf } from '../../src/model/resource.js';
import type { SchemaBundle } from '../../src/model/schema.js';
import { loadCatalogue } from '../../src/ownership/catalogue.js';
import { entry } from '../ownership/worlds.js';

export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** One object as Git has it and as live has it, in YAML; `missing` and `unreadable` stand for a live one. */
export interface World {
  readonly desired: string | KubernetesObject;
  /** Beside the built-in one. */
  readonly schema?: SchemaBundle;
  readonly live: string | LiveResult;
  readonly managedFields?: readonly JsonObject[];
  /** The last-applied annotation, in YAML. */
  readonly lastApplied?: string;
  readonly autoscalers?: readonly KubernetesObject[];
  readonly rules?: readonly DriftRule[];
  readonly manager?: string;
  readonly ignoreRules?: boolean;
  readonly showSecrets?: boolean;
}

/** Compares and judges a tiny world. */
export function judge(world: World): ResourceReport {
  const { compared, evidence, judging } = compareWorld(world);
  return judgeResource(compared, evidence, judging);
}

/** A tiny world, compared. */
export function compareWorld(world: World) {
  const object = typeof world.desired === 'string' ? (load(world.desired) as KubernetesObject) : world.desired;
  const builtin = builtinSchema();
  const judging: Judging = {
    schema: world.schema === undefined ? builtin : mergeSchemas(builtin, world.schema),
    catalogue: loadCatalogue(),
    rules: compileRules(world.rules),
    request: {
      ignoreRules: world.ignoreRules ?? true,
      showSecrets: world.showSecrets ?? false,
      maxPendingMs: 0,
      ...(world.manager === undefined ? {} : { manager: world.manager }),
    },
  };
  const desired = { ref: refOf(object), object, origins: { file: 'desired.yaml', lines: new Map<string, number>() } };
  const evidence = autoscalersOf({ kind: 'listed', objects: world.autoscalers ?? [] }, desired.ref);
  const compared = compareResource(desired as Parameters<typeof compareResource>[0], liveOf(world), judging);
  return { compared, evidence: { autoscalers: evidence }, judging };
}

function liveOf({ live, managedFields, lastApplied }: World): LiveResult {
  if (typeof live !== 'string') return live;
  const object = load(live) as KubernetesObject;
  const annotations = {
    ...(object.metadata.annotations as JsonObject | undefined),
    ...(lastApplied === undefined ? {} : { [LAST_APPLIED]: JSON.stringify(load(lastApplied)) }),
  };
  const metadata: Record<string, JsonValue> = { ...object.metadata };
  if (Object.keys(annotations).length > 0) metadata.annotations = annotations;
  if (managedFields !== undefined) metadata.managedFields = managedFields;
  return { kind: 'found', object: { ...object, metadata } as KubernetesObject };
}

/** Each drift in a line: `changed .data.mode manual manual-change`. */
export function lines(fields: readonly FieldDrift[]): string[] {
  return fields.map(({ change, path, writer, explanation }) =>
    [change, path, writer.category, explanation.code].join(' '),
  );
}

/** An entry of `kubectl apply`, which wrote the last-applied annotation, with the fields given. */
export function clientSideApply(fields: JsonObject, apiVersion = 'v1'): JsonObject {
  const annotation = { 'f:metadata': { 'f:annotations': { [`f:${LAST_APPLIED}`]: {} } } };
  return entry('kubectl-client-side-apply', 'Update', { ...annotation, ...fields }, { apiVersion });
}

/** A ConfigMap marketplace/settings with that data. */
export function settings(
  data: Readonly<Record<string, string>>,
  labels: Readonly<Record<string, string>> = {},
): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', namespace: 'marketplace', labels },
    data,
  });
}
