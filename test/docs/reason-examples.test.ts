import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { hasGit } from '../source/repositories.js';
import { tellApplication } from './argo-world.js';
import { excerpt } from './excerpt.js';
import { type Told, tellWorld, WORLD_NAMES } from './reason-world.js';

// The looks of --observe, at a clock of their own: nothing waits.
vi.mock(import('../../src/compositions/evidence/observe.js'), async (original) => {
  const { observe } = await original();
  return {
    observe: (what, tools) => {
      let clock = Date.UTC(2026, 10, 30, 12);
      return observe(what, tools, {
        now: () => new Date(clock),
        wait: async (milliseconds) => {
          clock += milliseconds;
        },
      });
    },
  };
});

vi.mock(import('../../src/compositions/live/open-cluster.js'), async (original) => {
  const real = await original();
  const { asServer } = await import('./as-server.js');
  return { ...real, openCluster: async (...given) => asServer(given[0], await real.openCluster(...given)) };
});

/** Reasons that no report can hold today, so that there is nothing to show. Every other page shows what the tool prints. */
const WITHOUT_EXAMPLE: Readonly<Record<string, string>> = {
  'not-pruned-by-flux': 'the text names such an object in one line, among those left out',
};

const FOLDER = fileURLToPath(new URL('../../docs/reasons/', import.meta.url));
const pages = readdirSync(FOLDER)
  .filter((name) => name !== 'README.md')
  .map((name) => name.replace(/\.md$/, ''))
  .sort();
const read = (page: string): string => readFileSync(`${FOLDER}${page}.md`, 'utf8');

/** `<!-- example: WORLD [FLAGS] [PATH] -->` and the block that follows it; `argo-verdicts/NAME` is a recorded Application. */
const EXAMPLE = /<!-- example: (\S+)((?: [^<]+?)?) -->\n```text\n(?:[\s\S]*?\n)?```/g;

describe.skipIf(!hasGit || process.platform === 'win32')('the example of a reason', () => {
  it.each(pages.filter((page) => !Object.hasOwn(WITHOUT_EXAMPLE, page)))('%s is what gitdrift prints', async (page) => {
    const text = read(page);
    const parts = await Promise.all(
      [...text.matchAll(EXAMPLE)].map(async ([block, world = '', rest = '']) => {
        const words = rest.split(' ').filter((word) => word !== '');
        const path = words.find((word) => word.startsWith('.'));
        const { text: printed, report } = await told(
          world,
          words.filter((word) => word !== path),
        );
        const example = excerpt(printed, report, page, path);
        return [block, `<!-- example: ${[world, ...words].join(' ')} -->\n\`\`\`text\n${example}\n\`\`\``] as const;
      }),
    );
    const right = parts.reduce((whole, [block, example]) => whole.replace(block, () => example), text);
    // A change of the output is taken over with UPDATE_EXAMPLES=1, and read.
    if (process.env.UPDATE_EXAMPLES === '1') writeFileSync(`${FOLDER}${page}.md`, right);
    else expect(text).toBe(right);
    expect(parts.length).toBeGreaterThan(0);
    expect(right.match(/^```text$/gm)).toHaveLength(parts.length);
  });
});

describe('the examples', () => {
  it('are left out only where no report has the reason', () => {
    for (const page of Object.keys(WITHOUT_EXAMPLE)) expect(read(page)).not.toContain('```');
  });

  it('use every world of fixtures/reasons', () => {
    const used = pages.flatMap((page) => [...read(page).matchAll(EXAMPLE)].map(([, world]) => world));
    expect([...new Set(used)].filter((world) => !world?.includes('/')).sort()).toEqual(WORLD_NAMES);
  });
});

const known = new Map<string, Promise<Told>>();

/** What a world tells, once for all pages that show it. */
function told(world: string, flags: readonly string[]): Promise<Told> {
  const key = [world, ...flags].join(' ');
  const recorded = /^argo-verdicts\/(.+)$/.exec(world)?.[1];
  const found = known.get(key) ?? (recorded === undefined ? tellWorld(world, flags) : tellApplication(recorded, flags));
  known.set(key, found);
  return found;
}
