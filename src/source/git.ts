import { GitError, simpleGit } from 'simple-git';
import { GitdriftError } from '../model/errors.js';
import { type Environment, gitEnvironment } from './git-environment.js';
import { type GitLogin, withLogin } from './git-login.js';

/** Runs git with an argument vector and returns its standard output as it is; throws a `GitFailure`. */
export type Git = (...args: string[]) => Promise<string>;

/** git ended with an error: `stderr` is what it said. `missing` where there is no git to run. */
export class GitFailure extends Error {
  readonly stderr: string;
  readonly missing: boolean;

  constructor(stderr: string, missing: boolean) {
    super(stderr);
    this.name = 'GitFailure';
    this.stderr = stderr;
    this.missing = missing;
  }
}

/** A handler for `catch` with another answer where git failed; an interruption, or a fault of ours, goes on. */
export function ifGitFails<T>(otherwise: () => T): (error: unknown) => T {
  return (error) => {
    if (error instanceof GitFailure) return otherwise();
    throw error;
  };
}

export interface GitOptions {
  readonly folder: string;
  readonly env: Environment;
  /** Transports that git may use; empty: it may not reach out at all. */
  readonly protocols: readonly string[];
  readonly sshCommand?: string;
  /** The login of the repository's URL, which is not among the arguments. */
  readonly login?: GitLogin;
  readonly signal?: AbortSignal;
  /** How long git may be silent. */
  readonly silenceMs?: number;
}

/** No program that a repository's configuration names is run: neither hooks nor a file system monitor nor a pager. */
const CONFIG = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'protocol.ext.allow=never',
  'protocol.fd.allow=never',
  'core.pager=cat',
  'advice.detachedHead=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
  'http.lowSpeedLimit=1',
  'http.lowSpeedTime=60',
];

/** Git in one folder: hooks off, no prompts, no transport but the given ones, and only named environment variables. */
export function gitIn(options: GitOptions): Git {
  const env = {
    ...withLogin(gitEnvironment(options.env, options.protocols), options.login),
    ...(options.sshCommand === undefined ? {} : { GIT_SSH_COMMAND: options.sshCommand }),
  };
  const git = simpleGit({
    baseDir: options.folder,
    config: CONFIG,
    // Its default takes a process for ended 50 ms after `exit`, with output still in the pipe.
    completion: { onClose: true, onExit: false },
    allowEnvironment: Object.keys(env),
    // These guard against arguments of others. What is switched on here are our own constants and the user's own
    // environment; what comes from outside stands after `--` and is checked before.
    unsafe: {
      allowUnsafeHooksPath: true,
      allowUnsafeFsMonitor: true,
      allowUnsafePager: true,
      allowUnsafeProtocolOverride: true,
      allowUnsafeSshCommand: true,
      allowUnsafeAskPass: true,
      allowUnsafeConfigEnvCount: true,
      allowUnsafeConfigPaths: true,
      allowUnsafeCredentialHelper: true,
      allowUnsafeUrlRewrite: true,
    },
    ...(options.signal === undefined ? {} : { abort: options.signal }),
    ...(options.silenceMs === undefined ? {} : { timeout: { block: options.silenceMs } }),
  }).env(env);
  return async (...args) => {
    try {
      return await git.raw(args);
    } catch (error) {
      if (options.signal?.aborted) throw new GitdriftError('interrupted', 'interrupted', { cause: error });
      if (!(error instanceof GitError)) throw error;
      throw new GitFailure(error.message, /spawn \S+ ENOENT/.test(error.message));
    }
  };
}
