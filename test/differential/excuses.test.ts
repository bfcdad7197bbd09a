import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { EXCUSES } from './excuses.js';

describe('rules by which gitdrift and a dry run may differ', () => {
  it('are all written down with their reasons, and no others are', async () => {
    const page = await readFile(new URL('../../docs/differential.md', import.meta.url), 'utf8');
    const written = [...page.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, id]) => id);
    expect(written).toEqual(EXCUSES.map(({ id }) => id));
  });
});
