import type { FlagName } from '../../config/flags.js';
import { analyzeRequest, liveOptions } from '../../config/options.js';
import { outputOptions } from '../../config/output-options.js';
import { readPolicy } from '../../config/policy/read-policy.js';
import { jsonRoles, yamlRoles } from '../../report/role-manifest.js';
import { printable } from '../../report/safe-text.js';
import type { Command } from '../command.js';
import { withTools } from '../tools.js';
import { VERSION } from '../version.js';
import { writeOutputs } from '../write-outputs.js';

/** Exit code of a role that may not be all (docs/errors.md). */
const INCOMPLETE = 3;

/** What says that there is a desired state. Here the current directory is none, for the kinds of no desired state are of use too. */
const DESIRED: readonly FlagName[] = [
  ...(['repo', 'revision', 'path', 'recursive', 'renderer', 'values', 'set', 'release-name', 'base'] as const),
  ...(['app', 'app-file', 'all-apps', 'kustomization', 'helm-release', 'kustomization-file'] as const),
];

/** `rbac [PATH]`: the ClusterRole that suffices for a desired state, or for what is asked for beside any. */
export const rbac: Command = async (settings, io, engine) => {
  const output = outputOptions(settings, io.env, ['text', 'json', 'yaml']);
  const hasDesired = settings.path !== undefined || DESIRED.some((name) => settings.values[name] !== undefined);
  const request = hasDesired ? analyzeRequest(settings, VERSION, await readPolicy(settings, io.cwd)) : undefined;
  const live = liveOptions(settings);
  const report = await withTools(io, output.quiet, (tools) => engine.rbac(request, live, tools));
  await writeOutputs(output, io, (format) => (format === 'json' ? jsonRoles(report) : yamlRoles(report)));
  for (const reason of output.quiet ? [] : report.incomplete) {
    await io.stderr.write(`warning: what it declares is not in the role: ${printable(reason)}\n`);
  }
  return report.incomplete.length === 0 ? 0 : INCOMPLETE;
};
