import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FLAGS, variableOf } from '../../../src/config/flags.js';
import { code, page, table } from './table.js';

/** Variables that are no flag's: what each does here. `environmentPage` holds them to those that the source reads. */
const OTHERS: Readonly<Record<string, string>> = {
  CI: 'true where what is printed is kept and published: values whose names look secret are masked in text, too',
  DOCKER_CONFIG: 'folder of the `config.json` with logins of registries, for charts and artifacts of Flux',
  FORCE_COLOR: 'colours also where the output is no terminal, unless 0 or false',
  GITDRIFT_DEBUG: '1 prints the stack of an internal error',
  GITHUB_STEP_SUMMARY: 'with `-o github` the report is appended to this file',
  GITOPS_REPO: 'another address of the repository that applications name: a fork, or a folder with a clone',
  GIT_CONFIG_COUNT: 'configuration for git, as git reads it',
  GIT_SSH: 'as git reads it',
  GIT_SSH_COMMAND: 'as git reads it; otherwise ssh is told to ask nothing',
  HOME: 'where `.kube/config` and logins are',
  HTTPS_PROXY: 'proxy to the API server and to registries',
  HTTP_PROXY: 'the same, of plain HTTP',
  KUBECONFIG: 'kubeconfigs, divided as in PATH, put together as kubectl does',
  KUBERNETES_SERVICE_HOST: 'in a pod without a kubeconfig: the API server, with the service account',
  KUBERNETES_SERVICE_PORT: 'its port',
  NO_COLOR: 'no colours, unless empty',
  NO_PROXY: 'what is reached without a proxy',
  PATH: 'where helm, kustomize, kubectl and git are looked for',
  TERM: 'dumb: no colours',
  TMPDIR: 'where temporary folders are made',
  USERPROFILE: 'HOME on Windows',
};

/** Variables that are given to programs, or belong to a library, and are read from nobody. */
const NOT_READ = new Set(['KUBERNETES_EXEC_INFO', 'FENGARICONF']);

/** docs/reference/environment.md. Throws where the source reads a variable that has no sentence, and the other way round. */
export function environmentPage(): string {
  const read = variablesOfSource();
  const [unknown, gone] = [
    [...read].filter((name) => !Object.hasOwn(OTHERS, name)),
    Object.keys(OTHERS).filter((name) => !read.has(name)),
  ];
  if (unknown.length + gone.length > 0) throw new Error(`say what ${unknown} is for; nobody reads ${gone}`);
  return page(
    'Environment variables',
    'Switches are true or false. The command line wins, also over variables that one of its flags excludes.',
    [
      table(
        ['variable', 'does'],
        Object.entries(OTHERS).map(([name, does]) => [code(name), does]),
      ),
      `## Variables of flags\n\n${table(
        ['variable', 'is'],
        Object.keys(FLAGS)
          .sort()
          .map((name) => [code(variableOf(name)), `[\`--${name}\`](flags.md#${name})`]),
      )}`,
    ],
  );
}

function variablesOfSource(): ReadonlySet<string> {
  const src = fileURLToPath(new URL('../../../src/', import.meta.url));
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const names = files.flatMap((name) =>
    [...readFileSync(`${src}${name}`, 'utf8').matchAll(/\benv\.([A-Z][A-Z_]+)\b/g)].map(([, found = '']) => found),
  );
  return new Set(names.filter((name) => !NOT_READ.has(name)));
}
