import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { engine } from '../../src/engine.js';
import { type Surroundings, transcript } from './fake-io.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
// Relative, as lines are broken by the length of what stands in them.
const FIXTURES = 'fixtures/timeline/';
const LIVE = `--live ${FIXTURES}rollback.json`;
const AUDIT = `--audit-log ${FIXTURES}rollback-audit.jsonl`;
const AROUND: Surroundings = { cwd: ROOT, now: new Date('2026-11-30T22:00:00Z'), env: { PATH: process.env.PATH } };

/** A command line, what it prints in the end (progress is gone by then), and its exit code. */
async function seen(words: string, around: Surroundings = {}): Promise<string> {
  const argv = words.split(' ');
  const { code, out, err } = await transcript(argv, { timeline: engine.timeline }, { ...AROUND, ...around });
  return `$ gitdrift ${words}\n${out}${code === 0 ? '' : `--- standard error\n${err}`}--- exit ${code}\n`;
}

describe('timeline', () => {
  it.each<[string, string, Surroundings]>([
    ['from-live', 'timeline deploy/catalog -n marketplace', { tty: true, columns: 110 }],
    ['narrow', 'timeline deploy/catalog -n marketplace --within 35m', { tty: true, columns: 48 }],
    ['audit-log', `timeline deploy/catalog -n marketplace ${AUDIT} --time full`, {}],
    [
      'field',
      `timeline deploy/catalog -n marketplace ${AUDIT} --no-users --field .spec.replicas`,
      { tty: true, columns: 110 },
    ],
    ['verbose', 'timeline deploy/catalog -n marketplace -v', {}],
    ['within', 'timeline deploy/catalog -n marketplace --within 25m', {}],
    ['nothing-within', 'timeline deploy/catalog -n marketplace --within 1s', {}],
    ['nowhere', 'timeline deploy/catalogue -n marketplace', {}],
    ['no-such-field', 'timeline deploy/catalog -n marketplace --field spec.replica', {}],
    ['in-ci', `timeline deploy/catalog -n marketplace ${AUDIT} --field .spec.template`, { env: { CI: 'true' } }],
  ])('prints %s', async (name, words, around) => {
    await expect(await seen(`${words} ${LIVE} --no-color`, around)).toMatchFileSnapshot(
      `transcripts/timeline-${name}.txt`,
    );
  });

  it('prints what docs/timeline.md shows', async () => {
    const page = readFileSync(join(ROOT, 'docs/timeline.md'), 'utf8');
    const [, command = '', expected = ''] = /```console\n\$ gitdrift ([^\n]+)\n(.*?)```/s.exec(page) ?? [];
    const { out } = await transcript(command.split(' '), { timeline: engine.timeline }, { ...AROUND, cwd: ROOT });
    expect(out).toBe(expected);
  });

  it('breaks no terminal', async () => {
    const { out } = await transcript(
      `timeline deploy/catalog -n marketplace ${LIVE} ${AUDIT} -v --no-color`.split(' '),
      { timeline: engine.timeline },
      { ...AROUND, tty: true, columns: 80 },
    );
    for (const line of out.split('\n').filter((one) => one.length > 80)) expect(line.trim().split(' ')).toHaveLength(1);
  });

  it('exits 3 where the object could not be read, after telling the rest', async () => {
    const report = {
      ...{ schemaVersion: '1' as const, tool: { name: 'gitdrift' as const, version: '0' } },
      ...{ generatedAt: '2026-11-30T22:00:00Z', destination: {}, object: 'unreadable' as const },
      resource: { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'marketplace', name: 'catalog' },
      ...{ entries: [], undated: [], notKnown: [], leftOut: { earlier: 0, statusOnly: 0, withoutEffect: 0 } },
      notRead: [{ source: 'the object itself', reason: 'forbidden' }],
    };
    const { code, out } = await transcript(['timeline', 'deploy/catalog'], { timeline: async () => report });
    expect(code).toBe(3);
    expect(out).toContain('not read: the object itself: forbidden');
  });

  it.each([
    ['timeline', 2],
    ['timeline catalog', 2],
    ['timeline deploy/catalog --within soon', 2],
  ])('refuses %j', async (words, code) => {
    expect((await transcript(words.split(' '))).code).toBe(code);
  });
});
