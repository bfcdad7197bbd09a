import { analyzeRequest, liveOptions } from '../../config/options.js';
import { outputOptions, REPORT_FORMATS } from '../../config/output-options.js';
import { readPolicy } from '../../config/policy/read-policy.js';
import { shardOption } from '../../config/shard-options.js';
import { watchOptions } from '../../config/watch-options.js';
import { noDriftSentence } from '../../report/clean.js';
import type { Command } from '../command.js';
import { fieldNow } from '../field-now.js';
import { typedForField } from '../next-command.js';
import { renderReport } from '../report-formats.js';
import { announceServerSide } from '../server-side-notice.js';
import { writeStepSummary } from '../step-summary.js';
import { withTools } from '../tools.js';
import { VERSION } from '../version.js';
import { watch } from '../watch.js';
import { textOptions, writeOutputs } from '../write-outputs.js';

/** `diff`: compares and prints the report; the exit code is the gate's. */
export const diff: Command = async (settings, io, engine) => {
  const output = outputOptions(settings, io.env, REPORT_FORMATS);
  const whole = analyzeRequest(settings, VERSION, await readPolicy(settings, io.cwd));
  const request = { ...whole, ...shardOption(settings, whole, io.env) };
  const live = liveOptions(settings);
  const watching = watchOptions(settings, output);
  if (request.serverSide && !output.quiet) await announceServerSide(io.stderr);
  const report = await withTools(io, output.quiet, (tools) => engine.analyze(request, live, tools), output.verbose);
  const repeated = typedForField(settings);
  const typed = repeated === undefined ? {} : { typed: repeated };
  const nothingToShow = output.verbose ? undefined : noDriftSentence(report);
  const now = new Date(report.generatedAt);
  await writeOutputs(output, io, (format, look) => {
    // Standard output stays empty where nothing differs, as diff's does; a file is asked for by name and gets its text.
    if (format === 'text' && nothingToShow !== undefined && !look.toFile) return '';
    return renderReport(format, report, { ...textOptions(output, look, now), ...typed }, output);
  });
  await writeStepSummary(report, output, io);
  if (nothingToShow !== undefined && !output.quiet) await io.stderr.write(`${nothingToShow}\n`);
  if (watching === undefined) return report.gate.exitCode;
  return watch(report, io, {
    ...watching,
    look: () => withTools(io, output.quiet, (tools) => engine.analyze(request, live, tools), output.verbose),
    now: (change) => withTools(io, true, (tools) => fieldNow(change, { request, live, engine, tools })),
  });
};
