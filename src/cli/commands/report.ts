import { failOnOf } from '../../config/conditions.js';
import { type Format, type OutputOptions, outputOptions, REPORT_FORMATS } from '../../config/output-options.js';
import { readReport } from '../../config/read-report.js';
import type { Settings } from '../../config/settings.js';
import { GitdriftError } from '../../model/errors.js';
import type { Report } from '../../model/report.js';
import type { SavedReport } from '../../model/saved-report.js';
import { printable } from '../../report/safe-text.js';
import type { Command } from '../command.js';
import type { Io } from '../io.js';
import { renderComparison, renderReport } from '../report-formats.js';
import { writeStepSummary } from '../step-summary.js';
import { VERSION } from '../version.js';
import { textOptions, writeOutputs } from '../write-outputs.js';

const COMPARISON_FORMATS: readonly Format[] = ['text', 'json', 'markdown'];

/** `report`: saved reports in another format, merged, or compared with an earlier one; the exit code is the gate's. */
export const report: Command = async (settings, io, engine) => {
  const { 'compare-with': old } = settings.values;
  const output = outputOptions(settings, io.env, old === undefined ? REPORT_FORMATS : COMPARISON_FORMATS);
  const fails = settings.values['fail-on'] === undefined ? {} : { failOn: failOnOf(settings, undefined).failOn };
  const saved = await readAll(settings, io);
  if (!output.quiet) await warnOfPolicies(saved, io);
  const noExitCode = settings.values['no-exit-code'] ?? false;
  const merged = await engine.mergeReports(saved, { ...fails, noExitCode });
  if (old === undefined) await print(merged, output, io);
  else {
    const { report: before } = await readReport(old, io.cwd, VERSION, io.readStdin);
    const now = new Date(merged.generatedAt);
    await writeOutputs(output, io, (format, look) =>
      renderComparison(format, before, merged, textOptions(output, look, now), output),
    );
  }
  return merged.gate.exitCode;
};

async function print(merged: Report, output: OutputOptions, io: Io): Promise<void> {
  const now = new Date(merged.generatedAt);
  await writeOutputs(output, io, (format, look) =>
    renderReport(format, merged, textOptions(output, look, now), output),
  );
  await writeStepSummary(merged, output, io);
}

async function readAll({ arguments: files, values }: Settings, io: Io): Promise<readonly SavedReport[]> {
  if ([...files, values['compare-with']].filter((file) => file === '-').length > 1) {
    throw new GitdriftError('usage', 'two reports are to come from standard input', {
      hint: 'name a file for all but one',
    });
  }
  const saved: SavedReport[] = [];
  for (const file of files) saved.push(await readReport(file, io.cwd, VERSION, io.readStdin));
  return saved;
}

/** The merged report names a policy only where all parts used one. */
async function warnOfPolicies(saved: readonly SavedReport[], io: Io): Promise<void> {
  const names = [...new Set(saved.map(({ report: { policy } }) => policy?.file ?? 'none'))];
  if (names.length < 2) return;
  await io.stderr.write(`warning: the reports were made with different policies: ${printable(names.join(', '))}\n`);
}
