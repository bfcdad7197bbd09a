import { analyzeRequest, liveOptions } from '../../config/options.js';
import { overrideOptions } from '../../config/override-options.js';
import { readPolicy } from '../../config/policy/read-policy.js';
import { overridesYaml, recordsOf, recordsPlace } from '../../report/override-records.js';
import { count } from '../../report/plural.js';
import type { Command } from '../command.js';
import { withTools } from '../tools.js';
import { VERSION } from '../version.js';

/** Exit code of records that are not all (docs/errors.md). */
const INCOMPLETE = 3;

/** `baseline [PATH]`: records for everything that is unexplained now, on standard output; changes nothing. */
export const baseline: Command = async (settings, io, engine) => {
  const { anyValue, value: _, ...words } = overrideOptions(settings, io.now());
  const policy = await readPolicy(settings, io.cwd);
  const request = analyzeRequest(settings, VERSION, policy);
  const live = liveOptions(settings);
  const quiet = settings.values.quiet === true;
  const report = await withTools(io, quiet, (tools) => engine.analyze(request, live, tools));
  const records = recordsOf(report, words, !anyValue);
  await io.stdout.write(overridesYaml(records, policy));
  const { unknown } = report.summary;
  const isIncomplete = unknown > 0 || report.applications.some(({ sync }) => sync.status === 'Unknown');
  if (!quiet) {
    const said =
      records.length === 0
        ? 'nothing is unexplained: there is nothing to record'
        : `${count(records.length, 'record')}, for ${recordsPlace(policy)} (docs/policy.md); they end ${words.until}`;
    await io.stderr.write(`note: ${said}\n`);
    if (isIncomplete) await io.stderr.write('warning: something could not be compared, and is in no record\n');
  }
  return isIncomplete ? INCOMPLETE : 0;
};
