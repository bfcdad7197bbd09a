import { analyzeRequest, liveOptions } from '../../config/options.js';
import { readPolicy } from '../../config/policy/read-policy.js';
import { printable } from '../../report/safe-text.js';
import type { Command } from '../command.js';
import { withTools } from '../tools.js';
import { VERSION } from '../version.js';
import { writeWhole } from '../write-file.js';

/** A recording tells what runs in a cluster: only its owner reads it. */
const OWNER_ONLY = 0o600;

/** Exit code of a run that could not see everything (docs/errors.md). */
const INCOMPLETE = 3;

/** `record PATH`: saves what a diff of PATH reads from the cluster, to standard output or to a file. */
export const record: Command = async (settings, io, engine) => {
  const quiet = settings.values.quiet ?? false;
  const file = settings.values.to === '-' ? undefined : settings.values.to;
  const request = analyzeRequest(settings, VERSION, await readPolicy(settings, io.cwd));
  const live = liveOptions(settings);
  const recording = await withTools(io, quiet, (tools) => engine.record(request, live, tools));
  if (file === undefined) await io.stdout.write(recording.text);
  else await writeWhole(file, recording.text, io.cwd, OWNER_ONLY);
  if (!quiet) {
    const place = file === undefined ? '' : ` to ${file}`;
    await io.stderr.write(`${printable(`recorded ${recording.summary}${place}`)}\n`);
  }
  return recording.complete ? 0 : INCOMPLETE;
};
