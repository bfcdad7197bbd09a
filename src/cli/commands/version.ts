import type { Command } from '../command.js';
import { VERSION } from '../version.js';

/** `version`: the program's version, and the runtime it depends on. */
export const version: Command = async (_settings, io) => {
  await io.stdout.write(`gitdrift ${VERSION} (node ${process.versions.node})\n`);
  return 0;
};
