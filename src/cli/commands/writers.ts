import { outputOptions } from '../../config/output-options.js';
import { readPolicy } from '../../config/policy/read-policy.js';
import { printable } from '../../report/safe-text.js';
import { jsonWriters, textWriters } from '../../report/writers.js';
import type { Command } from '../command.js';
import { VERSION } from '../version.js';
import { textOptions, writeOutputs } from '../write-outputs.js';

/** `writers`: the catalogue that names writers, ours and the policy file's. */
export const writers: Command = async (settings, io, engine) => {
  const output = outputOptions(settings, io.env);
  const policy = await readPolicy(settings, io.cwd);
  const wanted = settings.values.by ?? [];
  const report = await engine.writers(policy, wanted, VERSION);
  await writeOutputs(output, io, (format, look) =>
    format === 'json' ? jsonWriters(report) : textWriters(report, textOptions(output, look, io.now())),
  );
  if (report.writers.length === 0 && !output.quiet) {
    await io.stderr.write(`no rule knows ${printable(wanted.join(', '))}: its writes are of category unknown\n`);
  }
  return 0;
};
