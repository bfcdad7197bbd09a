import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectWrites } from '../../src/cluster/audit/collect-writes.js';
import { readAuditLog } from '../../src/cluster/audit/read-audit-log.js';
import { wantedLines } from '../../src/cluster/audit/wanted-lines.js';
import type { AuditLog } from '../../src/model/audit.js';
import { GitdriftError } from '../../src/model/errors.js';
import type { JsonObject } from '../../src/model/json.js';
import { CATALOG, event, folder, lines, RECORDED, readCatalog, WANTED, write } from './events.js';

const at = (second: number): JsonObject => ({
  auditID: `write-${second}`,
  requestReceivedTimestamp: `2026-11-30T12:00:0${second}.000000Z`,
  stageTimestamp: `2026-11-30T12:00:0${second}.500000Z`,
});
const found = (log: AuditLog): string[] => log.writesOf(CATALOG, 'deployments').map(({ auditID }) => auditID);

/** Writes the files into a folder of their own, and reads it. */
function readFiles(files: Readonly<Record<string, string | Buffer>>): Promise<AuditLog> {
  const dir = folder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(dir, name, '..'), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return readCatalog(dir);
}

async function failure(reading: Promise<unknown>): Promise<GitdriftError> {
  const error = await reading.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!(error instanceof GitdriftError)) throw new Error(`no GitdriftError but ${String(error)}`);
  return error;
}

