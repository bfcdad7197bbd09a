import { analyzeRequest, liveOptions } from '../../config/options.js';
import { outputOptions } from '../../config/output-options.js';
import { readPolicy } from '../../config/policy/read-policy.js';
import { watchOptions } from '../../config/watch-options.js';
import { noDriftSentence } from '../../report/clean.js';
import { jsonReport } from '../../report/json.js';
import { textReport } from '../../report/text.js';
import type { Command } from '../command.js';
import { fieldNow } from '../field-now.js';
import { typedForField } from '../next-command.js';
import { announceServerSide } from '../server-side-notice.js';
import { withTools } from '../tools.js';
import { VERSION } from '../version.js';
import { watch } from '../watch.js';
import { textOptions, writeOutputs } from '../write-outputs.js';

/** `diff`: compares and prints the report; the exit code is the gate's. */
export const diff: Command = async (settings, io, engine) => {
  const output = outputOptions(settings, io.env);
  const request = analyzeRequest(settings, VERSION, await readPolicy(settings, io.cwd));
  const live = liveOptions(settings);
  const watching = watchOptions(settings, output);
  if (request.serverSide && !output.quiet) await announceServerSide(io.stderr);
  const report = await withTools(io, output.quiet, (tools) => engine.analyze(request, live, tools));
  const repeated = typedForField(settings);
  const typed = repeated === undefined ? {} : { typed: repeated };
  const nothingToShow = output.verbose ? undefined : noDriftSentence(report);
  await writeOutputs(output, io, (format, look) => {
    if (format === 'json') return jsonReport(report);
    // Standard output stays empty where nothing differs, as diff's does; a file is asked for by name and gets its text.
    if (nothingToShow !== undefined && !look.toFile) return '';
    return textReport(report, { ...textOptions(output, look, new Date(report.generatedAt)), ...typed });
  });
  if (nothingToShow !== undefined && !output.quiet) await io.stderr.write(`${nothingToShow}\n`);
  if (watching === undefined) return report.gate.exitCode;
  return watch(report, io, {
    ...watching,
    look: () => withTools(io, output.quiet, (tools) => engine.analyze(request, live, tools)),
    now: (change) => withTools(io, true, (tools) => fieldNow(change, { request, live, engine, tools })),
  });
};
