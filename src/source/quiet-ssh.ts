import { type Git, ifGitFails } from './git.js';
import { batchModeSsh, type Environment } from './git-environment.js';

/** The ssh command of the environment or of git's configuration, made so that it never asks. */
export async function quietSsh(git: Git, env: Environment): Promise<string | undefined> {
  if (env.GIT_SSH_COMMAND !== undefined) return batchModeSsh(env.GIT_SSH_COMMAND);
  if (env.GIT_SSH !== undefined) return undefined;
  return batchModeSsh((await git('config', '--get', 'core.sshCommand').catch(ifGitFails(() => ''))) || undefined);
}
