import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMPLETION_SCRIPTS, SHELLS, type Shell } from '../../../src/cli/completion/shells.js';
import { transcript } from '../fake-io.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gitdrift-test-'));
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'work', 'apps'), { recursive: true });
  writeFileSync(join(folder, 'work', 'live.json'), '{}');
  for (const [name, file] of [
    ['gitdrift', 'gitdrift.js'],
    ['kubectl-gitdrift', 'gitdrift.js'],
    ['kubectl_complete-gitdrift', 'kubectl-complete.js'],
  ] as const) {
    symlinkSync(join(root, 'bin', file), join(folder, 'bin', name));
  }
  for (const shell of SHELLS) writeFileSync(join(folder, `completion.${shell}`), COMPLETION_SCRIPTS[shell]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(program: string, args: readonly string[]): string {
  const { stdout, stderr, error, status } = spawnSync(program, args, {
    cwd: join(folder, 'work'),
    encoding: 'utf8',
    env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, HOME: folder, TERM: 'xterm' },
    timeout: 15_000,
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} failed: ${stderr}${stdout}`);
  return stdout;
}

const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

const ZSH_SETUP = `'autoload -U compinit; compinit -u -D; source ../completion.zsh; : > ../hits
compadd() {
  local -a hits
  if [[ " $* " != *" -"[OAD]" "* ]]; then builtin compadd -O hits "$@"; print -rl -- $hits >> ../hits; fi
  builtin compadd "$@"
}
finish() { print DO""NE }
comppostfuncs=(finish)
zle-line-init() { comppostfuncs=(finish); print REA""DY }
zle -N zle-line-init'`;

/** What each shell offers behind a line, asked of the shell itself. */
const ASKS: Readonly<Record<Shell, (line: string) => string>> = {
  // Words as readline would divide them.
  bash: (line) => {
    const words = line
      .split(' ')
      .flatMap((word) => (word === '' ? [''] : word.split(/([=:])/).filter((part) => part !== '')));
    const array = words.map((word) => `'${word}'`).join(' ');
    return run('bash', [
      '--norc',
      '-c',
      `source ../completion.bash; COMP_WORDS=(${array}); COMP_CWORD=${words.length - 1}
      compopt() { echo "compopt $*"; }; __gitdrift_complete; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ]);
  },
  // On a terminal, for zsh completes nowhere else; what would be listed is read where the completion hands it over.
  zsh: (line) =>
    run('zsh', [
      '-f',
      '-c',
      `zmodload zsh/zpty
      print -r -- ${ZSH_SETUP} > ../setup.zsh
      zpty shell zsh -f -i
      zpty -w shell 'source ../setup.zsh'
      seen=; while [[ $seen != *READY* ]]; do zpty -r shell part || break; seen+=$part; done
      zpty -w -n shell '${line}'$'\t'
      seen=; while [[ $seen != *DONE* ]]; do zpty -r shell part || break; seen+=$part; done
      zpty -d shell; cat ../hits`,
    ]),
  fish: (line) => run('fish', ['--no-config', '-c', `source ../completion.fish; complete -C '${line}'`]),
};

describe.each(SHELLS)('completion in %s', (shell) => {
  it.runIf(has(shell))('offers commands, flags, choices and files', { timeout: 60_000 }, () => {
    const ask = ASKS[shell];
    expect(ask('gitdrift own')).toContain('owners');
    expect(ask('gitdrift diff --rend')).toContain('--renderer');
    const choices = ask('gitdrift diff --renderer ');
    for (const choice of ['yaml', 'kustomize', 'helm']) expect(choices).toContain(choice);
    expect(choices).not.toContain('live.json');
    expect(ask('gitdrift diff --renderer=ku')).toContain('kustomize');
    expect(ask('gitdrift diff --fail-on finding:sync-o')).toContain('sync-overdue');
    expect(ask('gitdrift diff --live li')).toContain('live.json');
    expect(ask('gitdrift diff --live=li')).toContain('live.json');
    expect(ask('gitdrift diff -o text,json=li')).toContain('live.json');
    expect(ask('gitdrift diff a')).toContain('apps');
  });

  it('has a script that the command prints', async () => {
    expect(await transcript(['completion', shell])).toEqual({ code: 0, out: COMPLETION_SCRIPTS[shell], err: '' });
  });
});

it('an unknown shell is refused with the nearest', async () => {
  const { code, err } = await transcript(['completion', 'zhs']);
  expect(code).toBe(2);
  expect(err).toContain('did you mean zsh?');
});

it('kubectl_complete-gitdrift answers as kubectl reads it', () => {
  expect(run('kubectl_complete-gitdrift', ['diff', '--renderer', 'k'])).toBe('kustomize\n:4\n');
  expect(run('kubectl_complete-gitdrift', ['owners', 'dep'])).toBe('deployment/\n:6\n');
  expect(run('kubectl_complete-gitdrift', ['diff', '--live', ''])).toBe(':0\n');
});

it.runIf(has('kubectl'))('kubectl completes the plugin', () => {
  expect(run('kubectl', ['__complete', 'gitdrift', 'diff', '--renderer', 'k'])).toContain('kustomize\n');
  expect(run('kubectl', ['gitdrift', '--help'])).toContain('Usage: kubectl gitdrift COMMAND [flags]');
});
