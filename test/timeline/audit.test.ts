import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { builtinSchema } from '../../src/cluster/schema/builtin.js';
import type { AuditWrite } from '../../src/model/audit.js';
import { printPath } from '../../src/model/field-path.js';
import type { JsonValue } from '../../src/model/json.js';
import { type ToldByAudit, toldByAudit } from '../../src/timeline/audit.js';
import { clock, lines } from './lines.js';

/** A write as its user, with what was sent and answered as YAML. */
function write(
  time: string,
  sent: { body?: AuditWrite['body']; result?: string } = {},
  more: Partial<AuditWrite> = {},
): AuditWrite {
  return {
    time: `2026-11-30T${time}.500000Z`,
    received: `2026-11-30T${time}.400000Z`,
    verb: 'patch',
    user: { username: 'ann@example.com', groups: [] },
    userAgent: 'kubectl/v1.36.3',
    object: {
      group: 'apps',
      resource: 'deployments',
      namespace: 'marketplace',
      name: 'catalog',
      apiVersion: 'apps/v1',
    },
    subresource: '',
    manager: 'kubectl-patch',
    operation: 'Update',
    status: 200,
    auditID: 'a1',
    level: sent.result !== undefined ? 'RequestResponse' : sent.body === undefined ? 'Metadata' : 'Request',
    ...(sent.body === undefined ? {} : { body: sent.body }),
    ...(sent.result === undefined ? {} : { result: load(sent.result) as JsonValue }),
    ...more,
  };
}

const patch = (text: string): AuditWrite['body'] => ({ kind: 'patch', value: load(text) as JsonValue });

function read(writes: readonly AuditWrite[], withStatus = false): ToldByAudit {
  return toldByAudit(writes, {
    schema: builtinSchema(),
    type: 'apps/v1.Deployment',
    created: clock('10:00:00'),
    withStatus,
    writerOf: ({ manager, user }) => ({
      category: 'manual',
      name: manager,
      user: { kind: 'user', name: user.username },
      confidence: 'certain',
      evidence: [],
    }),
    show: (changes) =>
      changes.map(({ path, from, to }) => ({
        path: printPath(path),
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
      })),
  });
}

const BEFORE = '{metadata: {resourceVersion: "1", generation: 1}, spec: {replicas: 2, paused: false}}';
const AFTER = '{metadata: {resourceVersion: "2", generation: 2}, spec: {replicas: 2, paused: true}}';

