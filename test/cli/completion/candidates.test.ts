import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../src/cli/command-table.js';
import { completionOf } from '../../../src/cli/completion/candidates.js';
import { FLAGS } from '../../../src/config/flags.js';
import { transcript } from '../fake-io.js';

/** The candidates behind a line up to the cursor; words are what blanks divide, a blank at the end begins a new one. */
function complete(line: string): readonly string[] {
  const { candidates, files, open } = completionOf(line.split(' '));
  return [...candidates.map(({ word }) => word), ...(files ? ['FILES'] : []), ...(open ? ['OPEN'] : [])];
}

describe('completion', () => {
  it.each<[line: string, expected: readonly string[]]>([
    ['own', ['owners']],
    ['re', ['record', 'report']],
    ['--v', ['--version']],
    ['nonsense ', []],
    // Arguments, however many flags stand before them.
    ['diff ', ['FILES']],
    ['diff apps ', []],
    ['diff -n shop ', ['FILES']],
    ['diff -n -q ', ['FILES']],
    ['diff --prune ', ['FILES']],
    ['diff --namespace=shop apps ', []],
    ['diff - ', []],
    ['diff -- --odd ', []],
    ['report a.json b.json ', ['FILES']],
    ['owners dep', ['deployment/', 'OPEN']],
    ['blame dep', ['deployment/', 'OPEN']],
    ['explain deployment/catalog .spec.replicas ', ['FILES']],
    ['explain deployment/catalog ', []],
    ['suspend-plan st', ['statefulset/', 'OPEN']],
    ['completion ', ['bash', 'zsh', 'fish']],
    // Flags: what can be given once is offered once.
    ['diff --con', ['--context-for', '--context', '--concurrency']],
    ['diff --context prod --con', ['--context-for', '--concurrency']],
    ['diff --kind Job --kin', ['--kind']],
    ['version --', ['--help']],
    ['diff -- --con', ['FILES']],
    // Values.
    ['diff --renderer ', ['yaml', 'kustomize', 'helm']],
    ['diff --renderer=k', ['--renderer=kustomize']],
    ['diff -o j', ['json', 'junit']],
    ['diff -o text,j', ['text,json', 'text,junit']],
    ['diff --output=text,html=', ['FILES']],
    ['owners -o ', ['text', 'json', 'html']],
    ['explain -o ', ['text', 'json']],
    ['diff --fail-on finding:sync', ['finding:sync-overdue']],
    ['diff --fail-on=manual,deg', ['--fail-on=manual,degraded']],
    ['diff --live ', ['FILES']],
    ['diff --live=', ['FILES']],
    ['diff --context ', []],
    ['diff --nonsense=', ['--help'].slice(1)],
  ])('of "%s" is %j', (line, expected) => {
    expect(complete(line)).toEqual(expected);
  });

  it('offers every command, and every flag of each with what it is about', () => {
    expect(complete('')).toEqual([...Object.keys(COMMANDS), '--help', '--version']);
    for (const [name, { flags }] of Object.entries(COMMANDS)) {
      const { candidates } = completionOf([name, '-']);
      expect(candidates).toEqual([
        ...flags.map((flag) => ({ word: `--${flag}`, about: FLAGS[flag].help })),
        { word: '--help', about: 'show help' },
      ]);
    }
  });
});

describe('the formats that are offered', () => {
  const known = ['text', 'json', 'yaml', 'markdown', 'junit', 'sarif', 'github', 'gitlab', 'html'];
  const printing = Object.entries(COMMANDS).filter(([, { flags }]) => flags.includes('output'));
  it.each(printing.map(([name, entry]) => [name, entry] as const))(
    'of %s are those that it has',
    async (name, entry) => {
      const operands = (entry.arguments ?? []).flatMap((argument) =>
        argument.includes('KIND/NAME')
          ? ['deployment/catalog']
          : argument === '<FIELD-PATH>'
            ? ['.spec.replicas']
            : ['-'],
      );
      const refused: string[] = [];
      for (const format of known) {
        const { err } = await transcript([name, ...operands, '-o', format]);
        if (new RegExp(`format|${JSON.stringify(format)}`).test(err.split('\n')[0] ?? '')) refused.push(format);
      }
      expect(known.filter((format) => !refused.includes(format))).toEqual(
        completionOf([name, '-o', '']).candidates.map(({ word }) => word),
      );
    },
  );
});
