// What action.yml runs: `gitdrift diff` with the inputs as its flags, its formats in files, its verdicts as outputs. Inputs reach
// gitdrift as GITDRIFT_<FLAG> in the environment and as one argument after `--`: no shell sees them.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
/** Flags whose values may hold commas: line breaks stand between them in the environment. */
const ONE_A_LINE = new Set(['SET', 'REPO_MAP']);
/** The gravest last, as Argo CD orders them. */
const HEALTH = ['Healthy', 'Suspended', 'Progressing', 'Missing', 'Degraded', 'Unknown'];

const input = (name) => (process.env[`INPUT_${name.toUpperCase()}`] ?? '').trim();
const say = (text) => writeSync(1, `${text}\n`);

/** The environment of gitdrift: an input that is empty says nothing. */
function environment() {
  const own = new Set(['PATH', 'WORKING_DIRECTORY']);
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('INPUT_')));
  for (const [name, value = ''] of Object.entries(process.env)) {
    const flag = /^INPUT_(.+)$/.exec(name)?.[1]?.replaceAll('-', '_');
    if (flag === undefined || own.has(flag)) continue;
    const lines = value.split(/\r?\n/).map((line) => line.trim());
    const said = lines.filter((line) => line !== '').join(ONE_A_LINE.has(flag) ? '\n' : ',');
    if (said !== '') env[`GITDRIFT_${flag}`] = said;
  }
  // Of a repository `path` is the folder in it, as --path is.
  if (input('repo') !== '' && input('path') !== '') env.GITDRIFT_PATH = input('path');
  return env;
}

function output(name, value) {
  if (!process.env.GITHUB_OUTPUT) return;
  const end = randomUUID();
  appendFileSync(process.env.GITHUB_OUTPUT, `${name}<<${end}\n${value}\n${end}\n`);
}

/** One verdict over all applications, never better than the worst of them. */
function verdicts({ applications }) {
  const syncs = applications.map(({ sync }) => sync.status);
  const healths = applications.map(({ health }) => HEALTH.indexOf(health.status));
  const sync = ['Unknown', 'OutOfSync', 'Synced'].find((status) => syncs.includes(status)) ?? 'Unknown';
  return { sync, health: HEALTH[Math.max(...healths)] ?? 'Unknown' };
}

// A checkout of a commit has no dist/, a release has.
if (!existsSync(join(root, 'dist', 'main.js'))) {
  const { status } = spawnSync(process.execPath, [join(root, '.ci', 'prepare.mjs')], { stdio: 'inherit' });
  if (status !== 0) {
    say('::error title=gitdrift::gitdrift cannot be built on this runner; the log of this step says why');
    process.exit(2);
  }
}

const folder = mkdtempSync(join(process.env.RUNNER_TEMP || tmpdir(), 'gitdrift-'));
const files = {
  json: join(folder, 'report.json'),
  markdown: join(folder, 'comment.md'),
  sarif: join(folder, 'drift.sarif'),
  html: join(folder, 'report.html'),
  github: join(folder, 'annotations.txt'),
};
const outputs = Object.entries(files).flatMap(([format, file]) => ['-o', `${format}=${file}`]);
const path = input('repo') === '' && input('path') !== '' ? ['--', input('path')] : [];

// What Git and the cluster say is no command to the runner, wherever it stands in the text.
const stop = randomUUID();
say(`::stop-commands::${stop}`);
const { status, error } = spawnSync(
  process.execPath,
  [join(root, 'bin', 'gitdrift.js'), 'diff', '-o', 'text', ...outputs, ...path],
  { cwd: input('working-directory') || process.cwd(), env: environment(), stdio: ['ignore', 'inherit', 'inherit'] },
);
say(`::${stop}::`);

const exitCode = error === undefined && status !== null ? status : 2;
const report = existsSync(files.json) ? JSON.parse(readFileSync(files.json, 'utf8')) : undefined;
if (report === undefined) {
  const why = error === undefined ? 'the log of this step says why' : error.message.replace(/\s+/g, ' ');
  say(`::error title=gitdrift::nothing was compared (exit ${exitCode}): ${why}`);
} else {
  say(readFileSync(files.github, 'utf8').trimEnd());
}
const { sync, health } = report === undefined ? { sync: 'Unknown', health: 'Unknown' } : verdicts(report);
output('exit-code', exitCode);
output('sync-status', sync);
output('health-status', health);
output('drift-count', report?.summary.drift.total ?? '');
output('unexplained-count', report?.summary.drift.unexplained ?? '');
output('report-path', report === undefined ? '' : files.json);
output('comment-path', report === undefined ? '' : files.markdown);
output('sarif-path', report === undefined ? '' : files.sarif);
output('html-path', report === undefined ? '' : files.html);
process.exitCode = exitCode;