describe('an audit log', () => {
  it('of a real API server gives the writes of an object, dry runs and refusals left out', async () => {
    const log = await readCatalog(RECORDED);
    const told = log
      .writesOf(CATALOG, 'deployments')
      .map(
        ({ user, impersonated, verb, subresource, manager, operation }) =>
          `${(impersonated ?? user).username}: ${verb} ${subresource} ${operation} ${manager}`,
      );
    expect(told).toEqual([
      'admin: patch  Apply argocd-controller',
      'system:serviceaccount:kube-system:deployment-controller: update status Update kube-controller-manager',
      'ann@example.com: patch  Update kubectl-set',
      'ann@example.com: patch scale Update kubectl',
      'admin: patch  Update kubectl-label',
      'admin: patch  Update kubectl-patch',
      'system:serviceaccount:marketplace:deployer: patch  Update kubectl-annotate',
      'system:serviceaccount:marketplace:deployer: patch  Update kubectl-set',
      'admin: patch  Update kubectl-edit',
    ]);
    expect(log).toMatchObject({ files: [RECORDED], unreadableLines: 0, warnings: [], levels: ['RequestResponse'] });
    expect(Date.parse(log.from)).toBeLessThan(Date.parse(log.to));
  });

  it('is read from rotated and compressed files, in the order of its times', async () => {
    const log = await readFiles({
      'audit.log': lines(event(at(4))),
      'audit.log.1': lines(event(at(3))),
      'audit-2026-11-30T11-00-00.000.log.gz': gzipSync(lines(event(at(2)))),
      'node-2/audit.log-20261130.gz': Buffer.concat([gzipSync(lines(event(at(1)))), gzipSync(lines(event(at(5))))]),
    });
    expect(found(log)).toEqual([1, 2, 3, 4, 5].map((second) => `write-${second}`));
    expect([log.from, log.to]).toEqual(['2026-11-30T12:00:01.500000Z', '2026-11-30T12:00:05.500000Z']);
    expect(log.warnings).toEqual([]);
  });

  it('is unpacked by what it holds, not by its name, and read once where it is named twice', async () => {
    const dir = folder();
    writeFileSync(join(dir, 'packed'), gzipSync(lines(event(at(1)))));
    const log = await readCatalog(join(dir, 'packed'), join(dir, 'packed'));
    expect(found(log)).toEqual(['write-1']);
  });

  it.each<[string, (events: readonly JsonObject[]) => string]>([
    ['an EventList on one line', (items) => lines({ kind: 'EventList', apiVersion: 'audit.k8s.io/v1', items })],
    [
      'an EventList over many lines',
      (items) => JSON.stringify({ kind: 'EventList', apiVersion: 'audit.k8s.io/v1', items }, null, 2),
    ],
    ['a list of events', (items) => JSON.stringify(items)],
    ['a list over many lines', (items) => `${JSON.stringify(items, null, 4)}\n`],
    [
      'lines that end like those of Windows, after a byte order mark',
      (items) => `\ufeff${lines(...items).replaceAll('\n', '\r\n')}`,
    ],
    [
      'spaces between everything',
      (items) => items.map((one) => `${JSON.stringify(one, null, 1).replaceAll('\n', ' ')}\n\n`).join(''),
    ],
    ['keys in another order', (items) => lines(...items.map((one) => Object.fromEntries(Object.entries(one).sort())))],
  ])('may be %s', async (_, print) => {
    const items = [event(at(1)), event({ ...at(2), objectRef: { resource: 'pods', name: 'catalog' } }), event(at(3))];
    expect(found(await readFiles({ 'audit.log': print(items) }))).toEqual(['write-1', 'write-3']);
  });

  it('says how many lines it could not read, and that the last one is cut off', async () => {
    const text = `${lines(event(at(1)))}{"kind":"Event","objectRef":{"name":"catalog" oops}\nAUDIT: id="1"\n${lines(event(at(2))).slice(0, -20)}`;
    const log = await readFiles({ 'audit.log': text });
    expect(found(log)).toEqual(['write-1']);
    expect(log.unreadableLines).toBe(2);
    expect(log.warnings).toEqual([
      expect.stringMatching(/^the last line of .*audit\.log is cut off, and was left out$/),
      expect.stringMatching(/^1 line of .*audit\.log could not be read as audit events$/),
    ]);
  });

  it('counts a broken line of a wanted object too', async () => {
    const broken = JSON.stringify(event(at(2))).replace('"verb":', '"verb"');
    const log = await readFiles({ 'audit.log': `${lines(event(at(1)))}${broken}\n` });
    expect([found(log), log.unreadableLines]).toEqual([['write-1'], 1]);
  });

  it('is read as far as a compressed file goes that ends early', async () => {
    const many = Array.from({ length: 9 }, (_, second) =>
      event({ ...at(second), userAgent: `agent-${Math.sin(second)}` }),
    );
    const packed = gzipSync(lines(...many));
    const log = await readFiles({
      'audit.log.gz': packed.subarray(0, packed.length - 60),
      'b.log': lines(event(at(9))),
    });
    expect(log.warnings.join()).toContain('could be read only in part: the compressed file ends early');
    expect(found(log)).toContain('write-9');
  });

  it('passes over files of a folder that are no audit logs, and says so', async () => {
    const log = await readFiles({
      'audit.log': lines(event(at(1))),
      'kube-apiserver.log': 'I1130 12:00:00 server.go:1] started\n'.repeat(30),
      'empty.log': '',
      '.hidden.log': lines(event(at(2))),
      'notes.txt': 'mine',
    });
    expect(found(log)).toEqual(['write-1']);
    expect(log.warnings).toEqual([
      expect.stringMatching(
        /kube-apiserver\.log is no audit log: it holds no audit\.k8s\.io events, and was passed over$/,
      ),
    ]);
  });

  it('is followed through a symbolic link', async () => {
    const dir = folder();
    const away = join(folder(), 'real.log');
    writeFileSync(away, lines(event(at(1))));
    symlinkSync(away, join(dir, 'audit.log'));
    expect(found(await readCatalog(dir))).toEqual(['write-1']);
  });

  it('is not sought behind links in a folder that lead to folders or devices', async () => {
    const dir = folder();
    writeFileSync(join(dir, 'audit.log'), lines(event(at(1))));
    symlinkSync('/', join(dir, 'root.log'));
    symlinkSync('/dev/null', join(dir, 'null.log'));
    const log = await readCatalog(dir);
    expect([found(log), log.warnings]).toEqual([['write-1'], []]);
  });

  it('keeps no body in YAML that stands for itself, or for more than it is, and the writes behind it', async () => {
    const bombs = ['&a [*a]', `{a: &a [x, x], b: &b [*a, *a]${', c: *b'.repeat(3)}}`];
    const written = bombs.map((requestObject, index) => event({ ...at(index), level: 'Request', requestObject }));
    const log = await readFiles({ 'audit.log': lines(...written, event(at(7))) });
    expect([found(log), log.warnings]).toEqual([['write-0', 'write-1', 'write-7'], []]);
    expect(log.writesOf(CATALOG, 'deployments').map(({ body }) => body)).toEqual([undefined, undefined, undefined]);
  });

  it.each<[string, Readonly<Record<string, string>>, string, RegExp]>([
    ['is not there', {}, 'audit.log', /^cannot read the audit log .*audit\.log: it does not exist$/],
    ['is a folder without logs', { 'd/readme.md': '#' }, 'd', /^the folder .*d holds no audit log$/],
    [
      'is something else',
      { 'pods.json': '{"kind":"List","items":[]}' },
      'pods.json',
      /^.*pods\.json is no audit log: it holds no audit/,
    ],
    ['is something else over many lines', { 'pods.json': '{\n "kind": "List"\n}\n' }, 'pods.json', /is no audit log/],
    ['is text', { 'x.log': 'started\n'.repeat(3) }, 'x.log', /is no audit log/],
    ['is one event that was cut off', { 'x.log': '{"kind":"Event","apiVersion":"audit' }, 'x.log', /is no audit log/],
    ['is empty', { 'x.log': '' }, 'x.log', /^there is no audit event in .*x\.log$/],
    [
      'is a damaged archive',
      { 'x.log.gz': '\u001f\u008bnothing' },
      'x.log.gz',
      /is no audit log|the compressed file is damaged/,
    ],
  ])('that %s is an error that says so', async (_, files, name, message) => {
    const dir = folder();
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(join(dir, file, '..'), { recursive: true });
      writeFileSync(join(dir, file), Buffer.from(text, 'latin1'));
    }
    const error = await failure(readCatalog(join(dir, name)));
    expect([error.code, error.message]).toEqual(['audit-log-invalid', expect.stringMatching(message)]);
    expect(error.hint).toBeTruthy();
  });

  it('ends with the request to end', async () => {
    const stopping = new AbortController();
    stopping.abort();
    const error = await failure(readAuditLog([RECORDED], [WANTED], stopping.signal));
    expect(error.code).toBe('interrupted');
  });

  it('may hold any bytes: it throws nothing but an error for people', async () => {
    const path = join(folder(), 'audit.log');
    const piece = fc.oneof(
      fc.constantFrom('{', '}', '\n', '[', ']', '"objectRef":{', '"name":"catalog"', ',', lines(event(at(1)))),
      fc.string({ maxLength: 8 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        writeFileSync(path, pieces.join(''));
        await readCatalog(path).catch((cause: unknown) => {
          if (!(cause instanceof GitdriftError)) throw cause;
        });
      }),
      { numRuns: 300 },
    );
  });
});

