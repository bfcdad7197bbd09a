// Writes what is generated from the source: `npm run generate:docs`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatedFiles } from './files.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
for (const [file, text] of Object.entries(generatedFiles())) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}
