import type { LiveOptions } from '../config/live-options.js';
import { GitdriftError } from '../model/errors.js';
import { valueAt } from '../model/field-path.js';
import type { OwnersReport } from '../model/owners-report.js';
import { parsePath } from '../model/parse-path.js';
import type { AnalyzeRequest } from '../model/request.js';
import type { FieldNow } from '../report/change-text.js';
import type { LookChange } from '../report/changes.js';
import type { Engine, Tools } from './engine.js';

/** What a field is asked with. */
interface Asking {
  readonly request: AnalyzeRequest;
  readonly live: LiveOptions;
  readonly engine: Engine;
  readonly tools: Tools;
}

/** Reads one field of live with its writer, in the cluster that the change was seen in. */
export async function fieldNow(
  { resource, before, context }: Extract<LookChange, { kind: 'gone' }>,
  { request, live, engine, tools }: Asking,
): Promise<FieldNow> {
  const { group, kind, namespace, name } = resource;
  const there: LiveOptions =
    live.kind === 'cluster' && context !== undefined ? { ...live, connection: { ...live.connection, context } } : live;
  try {
    const report = await engine.owners(
      {
        kind: group === '' ? kind : `${kind}.${group}`,
        name,
        ...(namespace === '' ? {} : { namespace }),
        showSecrets: request.compare.showSecrets,
        toolVersion: request.toolVersion,
      },
      there,
      tools,
    );
    return fieldOf(report, before.path);
  } catch (error) {
    if (!(error instanceof GitdriftError)) throw error;
    return { kind: 'unread', reason: error.message };
  }
}

function fieldOf({ object, fields }: OwnersReport, path: string): FieldNow {
  const value = valueAt(object, parsePath(path));
  const writer = fields.find((one) => one.path === path)?.writers[0];
  return {
    kind: 'read',
    ...(value === undefined ? {} : { value }),
    ...(writer === undefined ? {} : { writer }),
  };
}
