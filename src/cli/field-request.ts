import { auditOptions } from '../config/audit-options.js';
import { analyzeRequest } from '../config/options.js';
import { readPolicy } from '../config/policy/read-policy.js';
import type { Settings } from '../config/settings.js';
import type { FieldRequest } from '../model/explain-report.js';
import type { Io } from './io.js';
import { APPLICATION_FLAGS, asksForApplications } from './next-command.js';
import { objectName } from './object-argument.js';
import { CARRIED, typedAgain } from './shell-words.js';
import { VERSION } from './version.js';

/** The request of a command that is about one field of one object: `KIND/NAME FIELD-PATH [PATH]`. */
export async function fieldRequest(settings: Settings, io: Io): Promise<FieldRequest> {
  const { values } = settings;
  const policy = await readPolicy(settings, io.cwd);
  const named = settings.path !== undefined || values.repo !== undefined || asksForApplications(settings);
  return {
    ...objectName(settings.arguments[0] ?? ''),
    field: settings.arguments[1] ?? '',
    ...(values.namespace === undefined ? {} : { namespace: values.namespace }),
    showSecrets: values['show-secrets'] ?? false,
    ...(policy === undefined ? {} : { policy }),
    ...auditOptions(settings),
    toolVersion: VERSION,
    ...(named ? { desired: analyzeRequest(settings, VERSION, policy) } : {}),
    rest: typedAgain(settings, [...APPLICATION_FLAGS, ...CARRIED]),
  };
}
