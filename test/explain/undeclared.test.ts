import { describe, expect, it } from 'vitest';
import type { Owners } from '../../src/explain/attribution.js';
import { attribute } from '../../src/explain/attribution.js';
import { explain } from '../../src/explain/explain.js';
import type { Difference, Explanation } from '../../src/model/drift.js';
import { parsePath } from '../../src/model/parse-path.js';
import type { ResourceRef } from '../../src/model/resource.js';
import type { WriterCategory } from '../../src/model/writer.js';
import { CATALOG, NO_HPA, ownedBy, owner, undeclared } from './worlds.js';

function judged(difference: Difference, owners: Owners, ref: ResourceRef = CATALOG): Explanation {
  const attribution = attribute({ ref, difference, owners, evidence: { autoscalers: NO_HPA } });
  return explain({ ref, difference, attribution, evidence: { autoscalers: NO_HPA }, rule: undefined });
}

const kind = (group: string, name: string): ResourceRef => ({ ...CATALOG, group, kind: name });
const RBAC = 'rbac.authorization.k8s.io';
const ADMISSION = 'admissionregistration.k8s.io';

describe('a live-only field', () => {
  it.each<[WriterCategory, string, string, string]>([
    ['manual', '.metadata.labels.incident', 'unexplained', 'undeclared-manual'],
    ['manual', '.spec.template.spec.hostNetwork', 'unexplained', 'undeclared-manual'],
    ['unknown', '.spec.template.spec.hostNetwork', 'unexplained', 'undeclared-unknown-writer'],
    ['unknown', '.metadata.labels.team', 'noted', 'undeclared'],
    ['operator', '.spec.template.spec.hostNetwork', 'noted', 'undeclared'],
    ['deployer', '.metadata.labels.team', 'noted', 'undeclared'],
    ['gitops', '.metadata.labels.team', 'noted', 'undeclared'],
    ['control-plane', '.metadata.annotations.revision', 'noted', 'undeclared'],
  ])('by %s at %s is %s', (category, path, status, code) => {
    expect(judged(undeclared(path), ownedBy(owner(category, 'a-manager')))).toMatchObject({ status, code });
  });

  it.each<[string, Owners]>([
    ['nobody', { kind: 'unowned' }],
    ['nobody that could be known', { kind: 'unknown', reason: 'absent' }],
  ])('by %s is noted, in a Pod template too', (_, owners) => {
    const found = judged(undeclared('.spec.template.spec.initContainers[name="proxy"]'), owners);
    expect(found).toMatchObject({ status: 'noted', code: 'undeclared-unowned' });
  });

  it('by a client library in a Pod template names the library', () => {
    const { writer, ...rest } = owner('unknown', 'node-fetch');
    const library = { ...rest, writer: { ...writer, name: 'node-fetch, a JavaScript client' } };
    expect(judged(undeclared('.spec.template.spec.hostNetwork'), ownedBy(library)).message).toBe(
      'node-fetch, a JavaScript client wrote it in the Pod template: it decides what runs; desired says nothing about it, so a sync leaves it',
    );
  });

  it('by a writer that could not be read is unexplained in a Pod template, and names no manager', () => {
    const unread: Owners = { kind: 'unknown', reason: 'unreadable' };
    expect(judged(undeclared('.spec.template.spec.hostNetwork'), unread)).toMatchObject({
      status: 'unexplained',
      code: 'undeclared-unknown-writer',
      message: expect.stringMatching(/^a writer that could not be read wrote it in the Pod template: /),
    });
    expect(judged(undeclared('.metadata.labels.team'), unread)).toMatchObject({ status: 'noted', code: 'undeclared' });
  });

  it.each<[number, Owners, string, string]>([
    [0, { kind: 'unowned' }, 'unexplained', 'scaled-to-zero'],
    [0, { kind: 'unknown', reason: 'unreadable' }, 'unexplained', 'scaled-to-zero'],
    [5, { kind: 'unowned' }, 'noted', 'undeclared-unowned'],
  ])('replicas %i of %o are %s', (live, owners, status, code) => {
    expect(judged({ ...undeclared('.spec.replicas'), live }, owners)).toMatchObject({ status, code });
  });

  it('is a person’s where a person holds a part of it', () => {
    const parts: Owners = { kind: 'owned', parts: true, owners: [owner('operator', 'istio'), owner('manual', 'k9s')] };
    expect(judged(undeclared('.spec.config'), parts).code).toBe('undeclared-manual');
  });
});

