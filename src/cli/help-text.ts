import { variableOf } from '../config/flags.js';
import { EXIT_CODES } from './exit-codes.js';

/** What stands below the help of every command, and what only stands below the program's own. */
export function helpFooter(program: string, command: string, isRoot: boolean): string {
  const environment = [
    '',
    'Environment:',
    `  Every long flag is also read from GITDRIFT_<FLAG>: --fail-on from ${variableOf('fail-on')}. The command line wins,`,
    '  also over variables that one of its flags excludes: they are left out with a warning.',
    '  Switches are true or false; lists are separated by commas (those of --set by line breaks).',
    '  NO_COLOR and FORCE_COLOR are obeyed; GITDRIFT_DEBUG=1 prints the stack of an internal error.',
  ];
  const codes = EXIT_CODES.map(([code, meaning]) => `${code} ${meaning}`);
  const exits = ['', 'Exit codes:', `  ${codes.slice(0, 3).join('   ')}`, `  ${codes.slice(3).join('   ')}`];
  const examples = [
    '',
    'Examples:',
    `  ${program} diff apps/catalog/prod --context prod-eu`,
    `  kustomize build apps/catalog/prod | ${program} diff - -o text -o json=drift.json`,
    `  ${program} owners deployment/catalog -n marketplace --field .spec.replicas`,
  ];
  const shown = isRoot
    ? [...examples, ...environment, ...exits]
    : ['version', 'completion'].includes(command)
      ? []
      : [...environment, ...exits];
  return shown.join('\n');
}
