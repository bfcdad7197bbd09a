import { liveOptions } from '../../config/options.js';
import { outputOptions } from '../../config/output-options.js';
import type { Settings } from '../../config/settings.js';
import { GitdriftError } from '../../model/errors.js';
import { adoptSentences, jsonAdopt } from '../../report/adopt.js';
import { maskNamedSecrets } from '../../report/named-secrets.js';
import type { Command } from '../command.js';
import { fieldRequest } from '../field-request.js';
import { asksForApplications } from '../next-command.js';
import { withTools } from '../tools.js';
import { writeOutputs } from '../write-outputs.js';

/** `adopt KIND/NAME FIELD-PATH PATH`: the patch on standard output, sentences about it on standard error. */
export const adopt: Command = async (settings, io, engine) => {
  const output = outputOptions(settings, io.env);
  const request = await fieldRequest(settings, io);
  const live = liveOptions(settings);
  const report = await withTools(io, output.quiet, (tools) => engine.adopt(request, live, tools), output.verbose);
  if (output.maskNamed) refuseNamedSecrets(report.paths, settings.saidAs('show-secrets'));
  await writeOutputs(output, io, (format) => (format === 'json' ? jsonAdopt(report) : report.patch));
  if (!output.quiet) {
    const folder = patchFolder(settings, report.root);
    await io.stderr.write(adoptSentences(report, folder, io.stderr.isTty ? io.stderr.columns : undefined));
  }
  return 0;
};

/** Where the patch applies: the folder that was read, or the clone that stood for the repository; undefined for a clone of ours. */
function patchFolder(settings: Settings, root: string): string | undefined {
  if (asksForApplications(settings)) {
    const [mapped, another] = settings.values['repo-map'] ?? [];
    return mapped === undefined || another !== undefined ? undefined : mapped.slice(mapped.lastIndexOf('=') + 1);
  }
  return settings.values.repo === undefined ? root : undefined;
}

/** A patch cannot be masked, and the log of a CI system is published. */
function refuseNamedSecrets(paths: readonly string[], flag: string): void {
  const secret = paths.find((path) => maskNamedSecrets(path, 'a value') !== 'a value');
  if (secret === undefined) return;
  throw new GitdriftError(
    'cannot-adopt',
    `no patch: the name of ${secret} looks secret, and this is a CI system that keeps what is printed`,
    {
      hint: `run it where nobody reads along, or add ${flag}`,
    },
  );
}