describe('a live-only field of an unknown manager', () => {
  it.each<[string, string, string, 'unexplained' | 'noted']>([
    ['apps', 'Deployment', '.spec.template.spec.containers[name="agent"]', 'unexplained'],
    ['apps', 'Deployment', '.spec.template.metadata.annotations["inject.example/agent"]', 'unexplained'],
    ['apps', 'Deployment', '.spec.paused', 'noted'],
    ['apps', 'StatefulSet', '.spec.template.spec.nodeName', 'unexplained'],
    ['apps', 'StatefulSet', '.spec.volumeClaimTemplates[0].metadata.labels.a', 'noted'],
    ['apps', 'DaemonSet', '.spec.template.spec.hostPID', 'unexplained'],
    ['apps', 'ReplicaSet', '.spec.template.metadata.labels.a', 'unexplained'],
    ['batch', 'Job', '.spec.template.spec.hostPID', 'unexplained'],
    ['batch', 'CronJob', '.spec.jobTemplate.spec.template.spec.hostPID', 'unexplained'],
    ['batch', 'CronJob', '.spec.jobTemplate.spec.template.metadata.labels.a', 'unexplained'],
    ['batch', 'CronJob', '.spec.jobTemplate.spec.suspend', 'noted'],
    ['', 'ReplicationController', '.spec.template.spec.hostPID', 'unexplained'],
    ['', 'PodTemplate', '.template.spec.hostPID', 'unexplained'],
    ['', 'Pod', '.spec.hostPID', 'unexplained'],
    ['argoproj.io', 'Rollout', '.spec.template.spec.hostPID', 'unexplained'],
    ['example.com', 'Deployment', '.spec.template.spec.hostPID', 'noted'],
    [RBAC, 'ClusterRole', '.rules', 'unexplained'],
    [RBAC, 'ClusterRole', '.metadata.labels["rbac.example/aggregate-to-admin"]', 'unexplained'],
    [RBAC, 'Role', '.metadata.labels.team', 'noted'],
    [RBAC, 'RoleBinding', '.subjects', 'unexplained'],
    [ADMISSION, 'ValidatingWebhookConfiguration', '.webhooks[name="a.example"].failurePolicy', 'unexplained'],
    [ADMISSION, 'MutatingWebhookConfiguration', '.webhooks[name="a.example"]', 'unexplained'],
    [ADMISSION, 'MutatingWebhookConfiguration', '.metadata.labels.team', 'noted'],
    ['', 'Service', '.spec.selector.canary', 'unexplained'],
    ['', 'Service', '.spec.ports[port=22,protocol="TCP"]', 'unexplained'],
    ['', 'Service', '.spec.healthCheckNodePort', 'noted'],
    ['', 'ConfigMap', '.data.mode', 'noted'],
  ])('%s %s %s is %s', (group, name, path, status) => {
    const found = judged(undeclared(path), ownedBy(owner('unknown', 'agent-installer')), kind(group, name));
    expect(found.status).toBe(status);
  });

  it('says where it is and why that matters', () => {
    const found = judged(
      undeclared('.spec.ports[port=22,protocol="TCP"]'),
      ownedBy(owner('unknown', 'agent-installer')),
      kind('', 'Service'),
    );
    expect(found.message).toBe(
      'a program that gitdrift does not know wrote it in the routing of a Service: it decides where traffic goes; desired says nothing about it, so a sync leaves it',
    );
  });
});

it('a live-only item that desired has under another key says so', () => {
  const pair = parsePath('.spec.ports[port=80,protocol="TCP"]');
  const found = judged(
    undeclared('.spec.ports[port=8080,protocol="TCP"]', { name: 'http', port: 8080 }, [{ kind: 'renumbered', pair }]),
    ownedBy(owner('manual', 'kubectl-edit')),
    kind('', 'Service'),
  );
  expect(found).toEqual({
    status: 'unexplained',
    code: 'undeclared-manual',
    message:
      'written by hand or by a script; desired declares this item as .spec.ports[port=80,protocol="TCP"]: its key was changed in live, and a sync would add the declared one beside it',
  });
});
