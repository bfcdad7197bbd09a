/** The keys of an object in the order they are printed in; `true` for a value that is kept as it is. */
export interface Shape {
  readonly [key: string]: Shape | true;
}

const resourceRef: Shape = { group: true, version: true, kind: true, namespace: true, name: true };
const message: Shape = { status: true, message: true };
const explanation: Shape = { status: true, code: true, message: true, rule: true, gitChanged: true, base: true };
const next: Shape = { code: true, message: true };
const origin: Shape = {
  file: true,
  line: true,
  commit: { sha: true, author: true, time: true, subject: true },
  shallow: true,
  uncommitted: true,
};
const entry: Shape = { manager: true, operation: true, subresource: true, apiVersion: true, time: true };

const evidenceShape: Shape = { kind: true, message: true, resource: resourceRef };

/** Evidence and entries carry their own keys in order. */
const writerShape: Shape = {
  category: true,
  name: true,
  ...entry,
  at: true,
  user: { kind: true, name: true, impersonatedBy: { kind: true, name: true } },
  confidence: true,
  evidence: evidenceShape,
};

const kept: Shape = { number: true, resource: resourceRef };

const fieldDrift: Shape = {
  path: true,
  pointer: true,
  change: true,
  desired: true,
  live: true,
  masked: true,
  writer: writerShape,
  coOwners: entry,
  explanation,
  next,
  history: {
    since: { at: true, after: true, before: true },
    revision: kept,
    previous: { ...kept, value: true },
    before: true,
  },
  origin,
};

const resource: Shape = {
  ...resourceRef,
  outcome: true,
  sync: true,
  health: {
    ...{ status: true, message: true, source: true, causesNotRead: true },
    causes: { trouble: true, message: true, pods: true },
  },
  message: true,
  explanation,
  next,
  drift: fieldDrift,
  ignored: fieldDrift,
  undeclared: fieldDrift,
  withheld: { path: true, reason: true },
  skipped: { path: true, category: true, rule: true, reason: true },
  requiresPruning: true,
  hook: true,
  managedBy: { child: resourceRef, parent: resourceRef, evidence: evidenceShape, doubt: true },
};

const condition: Shape = { type: true, message: true };

const recorded: Shape = {
  revisions: true,
  comparedAt: true,
  sync: true,
  health: true,
  conditions: condition,
  operation: { phase: true, message: true, finishedAt: true, initiatedBy: true, revisions: true },
  ...{ ready: true, attemptedRevision: true, generation: true, observedGeneration: true, suspended: true },
};

const application: Shape = {
  name: true,
  kind: true,
  sources: {
    repoURL: true,
    path: true,
    targetRevision: true,
    revision: true,
    dirty: true,
    base: true,
    renderer: { name: true, version: true },
  },
  destination: { server: true, context: true, namespace: true, version: true, recording: true },
  sync: message,
  health: message,
  action: next,
  resources: resource,
  ifSynced: { code: true, resource: resourceRef, path: true, message: true },
  findings: {
    code: true,
    severity: true,
    resource: resourceRef,
    path: true,
    message: true,
    origin,
    fix: { message: true, paste: true },
  },
  project: true,
  conditions: condition,
  recorded,
  next,
};

/** The report in the order of docs/report.md. */
export const reportShape: Shape = {
  schemaVersion: true,
  tool: { name: true, version: true },
  generatedAt: true,
  policy: { file: true, discovered: true },
  shard: { index: true, of: true },
  missingShards: { of: true, missing: true },
  applications: application,
  summary: {
    ...{ applications: true, resources: true, synced: true, outOfSync: true, unknown: true, notCompared: true },
    ...{ missing: true, extraneous: true },
    drift: { total: true, explained: true, unexplained: true, ignored: true },
    undeclared: { total: true, unexplained: true, noted: true },
  },
  gate: { failOn: true, counted: true, passed: true, exitCode: true, policy: true },
};