describe('the writes that are kept', () => {
  const settings = { group: '', resource: 'configmaps', namespace: 'marketplace', name: 'settings' };
  const ref = { group: '', version: 'v1', kind: 'ConfigMap', namespace: 'marketplace', name: 'settings' };
  const deletion = (namespace: string, items?: readonly string[]): JsonObject => ({
    verb: 'deletecollection',
    auditID: `collection-${namespace}-${items}`,
    objectRef: { resource: 'configmaps', apiVersion: 'v1', namespace },
    ...(items === undefined
      ? {}
      : {
          responseObject: { kind: 'ConfigMapList', metadata: {}, items: items.map((name) => ({ metadata: { name } })) },
        }),
  });

  it('hold a deletecollection that may have met the object, and none that did not', () => {
    const writes = collectWrites([settings]);
    for (const changes of [
      deletion('marketplace'),
      deletion('other'),
      deletion('marketplace', ['settings', 'more']),
      deletion('marketplace', ['more']),
    ]) {
      const line = Buffer.from(JSON.stringify(event(changes)));
      if (wantedLines([settings])(line)) writes.add(write(changes));
    }
    expect(
      writes
        .end()
        .writesOf(ref, 'configmaps')
        .map(({ auditID }) => auditID)
        .sort(),
    ).toEqual(['collection-marketplace-settings,more', 'collection-marketplace-undefined']);
  });

  it('hold the create of an object that the server named', () => {
    const created = event({
      verb: 'create',
      objectRef: { resource: 'configmaps', namespace: 'marketplace', apiVersion: 'v1' },
      responseObject: { kind: 'ConfigMap', metadata: { name: 'settings' } },
    });
    expect(wantedLines([settings])(Buffer.from(JSON.stringify(created)))).toBe(true);
  });

  it('hold those of a Namespace, which its address makes its own namespace', () => {
    const wanted = { group: '', resource: 'namespaces', namespace: '', name: 'marketplace' };
    const changes = {
      objectRef: { resource: 'namespaces', namespace: 'marketplace', name: 'marketplace', apiVersion: 'v1' },
    };
    expect(wantedLines([wanted])(Buffer.from(JSON.stringify(event(changes))))).toBe(true);
    const writes = collectWrites([wanted]);
    writes.add(write(changes));
    const own = { group: '', version: 'v1', kind: 'Namespace', namespace: '', name: 'marketplace' };
    expect(writes.end().writesOf(own, 'namespaces')).toHaveLength(1);
  });

  it('lose the bodies of the oldest where they are more than is kept, and say so', () => {
    const writes = collectWrites([WANTED], 5_000);
    for (const second of [1, 2, 3, 4, 5]) {
      writes.add(write({ ...at(second), level: 'Request', requestObject: { data: 'x'.repeat(1_500) } }));
    }
    const { warnings, writesOf } = writes.end();
    expect(writesOf(CATALOG, 'deployments').map(({ body }) => body !== undefined)).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
    expect(warnings).toEqual([
      'the audit log holds more than is kept: of the 3 oldest writes only the user and time are known, not what was sent',
    ]);
  });

  it('are those of the wanted object alone', () => {
    const isWanted = wantedLines([WANTED]);
    const line = (ref: JsonObject): Buffer => Buffer.from(JSON.stringify(event({ objectRef: ref })));
    const own = { resource: 'deployments', namespace: 'marketplace', name: 'catalog', apiGroup: 'apps' };
    expect(isWanted(line(own))).toBe(true);
    for (const other of [{ name: 'catalog-2' }, { namespace: 'market' }, { resource: 'statefulsets' }]) {
      expect(isWanted(line({ ...own, ...other }))).toBe(false);
    }
  });
});
