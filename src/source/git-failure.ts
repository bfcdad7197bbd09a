import { GitdriftError } from '../model/errors.js';
import { GitFailure } from './git.js';
import { withoutCredentials, withoutSecrets } from './repository-url.js';

/** The hint that every run without git ends with. */
const GET_GIT = 'install git (https://git-scm.com/downloads), or give the path of a folder instead of a repository';

const ACCESS = /authentication failed|could not read (username|password)|permission denied|terminal prompts disabled/i;
const FORBIDDEN = /\b(401|403)\b|access denied|not authorized|invalid credentials/i;
const NOT_A_REPOSITORY = /repository .*not found|does not appear to be a git repository|not a git repository/i;
const UNREACHABLE = /could not resolve host|connection refused|timed? ?out|network is unreachable|no route to host/i;

/**
 * What a failed git means to the user, as one sentence that ends with git's own decisive line, without credentials.
 * Anything that is no failure of git comes back as it is.
 */
export function asGitdriftError(error: unknown, url: string): unknown {
  if (!(error instanceof GitFailure)) return error;
  const where = withoutCredentials(url);
  if (error.missing)
    return new GitdriftError('git-failed', `reading ${where} needs git, which is not installed`, { hint: GET_GIT });
  const said = decisiveLine(error.stderr);
  if (/host key verification failed/i.test(error.stderr)) {
    return new GitdriftError('git-failed', `the host of ${where} is not known to ssh: ${said}`, {
      hint: 'check the host key and add it to known_hosts; gitdrift never accepts one by itself',
    });
  }
  if (ACCESS.test(error.stderr) || FORBIDDEN.test(error.stderr)) {
    return new GitdriftError('git-failed', `Git has no access to ${where}: ${said}`, {
      hint: 'set up a credential helper, an ssh key or GIT_ASKPASS; gitdrift never asks. Hosts also answer so where the repository does not exist',
    });
  }
  if (NOT_A_REPOSITORY.test(error.stderr)) {
    return new GitdriftError('source-not-found', `${NO_REPOSITORY} ${where}: ${said}`, {
      hint: 'check the URL, and whether you may read it: hosts answer the same where you may not',
    });
  }
  const hint = UNREACHABLE.test(error.stderr)
    ? 'check the network, HTTPS_PROXY and the URL'
    : 'try the same with git itself: git ls-remote';
  return new GitdriftError('git-failed', `Git could not read ${where}: ${said}`, { hint });
}

const NO_REPOSITORY = 'there is no Git repository at';

/** True for what asGitdriftError makes of a repository that could not be read at all, with what is read from here. */
export function isUnreachable({ code, message }: GitdriftError): boolean {
  return code === 'git-failed' || message.startsWith(NO_REPOSITORY);
}

/** The line that says why: ssh and servers speak before git's own `fatal:`, and advice follows it. */
export function decisiveLine(stderr: string): string {
  const lines = withoutSecrets(stderr)
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const said =
    lines.find((line) => /permission denied|host key verification failed|^(remote: )?error: .*not found/i.test(line)) ??
    lines.findLast((line) => /^fatal:/.test(line)) ??
    lines.findLast((line) => /^(error|remote):/i.test(line)) ??
    lines.at(-1) ??
    'no reason given';
  return said
    .replace(/^(fatal|error): /i, '')
    .replace(/^unable to access '[^']*': /, '')
    .replace(/\.$/, '');
}
