import type { Difference, Explanation } from '../model/drift.js';
import { type FieldPath, printPath } from '../model/field-path.js';
import { isNamedUnknown, type WriterCategory } from '../model/writer.js';
import type { Attribution } from './attribution.js';
import { isScaledToZero } from './autoscaler.js';
import { type LastApply, lastApplyText } from './last-apply.js';

interface Reason {
  readonly code: string;
  readonly message: string;
}

/** What a drift is called where nothing accounts for it, by the category of its writer. */
const BY_CATEGORY: Readonly<Record<WriterCategory, Reason>> = {
  manual: { code: 'manual-change', message: 'changed by hand or by a script, outside Git' },
  operator: { code: 'operator-change', message: 'a controller wrote this value, and no rule accounts for it' },
  autoscaler: { code: 'autoscaler-change', message: 'an autoscaler wrote this value, and no rule accounts for it' },
  deployer: { code: 'deployer-change', message: 'a deployment tool wrote another value than Git declares' },
  'control-plane': {
    code: 'control-plane-change',
    message: 'Kubernetes itself wrote this value, and no rule accounts for it',
  },
  gitops: {
    code: 'other-gitops-change',
    message: 'a GitOps tool wrote this value, but not the one that applies this object',
  },
  unowned: { code: 'unowned-value', message: 'live holds another value and no manager is recorded for it' },
  unknown: { code: 'unknown-writer', message: 'a program that gitdrift does not know wrote this value' },
};

/** The explanation of a drift that nothing accounts for. */
export function unexplained(
  difference: Difference,
  attribution: Attribution,
  lastApply: LastApply | undefined,
): Explanation {
  const pair = pairOf(difference);
  if (pair !== undefined) return { status: 'unexplained', code: 'renumbered', message: renumbered(difference, pair) };
  const { code, message } = reasonOf(difference, attribution, lastApply);
  return {
    status: 'unexplained',
    code,
    message: [message, ...additions(difference, lastApply)].join('; '),
  };
}

/** The path of the same item under its other key, where there is one. */
export function pairOf(difference: Difference): FieldPath | undefined {
  const note = difference.notes.find((one) => one.kind === 'renumbered');
  return note?.kind === 'renumbered' ? note.pair : undefined;
}

function renumbered(difference: Difference, pair: FieldPath): string {
  return difference.change === 'missing'
    ? `live has this item as ${printPath(pair)}: its key was changed there`
    : `desired declares this item as ${printPath(pair)}: its key was changed in live`;
}

function reasonOf(difference: Difference, attribution: Attribution, lastApply: LastApply | undefined): Reason {
  if (attribution.removed) return REMOVED_BY;
  if (difference.change === 'missing') return lastApply?.kind === 'holds-other' ? REMOVED : MISSING;
  if (attribution.script) return BY_SCRIPT;
  const reason = BY_CATEGORY[attribution.writer.category];
  if (reason === BY_CATEGORY.unowned && isScaledToZero(difference) && attribution.unknowable === undefined) {
    return { code: reason.code, message: 'somebody scaled it to 0; a scale to 0 leaves no record of who did it' };
  }
  if (attribution.unknowable === undefined) {
    return isNamedUnknown(attribution.writer)
      ? {
          code: reason.code,
          message: `written by ${attribution.writer.name}; managedFields do not tell which program that was`,
        }
      : reason;
  }
  return { code: reason.code, message: `live holds another value; ${UNKNOWABLE[attribution.unknowable]}` };
}

const UNKNOWABLE = {
  absent: 'the object carries no managedFields, so its writers cannot be known',
  unreadable: 'a part of managedFields could not be read, and the writer may be named there',
} as const;

const MISSING: Reason = {
  code: 'missing-in-live',
  message: 'live lacks it: Git has moved on, or somebody removed it; Kubernetes does not record which',
};

const REMOVED: Reason = {
  code: 'missing-in-live',
  message: 'the last apply set it and live lacks it: it was removed since; managedFields do not record by whom',
};

const BY_SCRIPT: Reason = {
  code: 'deployer-change',
  message: 'changed outside Git by a script or a pipeline, as the account in the audit log tells',
};

const REMOVED_BY: Reason = {
  code: 'missing-in-live',
  message: 'it was removed from live, as the audit log records',
};

function additions(difference: Difference, lastApply: LastApply | undefined): string[] {
  const has = (kind: Difference['notes'][number]['kind']): boolean =>
    difference.notes.some((note) => note.kind === kind);
  const before = difference.change === 'missing' ? '' : lastApplyText(lastApply, difference);
  return [
    ...(before === '' ? [] : [before]),
    ...(has('removed-from-desired') ? ['Git no longer declares it'] : []),
    ...(has('declared-null') ? ['desired declares null, which asks for its removal'] : []),
    ...(difference.change === 'extra' && has('owned-as-whole')
      ? ['it lies in a list or map that is owned as a whole']
      : []),
  ];
}
