import { contextsFor } from '../../config/argo-options.js';
import { auditOptions } from '../../config/audit-options.js';
import { liveOptions } from '../../config/options.js';
import { outputOptions, PAGE_FORMATS } from '../../config/output-options.js';
import { GitdriftError } from '../../model/errors.js';
import type { SuspendRequest } from '../../model/suspend-plan.js';
import { jsonSuspendPlan, textSuspendPlan } from '../../report/suspend-plan.js';
import type { Command } from '../command.js';
import { withTools } from '../tools.js';
import { VERSION } from '../version.js';
import { textOptions, writeOutputs } from '../write-outputs.js';

/** `suspend-plan APP|KIND/NAME`: which owner has to be suspended so that a change stays; changes nothing. */
export const suspendPlan: Command = async (settings, io, engine) => {
  const { values } = settings;
  const output = outputOptions(settings, io.env, PAGE_FORMATS);
  const live = liveOptions(settings);
  const request: SuspendRequest = {
    ...subject(settings.arguments[0] ?? '', values.namespace),
    ...(values.context === undefined ? {} : { context: values.context }),
    contexts: contextsFor(settings),
    ...auditOptions(settings),
    toolVersion: VERSION,
  };
  const plan = await withTools(io, output.quiet, (tools) => engine.suspendPlan(request, live, tools), output.verbose);
  await writeOutputs(output, io, async (format, look) => {
    if (format === 'json') return jsonSuspendPlan(plan);
    if (format === 'html') return (await import('../../report/html/suspend-plan.js')).htmlSuspendPlan(plan);
    return textSuspendPlan(plan, textOptions(output, look, new Date(plan.generatedAt)));
  });
  return 0;
};

/** `NAME` is an Application; `KIND/NAME` and `KIND/NAMESPACE/NAME` any object. */
function subject(argument: string, namespace: string | undefined): Pick<SuspendRequest, 'kind' | 'name' | 'namespace'> {
  const parts = argument.split('/');
  const [first = '', second = '', third = ''] = parts;
  if (parts.every((part) => part !== '')) {
    if (parts.length === 1) return { name: first, ...(namespace === undefined ? {} : { namespace }) };
    if (parts.length === 2) return { kind: first, name: second, ...(namespace === undefined ? {} : { namespace }) };
    if (parts.length === 3) return { kind: first, namespace: second, name: third };
  }
  throw new GitdriftError('usage', `${JSON.stringify(argument)} names no application and no object`, {
    hint: 'write an Argo CD Application as NAME, any other object as KIND/NAME, and the namespace with -n',
  });
}
