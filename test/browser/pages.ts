import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { engine } from '../../src/engine.js';
import type { Report } from '../../src/model/report.js';
import type { SuspendPlan } from '../../src/model/suspend-plan.js';
import { htmlOwners } from '../../src/report/html/owners.js';
import { htmlReport } from '../../src/report/html/report.js';
import { htmlSuspendPlan } from '../../src/report/html/suspend-plan.js';
import { htmlTimeline } from '../../src/report/html/timeline.js';
import { transcript } from '../cli/fake-io.js';
import { catalog, OF_SET, platform, shop, shops } from '../gitops/chain/worlds.js';
import { poisoned } from '../report/html/hostile.js';
import { BLOCKS, GAPS } from '../report/more-worlds.js';
import { application, drift, INCIDENT, report, resource } from '../report/worlds.js';

const MASKED = { maskNamed: true };
const DEMO = ['--live', 'fixtures/demo/live.json', '-n', 'marketplace'];
const ROLLBACK = [
  ...['deployment/catalog', '-n', 'marketplace', '--live', 'fixtures/timeline/rollback.json'],
  ...['--audit-log', 'fixtures/timeline/rollback-audit.jsonl'],
];

/** Values of every shape that pushes a page out of its frame. */
const WIDE: Report = report([
  application({
    name: 'a'.repeat(253),
    sync: { status: 'OutOfSync', message: '' },
    action: { code: 'merge-or-sync', message: `Look at ${'b'.repeat(500)}` },
    resources: [
      resource({
        name: 'c'.repeat(253),
        sync: 'OutOfSync',
        drift: [
          drift({ path: `.data["${'d'.repeat(250)}"]`, desired: 'e'.repeat(10_000), live: 'f'.repeat(10_000) }),
          drift({ path: '.data.lines', desired: `${'g'.repeat(9000)}\n`, live: `h\n${'i '.repeat(9000)}\n` }),
        ],
      }),
    ],
  }),
]);

/** What `gitdrift` prints as JSON of a recorded world, put into a page by `render`. */
async function read<Document>(argv: readonly string[], render: (document: Document) => string): Promise<string> {
  const { out, err } = await transcript([...argv, '-o', 'json'], engine, { cwd: process.cwd() });
  if (out === '') throw new Error(err);
  return render(JSON.parse(out) as Document);
}

const OF_PLATFORM = {
  annotations: { 'argocd.argoproj.io/tracking-id': 'platform:argoproj.io/ApplicationSet:argocd/shops' },
};

/** Pages of every kind, harmless and hostile, as files in a folder: name and path. */
export async function writePages(folder: string): Promise<ReadonlyMap<string, string>> {
  const items = [catalog, shop(OF_SET), shops(OF_PLATFORM), platform()];
  writeFileSync(join(folder, 'live.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  const planned = ['suspend-plan', 'deploy/catalog', '-n', 'shop', '--live', join(folder, 'live.json')];
  const pages: Readonly<Record<string, string>> = {
    incident: await read(['diff', 'fixtures/demo/desired', ...DEMO, '--name', 'catalog-prod'], (one: Report) =>
      htmlReport(one, MASKED),
    ),
    blocks: htmlReport(BLOCKS, MASKED),
    several: htmlReport(report([...INCIDENT.applications, ...GAPS.applications], INCIDENT.gate), MASKED),
    wide: htmlReport(WIDE, MASKED),
    owners: await read(['owners', 'deployment/catalog', ...DEMO], (one: Parameters<typeof htmlOwners>[0]) =>
      htmlOwners(one, MASKED),
    ),
    timeline: await read(['timeline', ...ROLLBACK], (one: Parameters<typeof htmlTimeline>[0]) =>
      htmlTimeline(one, MASKED),
    ),
    plan: await read(planned, htmlSuspendPlan),
    'hostile-report': htmlReport(poisoned(report([...BLOCKS.applications, ...GAPS.applications])), MASKED),
    'hostile-owners': await read(['owners', 'deployment/catalog', ...DEMO], (one: Parameters<typeof htmlOwners>[0]) =>
      htmlOwners(poisoned(one), MASKED),
    ),
    'hostile-timeline': await read(['timeline', ...ROLLBACK], (one: Parameters<typeof htmlTimeline>[0]) =>
      htmlTimeline(poisoned(one), MASKED),
    ),
    'hostile-plan': await read(planned, (one: SuspendPlan) => htmlSuspendPlan(poisoned(one))),
  };
  return new Map(
    Object.entries(pages).map(([name, page]) => {
      const path = join(folder, `${name}.html`);
      writeFileSync(path, page);
      return [name, path];
    }),
  );
}
