import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const text = (file: string): string => readFileSync(join(root, file), 'utf8');

const pages = ['README.md', 'CONTRIBUTING.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)].filter(
  (file) => file.endsWith('.md'),
);

describe('docs/architecture.md', () => {
  it('names every composition', () => {
    const page = text('docs/architecture.md');
    const files = [
      ...readdirSync(join(root, 'src')),
      ...readdirSync(join(root, 'src/compositions'), { recursive: true, encoding: 'utf8' }).map((file) =>
        basename(file),
      ),
    ].filter((name) => /(?<!\.d)\.ts$/.test(name));
    expect(files.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('names every folder of src', () => {
    const page = text('docs/architecture.md');
    const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).filter((name) => !page.includes(`\`${name}/\``))).toEqual([]);
  });
});

describe('links', () => {
  it.each(pages)('of %s lead somewhere', (file) => {
    const targets = [...text(file).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target]) => target ?? '');
    const local = targets.filter((target) => !/^[a-z]+:/.test(target));
    expect(local.filter((target) => !existsSync(join(root, dirname(file), target)))).toEqual([]);
  });
});
