import { didYouMean } from '../../config/did-you-mean.js';
import { GitdriftError } from '../../model/errors.js';
import type { Command } from '../command.js';
import { COMPLETION_SCRIPTS, SHELLS } from '../completion/shells.js';

/** `completion SHELL`: the script that the shell loads. */
export const completion: Command = async (settings, io) => {
  const [wanted = ''] = settings.arguments;
  const shell = SHELLS.find((name) => name === wanted);
  if (shell === undefined) {
    throw new GitdriftError('usage', `there is no completion for ${JSON.stringify(wanted)}`, {
      hint: didYouMean(wanted, SHELLS),
    });
  }
  await io.stdout.write(COMPLETION_SCRIPTS[shell]);
  return 0;
};
