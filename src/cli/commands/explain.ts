import { liveOptions } from '../../config/options.js';
import { outputOptions } from '../../config/output-options.js';
import { jsonExplain, textExplain } from '../../report/explain.js';
import type { Command } from '../command.js';
import { fieldRequest } from '../field-request.js';
import { announceServerSide } from '../server-side-notice.js';
import { withTools } from '../tools.js';
import { textOptions, writeOutputs } from '../write-outputs.js';

/** Exit code of a run that could not see the object (docs/errors.md). */
const INCOMPLETE = 3;

/** `explain KIND/NAME FIELD-PATH`: everything known of one field, in a page. It does not gate. */
export const explain: Command = async (settings, io, engine) => {
  const output = outputOptions(settings, io.env);
  const request = await fieldRequest(settings, io);
  const live = liveOptions(settings);
  if (request.desired?.serverSide && !output.quiet) await announceServerSide(io.stderr);
  const report = await withTools(io, output.quiet, (tools) => engine.explain(request, live, tools), output.verbose);
  await writeOutputs(output, io, (format, look) =>
    format === 'json'
      ? jsonExplain(report)
      : textExplain(report, textOptions(output, look, new Date(report.generatedAt))),
  );
  // Live alone with a desired state asked for: what its applications say could not be had.
  const unknown = report.outcome === 'live-only' && request.desired !== undefined;
  return report.outcome === 'unreadable' || unknown ? INCOMPLETE : 0;
};
