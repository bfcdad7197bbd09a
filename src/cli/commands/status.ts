import { analyzeRequest, liveOptions } from '../../config/options.js';
import { type Format, outputOptions } from '../../config/output-options.js';
import { readPolicy } from '../../config/policy/read-policy.js';
import { shardOption } from '../../config/shard-options.js';
import type { ApplicationReport } from '../../model/report.js';
import { printable } from '../../report/safe-text.js';
import { statusTable } from '../../report/status.js';
import type { Command } from '../command.js';
import { diffCommand } from '../next-command.js';
import { renderReport } from '../report-formats.js';
import { announceServerSide } from '../server-side-notice.js';
import { withTools } from '../tools.js';
import { VERSION } from '../version.js';
import { textOptions, writeOutputs } from '../write-outputs.js';

/** Without those in which something fails: nothing does. */
const FORMATS: readonly Format[] = ['text', 'json', 'yaml', 'markdown'];

/** `status`: the verdicts as a table. It does not gate; what could not be compared is 3. */
export const status: Command = async (settings, io, engine) => {
  const output = outputOptions(settings, io.env, FORMATS);
  const whole = analyzeRequest(settings, VERSION, await readPolicy(settings, io.cwd));
  const request = { ...whole, ...shardOption(settings, whole, io.env), failOn: ['none' as const] };
  const live = liveOptions(settings);
  if (request.serverSide && !output.quiet) await announceServerSide(io.stderr);
  const report = await withTools(io, output.quiet, (tools) => engine.analyze(request, live, tools), output.verbose);
  const now = new Date(report.generatedAt);
  await writeOutputs(output, io, (format, look) => {
    const options = textOptions(output, look, now);
    return format === 'text' ? statusTable(report, options) : renderReport(format, report, options, output);
  });
  const next = report.applications.some(wantsAttention) ? diffCommand(settings, io.program) : undefined;
  if (next !== undefined && !output.quiet && output.outputs.some(({ format }) => format === 'text')) {
    await io.stderr.write(`hint: ${printable(next)} says what differs, who wrote it, and what to do\n`);
  }
  return report.applications.some((application) => application.sync.status === 'Unknown') ? 3 : 0;
};

const wantsAttention = ({ action }: ApplicationReport): boolean => action.code !== 'none';
