import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { generatedFiles } from './reference/files.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

// After a change of the source: npm run generate:docs.
it.each(Object.entries(generatedFiles()))('%s is what the source says', (file, text) => {
  expect(readFileSync(`${root}${file}`, 'utf8')).toBe(text);
});
