import { analyzeRequest, liveOptions } from '../../config/options.js';
import { outputOptions } from '../../config/output-options.js';
import { readPolicy } from '../../config/policy/read-policy.js';
import { jsonReport } from '../../report/json.js';
import { statusTable } from '../../report/status.js';
import type { Command } from '../command.js';
import { announceServerSide } from '../server-side-notice.js';
import { withTools } from '../tools.js';
import { VERSION } from '../version.js';
import { textOptions, writeOutputs } from '../write-outputs.js';

/** `status`: the verdicts as a table. It does not gate; what could not be compared is 3. */
export const status: Command = async (settings, io, engine) => {
  const output = outputOptions(settings, io.env);
  const request = {
    ...analyzeRequest(settings, VERSION, await readPolicy(settings, io.cwd)),
    failOn: ['none' as const],
  };
  const live = liveOptions(settings);
  if (request.serverSide && !output.quiet) await announceServerSide(io.stderr);
  const report = await withTools(io, output.quiet, (tools) => engine.analyze(request, live, tools));
  await writeOutputs(output, io, (format, look) =>
    format === 'json'
      ? jsonReport(report)
      : statusTable(report, textOptions(output, look, new Date(report.generatedAt))),
  );
  return report.applications.some((application) => application.sync.status === 'Unknown') ? 3 : 0;
};
