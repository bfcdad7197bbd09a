import { auditOptions } from '../../config/audit-options.js';
import { liveOptions } from '../../config/options.js';
import { outputOptions, PAGE_FORMATS } from '../../config/output-options.js';
import { readPolicy } from '../../config/policy/read-policy.js';
import type { OwnersRequest } from '../../model/owners-report.js';
import { jsonOwners, selectFields, textOwners } from '../../report/owners.js';
import { printable } from '../../report/safe-text.js';
import type { Command } from '../command.js';
import { fieldPath, objectName } from '../object-argument.js';
import { withTools } from '../tools.js';
import { VERSION } from '../version.js';
import { textOptions, writeOutputs } from '../write-outputs.js';

/** `owners KIND/NAME`: a live object with the writer of every field. */
export const owners: Command = async (settings, io, engine) => {
  const { values, saidAs } = settings;
  const output = outputOptions(settings, io.env, PAGE_FORMATS);
  const live = liveOptions(settings);
  const field = values.field === undefined ? undefined : fieldPath(values.field, saidAs('field'));
  const policy = await readPolicy(settings, io.cwd);
  const request: OwnersRequest = {
    ...objectName(settings.arguments[0] ?? ''),
    ...(values.namespace === undefined ? {} : { namespace: values.namespace }),
    ...(policy === undefined ? {} : { policy }),
    ...auditOptions(settings),
    showSecrets: values['show-secrets'] ?? false,
    toolVersion: VERSION,
  };
  const whole = await withTools(io, output.quiet, (tools) => engine.owners(request, live, tools), output.verbose);
  const report = selectFields(whole, { path: field, managers: values.by ?? [], withinMs: values.within });
  await writeOutputs(output, io, async (format, look) => {
    if (format === 'json') return jsonOwners(report);
    if (format === 'html')
      return (await import('../../report/html/owners.js')).htmlOwners(report, { maskNamed: !output.showSecrets });
    return textOwners(report, textOptions(output, look, new Date(report.generatedAt)));
  });
  if (report.fields.length === 0 && !output.quiet) {
    const object = printable(`${request.kind}/${request.name}`);
    await io.stderr.write(
      `no field of ${object} matches\nhint: without --field, --by and --within all fields are shown, by the paths that --field takes\n`,
    );
  }
  return 0;
};
