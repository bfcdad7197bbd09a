import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type FilePosition, GitdriftError } from '../model/errors.js';
import { shownPath, withShownPaths } from './contained.js';
import { cutText } from './cut-text.js';
import type { ToolFailure } from './run-tool.js';

/** `… yaml: line 2: mapping values are not allowed in this context in File: deploy.yaml` */
const MALFORMED = /yaml: (?:line (\d+): )?(.+?) in File: (\S+)/;

/** The cause comes last; a manifest said the most of a text that is longer than any of kustomize's own. */
const NAMES_ITS_CAUSE_WITHIN = 4096;

const PASS_THE_RESULT = 'build it first and pass the result: kustomize build … | gitdrift diff -.';

/** What is known of the build that failed: its file, and all folders that it is made of. */
interface FailedBuild {
  readonly name: string;
  readonly shown: string;
  readonly root: string;
  readonly folders: readonly string[];
}

/** What a failed build means, in one sentence, with the file and line where kustomize names them. */
export function kustomizeFailure(failure: ToolFailure, build: FailedBuild): GitdriftError {
  const { name, shown, root } = build;
  const said = withShownPaths(root, essence(failure.stderr)) || failure.message;
  const malformed = MALFORMED.exec(said.slice(-NAMES_ITS_CAUSE_WITHIN));
  const position = malformed === null ? { file: shown } : positionOf(malformed, build);
  const place = position.line === undefined ? position.file : `${position.file}:${position.line}`;
  return new GitdriftError('renderer-failed', `${place}: ${name} failed: ${cutText(malformed?.[2] ?? said)}`, {
    hint: hintFor(said) ?? `run ${name === 'kustomize' ? 'kustomize build' : name} on its folder to see the same`,
    position,
    cause: failure,
  });
}

/** Kustomize's deprecations, which it prints beside results and errors. */
export function isWarning(line: string): boolean {
  return /^#\s*Warning:/i.test(line);
}

function hintFor(said: string): string | undefined {
  if (/must specify --enable-helm/.test(said)) {
    return `gitdrift does not let kustomize run helm: render the chart by itself, or ${PASS_THE_RESULT}`;
  }
  if (/must specify --enable-(exec|star)|external plugins|alpha-plugins/.test(said)) {
    return `gitdrift runs no plugins of a kustomization: ${PASS_THE_RESULT}`;
  }
  return undefined;
}

/** Kustomize names the file as its kustomization does; it is known where only one folder has such a file. */
function positionOf(malformed: RegExpExecArray, build: FailedBuild): FilePosition {
  const [, line, , name = ''] = malformed;
  const found = build.folders.map((folder) => join(folder, name)).filter((path) => existsSync(path));
  const [only] = found;
  const file = only !== undefined && found.length === 1 ? shownPath(build.root, only) : name;
  return { file, ...(line !== undefined && { line: Number(line) }) };
}

function essence(stderr: string): string {
  return stderr
    .split('\n')
    .filter((line) => !isWarning(line))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^error: /i, '')
    .replace(LOGGED, (_, quoted: string) => JSON.parse(quoted) as string);
}

/** Some builds of kubectl log their errors: `E1130 12:00:00.000000 1234 run.go:72] "command failed" err="…"`. */
const LOGGED = /^E\d{4} \S+ +\d+ \S+\] "command failed" err=("(?:[^"\\]|\\["\\nt])*")$/;