describe('what an audit log tells', () => {
  it.each<[string, AuditWrite[], string[]]>([
    [
      'what a write changed, where the answers before and after it are there',
      [
        write('10:00:00', { result: BEFORE }, { status: 201, verb: 'create' }),
        write('10:05:00', { body: patch('{spec: {paused: true}}'), result: AFTER }),
      ],
      [
        '10:00:00 created: it was created | kubectl-patch (ann@example.com) [audit]',
        '10:05:00 written: changed 1 field | kubectl-patch (ann@example.com) {.spec.paused: false → true} [audit]',
      ],
    ],
    [
      'what was sent, where there is no answer to compare with',
      [write('10:05:00', { body: patch('{spec: {paused: true, replicas: 4}}') })],
      [
        '10:05:00 written: patched 2 fields; whether they changed by it is not in the log | kubectl-patch (ann@example.com) [audit]',
      ],
    ],
    [
      'that it was written, where the log has no bodies',
      [write('10:05:00', {}, { verb: 'update' })],
      [
        '10:05:00 written: updated the object; the log does not hold what it changed | kubectl-patch (ann@example.com) [audit]',
      ],
    ],
    [
      'replicas through /scale, against the object before',
      [
        write('10:00:00', { result: BEFORE }),
        write('10:05:00', { result: '{spec: {}}' }, { subresource: 'scale', manager: 'kubectl' }),
      ],
      [
        '10:00:00 written: patched the object; the log does not hold what it changed | kubectl-patch (ann@example.com) [audit]',
        '10:05:00 written: changed 1 field through /scale | kubectl (ann@example.com) {.spec.replicas: 2 → 0} [audit]',
      ],
    ],
    [
      'a deletion, and that of an earlier object',
      [write('09:00:00', {}, { verb: 'delete' }), write('10:05:00', {}, { verb: 'deletecollection' })],
      [
        '09:00:00 deletion-requested: its deletion was requested | kubectl-patch (ann@example.com) [audit]',
        '10:05:00 deletion-requested: the deletion of all objects of its kind in the namespace was requested | kubectl-patch (ann@example.com) [audit]',
      ],
    ],
  ])('is %s', (_, writes, expected) => {
    expect(lines(read(writes).told)).toEqual(expected);
  });

  it('counts writes of status and those without effect, and lists them where everything is asked for', () => {
    const writes = [
      write('10:00:00', { result: BEFORE }),
      write('10:01:00', { body: patch('{spec: {paused: false}}'), result: BEFORE }),
      write('10:02:00', { result: BEFORE }, { subresource: 'status' }),
    ];
    expect(read(writes)).toMatchObject({ statusOnly: 1, withoutEffect: 1, told: [{}] });
    expect(read(writes, true).told).toHaveLength(3);
  });

  it('does not charge a patch with what another write changed, of which the log has nothing', () => {
    const later =
      '{metadata: {resourceVersion: "9", generation: 4, labels: {team: shop, tier: web}}, spec: {replicas: 7, paused: false}}';
    const { told } = read([
      write('10:00:00', { result: BEFORE }),
      write('10:05:00', { body: patch('{metadata: {labels: {team: shop}}}'), result: later }),
    ]);
    expect(lines(told).at(-1)).toBe(
      '10:05:00 written: changed 1 field | kubectl-patch (ann@example.com) {.metadata.labels.team: undefined → "shop"} [audit]',
    );
  });

  it("finds what a patch's stringData became, and leaves out no write of which it cannot tell that it changed nothing", () => {
    const object = { group: '', resource: 'secrets', namespace: 'marketplace', name: 'login', apiVersion: 'v1' };
    const secret = (version: string, password: string): string =>
      `{metadata: {resourceVersion: "${version}"}, data: {password: ${password}}}`;
    const { told, withoutEffect } = read([
      write('10:00:00', { result: secret('1', 'b25l') }, { object }),
      write('10:05:00', { body: patch('{stringData: {password: two}}'), result: secret('2', 'dHdv') }, { object }),
      write('10:06:00', { body: patch('{metadata: {labels: {a: b}}}'), result: secret('9', 'dGhyZWU=') }, { object }),
    ]);
    expect(withoutEffect).toBe(0);
    expect(lines(told).slice(1)).toEqual([
      '10:05:00 written: changed 1 field | kubectl-patch (ann@example.com) {.data.password: "b25l" → "dHdv"} [audit]',
      '10:06:00 written: patched 1 field; whether they changed by it is not in the log | kubectl-patch (ann@example.com) [audit]',
    ]);
  });

  it('says what is about an earlier object of the name', () => {
    expect(read([write('09:00:00', {}, { verb: 'delete' })]).told[0]?.entry.note).toBe(
      'about an earlier object of this name',
    );
  });

  it('names the paths of a JSON patch, a new item of a list by the list', () => {
    const value = load(
      '[{op: test, path: /spec/paused}, {op: replace, path: /spec/replicas, value: 3}, {op: add, path: "/metadata/annotations/a.b~1c", value: d}, {op: add, path: /metadata/finalizers/-, value: x}]',
    ) as JsonValue;
    expect(read([write('10:05:00', { body: { kind: 'json-patch', value } })]).told[0]?.entry.fields).toEqual([
      '.spec.replicas',
      '.metadata.annotations["a.b/c"]',
      '.metadata.finalizers',
    ]);
  });
});
