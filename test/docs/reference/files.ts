import { actionFile } from './action.js';
import { codesPage } from './codes-page.js';
import { commandsPage, flagsPage } from './commands-page.js';
import { environmentPage } from './environment-page.js';
import { rulesPage, writersPage } from './rules-page.js';
import { page, table } from './table.js';

/** Every file that is generated from the source, by its path from the root. */
export function generatedFiles(): Readonly<Record<string, string>> {
  return {
    'action.yml': actionFile(),
    'docs/reference/README.md': page('Reference', 'Generated from the source, and held equal to it by a test.', [
      table(
        ['page', 'has'],
        [
          ['[commands.md](commands.md)', 'every command, and the exit codes'],
          ['[flags.md](flags.md)', 'every flag'],
          ['[environment.md](environment.md)', 'every environment variable'],
          ['[codes.md](codes.md)', 'every code of a report'],
          ['[rules.md](rules.md)', 'every shipped rule'],
          ['[writers.md](writers.md)', 'every writer that is known'],
        ],
      ),
    ]),
    'docs/reference/commands.md': commandsPage(),
    'docs/reference/flags.md': flagsPage(),
    'docs/reference/environment.md': environmentPage(),
    'docs/reference/codes.md': codesPage(),
    'docs/reference/rules.md': rulesPage(),
    'docs/reference/writers.md': writersPage(),
  };
}
