import { appendFile, stat } from 'node:fs/promises';
import type { OutputOptions } from '../config/output-options.js';
import type { Report } from '../model/report.js';
import { systemReason } from '../model/system-error.js';
import { printable } from '../report/safe-text.js';
import type { Io } from './io.js';
import { stepSummary } from './report-formats.js';
import { FILE_LOOK, textOptions } from './write-outputs.js';

/** Bytes of the summary of a step, less a little: over a mebibyte GitHub drops all of it. */
const MOST = 1024 * 1024 - 1024;

/** With less room than this a summary says nothing. */
const LEAST_ROOM = 4096;

/**
 * With `-o github` on a runner of GitHub Actions: appends the report to the summary of the step. One that cannot be
 * written is a warning, as the annotations are there and the gate has its exit code.
 */
export async function writeStepSummary(report: Report, output: OutputOptions, io: Io): Promise<void> {
  const file = io.env.GITHUB_STEP_SUMMARY;
  if (file === undefined || file === '' || !output.outputs.some(({ format }) => format === 'github')) return;
  try {
    const taken = await stat(file).then(
      ({ size }) => size,
      () => 0,
    );
    if (taken > MOST - LEAST_ROOM) return await io.stderr.write('warning: the summary of this step is full\n');
    const look = textOptions(output, FILE_LOOK, new Date(report.generatedAt));
    await appendFile(file, await stepSummary(report, look, output, MOST - taken));
  } catch (error) {
    await io.stderr.write(`warning: cannot write the summary of the step: ${printable(systemReason(error))}\n`);
  }
}
