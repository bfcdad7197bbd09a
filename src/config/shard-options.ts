import { GitdriftError } from '../model/errors.js';
import type { AnalyzeRequest } from '../model/request.js';
import type { Shard } from '../model/shard.js';
import type { Settings } from './settings.js';

/** As many parts as a report can name. */
const MOST = 10_000;

/** What Kubernetes tells each pod of an Indexed Job, counted from 0. */
const JOB_INDEX = 'JOB_COMPLETION_INDEX';

/**
 * The part of the applications that `--shard` asks for: `I/N` counted from 1, or `auto/N` with the index of an Indexed Job's
 * pod. Empty where it is not given. Throws `usage` where it is no such part, or where no applications are asked for.
 */
export function shardOption(
  settings: Settings,
  request: AnalyzeRequest,
  env: Readonly<Record<string, string | undefined>>,
): Pick<AnalyzeRequest, 'shard'> {
  const { shard: text } = settings.values;
  if (text === undefined) return {};
  const saidAs = settings.saidAs('shard');
  const { source } = request;
  if (source.kind !== 'argocd' && source.kind !== 'flux') {
    throw new GitdriftError('usage', `${saidAs} divides applications, and a path or repository is one desired state`, {
      hint: 'add --all-apps, or run gitdrift once for each path and put the reports together: gitdrift report FILE…',
    });
  }
  return { shard: readShard(text, saidAs, env) };
}

function readShard(text: string, saidAs: string, env: Readonly<Record<string, string | undefined>>): Shard {
  const [, which = '', total = ''] = /^(auto|\d+)\/(\d+)$/.exec(text) ?? [];
  if (which === '') {
    throw new GitdriftError('usage', `${saidAs} cannot read ${JSON.stringify(text)}`, {
      hint: `write 2/4 for the second of four parts; in a Kubernetes Indexed Job auto/4 takes ${JOB_INDEX}`,
    });
  }
  const of = Number(total);
  if (of < 1 || of > MOST) {
    throw new GitdriftError('usage', `${saidAs} ${text} divides into ${total} parts`, {
      hint: `1 to ${MOST} parts are possible`,
    });
  }
  if (which === 'auto') return { index: jobIndex(text, saidAs, of, env[JOB_INDEX]), of };
  const index = Number(which);
  if (index >= 1 && index <= of) return { index, of };
  throw new GitdriftError('usage', `${saidAs} ${text}: there is no part ${which} of ${of}`, {
    hint:
      index === 0
        ? `parts are counted from 1; the index of an Indexed Job, from 0, is read with auto/${of}`
        : `parts are counted from 1 to ${of}`,
  });
}

function jobIndex(text: string, saidAs: string, of: number, index: string | undefined): number {
  if (index === undefined || index === '') {
    throw new GitdriftError('usage', `${saidAs} ${text} takes the part from ${JOB_INDEX}, which is not set`, {
      hint: `it is in the pods of a Job with completionMode: Indexed; elsewhere say which part: 1/${of}`,
    });
  }
  if (/^\d+$/.test(index) && Number(index) < of) return Number(index) + 1;
  throw new GitdriftError('usage', `${JOB_INDEX} is ${JSON.stringify(index)}, and ${saidAs} ${text} has ${of} parts`, {
    hint: 'set the N of auto/N to the completions of the Job: its pods are counted from 0 to N - 1',
  });
}
