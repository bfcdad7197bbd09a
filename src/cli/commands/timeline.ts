import { auditOptions } from '../../config/audit-options.js';
import { analyzeRequest, liveOptions } from '../../config/options.js';
import { outputOptions, PAGE_FORMATS } from '../../config/output-options.js';
import { readPolicy } from '../../config/policy/read-policy.js';
import type { TimelineRequest } from '../../model/timeline-report.js';
import { jsonTimeline, textTimeline } from '../../report/timeline.js';
import type { Command } from '../command.js';
import { asksForApplications } from '../next-command.js';
import { objectName } from '../object-argument.js';
import { withTools } from '../tools.js';
import { VERSION } from '../version.js';
import { textOptions, writeOutputs } from '../write-outputs.js';

/** Exit code of a run that could not see the object (docs/errors.md). */
const INCOMPLETE = 3;

/** `timeline KIND/NAME [PATH]`: who changed what of an object, and when. It does not gate. */
export const timeline: Command = async (settings, io, engine) => {
  const { values } = settings;
  const output = outputOptions(settings, io.env, PAGE_FORMATS);
  const live = liveOptions(settings);
  const policy = await readPolicy(settings, io.cwd);
  const request: TimelineRequest = {
    ...objectName(settings.arguments[0] ?? ''),
    ...(values.namespace === undefined ? {} : { namespace: values.namespace }),
    ...(values.field === undefined ? {} : { field: values.field }),
    ...(values.within === undefined ? {} : { withinMs: values.within }),
    ...(settings.path === undefined && values.repo === undefined && !asksForApplications(settings)
      ? {}
      : { desired: analyzeRequest(settings, VERSION, policy) }),
    ...auditOptions(settings),
    showUsers: values['no-users'] !== true,
    ...(policy === undefined ? {} : { policy }),
    withStatus: output.verbose,
    showSecrets: values['show-secrets'] ?? false,
    toolVersion: VERSION,
  };
  const report = await withTools(io, output.quiet, (tools) => engine.timeline(request, live, tools), output.verbose);
  await writeOutputs(output, io, async (format, look) => {
    if (format === 'json') return jsonTimeline(report);
    if (format === 'html')
      return (await import('../../report/html/timeline.js')).htmlTimeline(report, { maskNamed: !output.showSecrets });
    return textTimeline(report, textOptions(output, look, new Date(report.generatedAt)));
  });
  return report.object === 'unreadable' ? INCOMPLETE : 0;
};
