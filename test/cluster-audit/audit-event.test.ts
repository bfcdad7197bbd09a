import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventsOf, eventTime, isAuditEvent, writeOf } from '../../src/cluster/audit/audit-event.js';
import type { JsonValue } from '../../src/model/json.js';
import { event, objectRef, write } from './events.js';

describe('an event of the audit API', () => {
  it('tells of a write: who, when, with what, on what', () => {
    expect(write()).toEqual({
      time: '2026-11-30T12:00:00.200000Z',
      received: '2026-11-30T12:00:00.100000Z',
      verb: 'patch',
      user: { username: 'ann@example.com', groups: ['oncall', 'system:authenticated'] },
      userAgent: 'kubectl/v1.36.3 (linux/amd64) kubernetes/abcdef0',
      object: {
        ...{ group: 'apps', resource: 'deployments', namespace: 'marketplace', name: 'catalog' },
        apiVersion: 'apps/v1',
      },
      subresource: '',
      manager: 'kubectl-set',
      operation: 'Update',
      status: 200,
      auditID: '6d7935a5-7c46-4a6a-b436-c0077c13ebea',
      level: 'Metadata',
    });
  });

  it.each([
    ['a read', { verb: 'get' }],
    ['the stage before the answer', { stage: 'RequestReceived' }],
    ['a panic', { stage: 'Panic' }],
    ['a request that failed', { responseStatus: { code: 409 } }],
    ['one that was redirected', { responseStatus: { code: 301 } }],
    ['one without an answer', { responseStatus: undefined }],
    ['a dry run', { requestURI: '/apis/apps/v1/namespaces/marketplace/deployments/catalog?dryRun=All' }],
    [
      'a dry run of a delete, in its body',
      { verb: 'delete', requestObject: { kind: 'DeleteOptions', dryRun: ['All'] } },
    ],
    ['a token request', { verb: 'create', objectRef: objectRef('token') }],
    ['a command in a Pod', { verb: 'create', objectRef: objectRef('exec') }],
    ['something that is no resource', { objectRef: undefined, requestURI: '/healthz' }],
    ['an event without any time', { stageTimestamp: undefined, requestReceivedTimestamp: 'yesterday' }],
  ])('tells of no write where it is %s', (_, changes) => {
    expect(writeOf(event(changes))).toBeUndefined();
  });

  it.each(['scale', 'status', 'ephemeralcontainers', 'resize', 'finalize', 'approval'])(
    'tells of a write of %s',
    (name) => {
      expect(write({ objectRef: objectRef(name) }).subresource).toBe(name);
    },
  );

  it.each([
    ['kubectl/v1.36.3 (linux/amd64)', 'kubectl'],
    ['Mozilla/5.0 (X11)', 'Mozilla'],
    ['curl', 'curl'],
    ['a tool/1.0', 'a tool'],
    ['\u0007bell\u200b/1', 'bell'],
    ['', ''],
    ['ä'.repeat(100), 'ä'.repeat(64)],
  ])('takes the manager from the User-Agent %j where the address names none', (userAgent, manager) => {
    expect(write({ requestURI: '/apis/apps/v1/namespaces/marketplace/deployments/catalog', userAgent }).manager).toBe(
      manager,
    );
  });

  it('tells who was impersonated, and by whom', () => {
    const { user, impersonated } = write({ impersonatedUser: { username: 'bob', groups: ['dev'] } });
    expect([user.username, impersonated]).toEqual(['ann@example.com', { username: 'bob', groups: ['dev'] }]);
    expect(write({ impersonatedUser: { username: {} } }).impersonated).toBeUndefined();
  });

  const whole = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'catalog' }, spec: { replicas: 3 } };
  const applied = '/apis/apps/v1/namespaces/marketplace/deployments/catalog?fieldManager=argocd-controller';
  const entry = (operation: string): JsonValue => ({
    ...whole,
    metadata: { name: 'catalog', managedFields: [{ manager: 'argocd-controller', operation }] },
  });
  it.each<[string, Record<string, JsonValue>, string, string | undefined]>([
    ['a list', { requestObject: [{ op: 'remove', path: '/spec/paused' }] }, 'Update', 'json-patch'],
    ['a part of an object', { requestObject: { spec: { replicas: 3 } } }, 'Update', 'patch'],
    ['a whole object with force', { requestObject: whole, requestURI: `${applied}&force=true` }, 'Apply', 'apply'],
    ['force alone, at level Metadata', { requestURI: `${applied}&force=false` }, 'Apply', undefined],
    ['a whole object, without an answer', { requestObject: whole, requestURI: applied }, 'Apply', 'apply'],
    [
      'a whole object and an Apply entry',
      { requestObject: whole, requestURI: applied, responseObject: entry('Apply') },
      'Apply',
      'apply',
    ],
    [
      'a whole object and no Apply entry',
      { requestObject: whole, requestURI: applied, responseObject: entry('Update') },
      'Update',
      'patch',
    ],
    ['a whole object under no name', { requestObject: whole, requestURI: '/apis/apps/v1/x' }, 'Update', 'patch'],
    [
      'YAML, kept as text',
      {
        requestObject: 'apiVersion: apps/v1\nkind: Deployment\nspec: {replicas: 3}\n',
        requestURI: `${applied}&force=true`,
      },
      'Apply',
      'apply',
    ],
    ['text that is no YAML', { requestObject: '{a: [', requestURI: `${applied}&force=true` }, 'Apply', undefined],
    ['an update', { verb: 'update', requestObject: whole }, 'Update', 'object'],
    ['a create', { verb: 'create', requestObject: whole }, 'Update', 'object'],
  ])('knows from %s what kind of write it was', (_, changes, operation, kind) => {
    const found = write(changes);
    expect([found.operation, found.body?.kind]).toEqual([operation, kind]);
  });

  it('keeps the answer without its managedFields, and none that is a Status', () => {
    expect(write({ responseObject: entry('Apply') }).result).toEqual(whole);
    expect(write({ responseObject: { kind: 'Status', apiVersion: 'v1', metadata: {} } }).result).toBeUndefined();
  });

  it('keeps nothing of what a controller writes as status', () => {
    const found = write({ objectRef: objectRef('status'), requestObject: whole, responseObject: whole });
    expect(found).not.toHaveProperty('body');
    expect(found).not.toHaveProperty('result');
  });

  it('names an object that the server named', () => {
    const created = {
      verb: 'create',
      objectRef: { resource: 'configmaps', namespace: 'marketplace', apiVersion: 'v1' },
      responseObject: { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'settings-6xv5n' } },
    };
    expect(write(created).object).toMatchObject({ group: '', name: 'settings-6xv5n', apiVersion: 'v1' });
  });

  it('never throws, whatever it is', () => {
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(null, true, 1, 200, 'patch', 'ResponseComplete', ''),
        fc.string(),
        tie('list'),
        tie('map'),
      ),
      list: fc.array(tie('value'), { maxLength: 3 }),
      map: fc.dictionary(
        fc.constantFrom('a', '__proto__', 'name', 'metadata', 'username', 'dryRun', 'code'),
        tie('value'),
        { maxKeys: 3 },
      ),
    })).value as fc.Arbitrary<JsonValue>;
    const keys = Object.keys(event({ requestObject: 1, responseObject: 1, impersonatedUser: 1 }));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys), json), fc.subarray(keys), (changes, dropped) => {
        const broken = event({ ...changes, ...Object.fromEntries(dropped.map((key) => [key, undefined])) });
        for (const one of eventsOf(broken)) {
          isAuditEvent(one);
          eventTime(one);
          writeOf(one);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
