import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { unionMembers } from './codes.js';

const text = readFileSync(fileURLToPath(new URL('../../docs/errors.md', import.meta.url)), 'utf8');

it('docs/errors.md has a section for each error code, and no other', () => {
  const sections = [...text.matchAll(/^### (\S+)$/gm)].map(([, code]) => code);
  expect(sections.sort()).toEqual([...unionMembers('ErrorCode')].sort());
});
