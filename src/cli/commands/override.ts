import { liveOptions } from '../../config/options.js';
import { type OverrideOptions, overrideOptions } from '../../config/override-options.js';
import { GitdriftError } from '../../model/errors.js';
import type { ExplainReport } from '../../model/explain-report.js';
import type { JsonValue } from '../../model/json.js';
import { overridesYaml, recordAt, recordsPlace, shownValue } from '../../report/override-records.js';
import { printable } from '../../report/safe-text.js';
import type { Command } from '../command.js';
import { fieldRequest } from '../field-request.js';
import { withTools } from '../tools.js';

/** Exit code of a run that could not see the object (docs/errors.md). */
const INCOMPLETE = 3;

/** `override KIND/NAME FIELD-PATH`: a record for the policy file on standard output; changes nothing. */
export const override: Command = async (settings, io, engine) => {
  const said = overrideOptions(settings, io.now());
  const request = await fieldRequest(settings, io);
  const live = liveOptions(settings);
  const quiet = settings.values.quiet === true;
  const report = await withTools(io, quiet, (tools) => engine.explain(request, live, tools));
  const path = report.drift?.path ?? report.whole ?? report.path;
  const value = recordedValue(report, path, said);
  const { reason, until, ticket, approvedBy } = said;
  const words = {
    ...{ reason, until },
    ...(ticket === undefined ? {} : { ticket }),
    ...(approvedBy === undefined ? {} : { approvedBy }),
  };
  await io.stdout.write(
    overridesYaml(
      [recordAt(report.resource, path, { ...words, ...(value === undefined ? {} : { value }) })],
      request.policy,
    ),
  );
  if (!quiet)
    for (const line of remarks(report, path, value, { ...said, place: recordsPlace(request.policy) }))
      await io.stderr.write(`${printable(line)}\n`);
  return report.outcome === 'unreadable' ? INCOMPLETE : 0;
};

function recordedValue(
  report: ExplainReport,
  path: string,
  { value, anyValue }: OverrideOptions,
): JsonValue | undefined {
  const { resource, masked } = report;
  const isSecret = resource.kind === 'Secret' && resource.group === '';
  if (value !== undefined && isSecret) {
    throw new GitdriftError('usage', 'the value of a Secret is not written into a record', {
      hint: 'leave out --value: the record then holds for any value',
    });
  }
  if (value !== undefined) return value;
  if (anyValue || isSecret) return undefined;
  const entry = report.drift ?? (path === report.path ? report : undefined);
  if (entry?.live === undefined) return undefined;
  return shownValue({ path, live: entry.live, ...(masked || entry.masked ? { masked: true } : {}) }).value;
}

function remarks(
  { standing, outcome, message, live, drift }: ExplainReport,
  path: string,
  value: JsonValue | undefined,
  { anyValue, until, place }: OverrideOptions & { readonly place: string },
): readonly string[] {
  const differs = standing === 'drift' || standing === 'undeclared' || standing === 'ignored';
  const isKnown = outcome === 'compared' && !differs && standing !== 'fields-below';
  const left = value === undefined && !anyValue && (drift?.live ?? live) !== undefined;
  return [
    ...(outcome === 'unreadable' ? [`warning: the object could not be read: ${message ?? 'no reason is known'}`] : []),
    ...(isKnown ? [`note: ${path} does not differ now: the record is for a change to come`] : []),
    ...(left ? ['note: the value is left out, as it may be secret: the record holds for any value'] : []),
    `note: for ${place} (docs/policy.md); it ends ${until}`,
  ];
}
