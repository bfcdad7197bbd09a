import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FINDING_SEVERITIES } from '../../src/model/finding-codes.js';
import { reasonCodes } from './codes.js';

const FOLDER = fileURLToPath(new URL('../../docs/reasons/', import.meta.url));
const codes = [...reasonCodes()].sort();
const pages = readdirSync(FOLDER)
  .filter((name) => name !== 'README.md')
  .map((name) => name.replace(/\.md$/, ''))
  .sort();
const page = (name: string): string => readFileSync(`${FOLDER}${name}.md`, 'utf8');

describe('pages of reason codes', () => {
  it('finds codes of every way in which they are written', () => {
    expect(codes).toEqual(
      expect.arrayContaining([
        'git-ahead', // a property
        'undeclared-unowned', // a branch of a choice
        'immutable-field', // an argument
        'ca-bundle-injected', // a rule of a data file
        'folders-not-read', // a finding of another stage
      ]),
    );
  });

  it('takes no other code for a reason', () => {
    for (const other of ['stays', 'prunes', 'wait', 'manifest-invalid']) expect(codes).not.toContain(other);
  });

  it('has a page for each code and a code for each page', () => {
    expect(pages).toEqual(codes);
  });

  it.each(pages)('%s says what it means, what to do and what cannot be known', (name) => {
    const [title, , kind] = page(name).split('\n');
    expect(title).toBe(`# ${name}`);
    expect(kind).toMatch(/^(Explanation|Finding)/);
    expect(page(name)).toMatch(/\n\n## What to do\n\n.+\n\n## What it cannot know\n\n.+\n$/s);
  });

  it('lists every page in the index, and nothing else', () => {
    const linked = [...page('README').matchAll(/\| \[([^\]]+)\]\(([^)]+)\.md\) \|/g)];
    for (const [, text, target] of linked) expect(text).toBe(target);
    expect([...new Set(linked.map(([, text]) => text))].sort()).toEqual(pages);
  });

  it('lists the findings that the gate can be told to fail on, with their severities', () => {
    const rows = [...page('README').matchAll(/\| \[([^\]]+)\]\S+ \| (error|warning|note) \|/g)];
    expect(Object.fromEntries(rows.map(([, code, severity]) => [code, severity]))).toEqual(FINDING_SEVERITIES);
  });

  it('names the severity of a finding as the code gives it', () => {
    const rows = [...page('README').matchAll(/\| \[([^\]]+)\]\S+ \| (error|warning|note) \|/g)];
    expect(rows.length).toBeGreaterThan(0);
    for (const [, name = '', severity = ''] of rows) expect(page(name)).toContain(`Finding, severity ${severity}.`);
  });

  it('links only to what is there', () => {
    for (const name of ['README', ...pages]) {
      for (const [, target = ''] of page(name).matchAll(/\]\(([a-z-]+)\.md\)/g)) expect(pages).toContain(target);
    }
  });
});
