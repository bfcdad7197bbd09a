import type { Change, Difference, Explanation } from '../model/drift.js';
import { printPath } from '../model/field-path.js';
import type { WriterCategory } from '../model/writer.js';
import type { Attribution } from './attribution.js';

interface Reason {
  readonly code: string;
  readonly message: string;
}

/** What a drift is called where nothing accounts for it, by the category of its writer. */
const BY_CATEGORY: Readonly<Record<WriterCategory, Reason>> = {
  manual: { code: 'manual-change', message: 'changed by hand or by a script, outside Git' },
  operator: { code: 'operator-change', message: 'a controller writes this field, and no rule allows it' },
  autoscaler: { code: 'autoscaler-change', message: 'an autoscaler writes this field, and no rule allows it' },
  deployer: { code: 'deployer-change', message: 'another deployment tool wrote this value' },
  'control-plane': {
    code: 'control-plane-change',
    message: 'Kubernetes itself wrote this value, and no rule allows it',
  },
  gitops: {
    code: 'other-gitops-change',
    message: 'a GitOps manager wrote this value, but not the one that applies this desired state',
  },
  unowned: { code: 'unowned-value', message: 'live holds another value and no manager is recorded for it' },
  unknown: { code: 'unknown-writer', message: 'a manager that nobody has classified wrote this value' },
};

/** The explanation of a drift that nothing accounts for. */
export function unexplained(difference: Difference, attribution: Attribution): Explanation {
  const renumbered = difference.notes.find((note) => note.kind === 'renumbered');
  if (renumbered?.kind === 'renumbered') {
    return {
      status: 'unexplained',
      code: 'renumbered',
      message: `live has the same item as ${printPath(renumbered.pair)}: its key was changed there`,
    };
  }
  const reason = difference.change === 'missing' ? MISSING : BY_CATEGORY[attribution.writer.category];
  return { status: 'unexplained', code: reason.code, message: reason.message + suffix(difference, difference.change) };
}

const MISSING: Reason = {
  code: 'missing-in-live',
  message: 'live lacks it: Git has moved on, or somebody removed it; managedFields cannot tell',
};

function suffix(difference: Difference, change: Change): string {
  const notes = difference.notes.map((note) => note.kind);
  if (notes.includes('declared-null')) return '; desired declares null, which asks for its removal';
  if (change === 'extra' && notes.includes('owned-as-whole'))
    return '; it lies in a list or map that is owned as a whole';
  return '';
}
