import type { PlanCheck, PlanCommand } from '../../model/suspend-plan.js';

/** How an owner is suspended: the field that is written, and how it is done and undone. */
export interface Suspension {
  readonly path: readonly string[];
  readonly does: string;
  /** Nothing has to be written: it is suspended already, and why that is so. */
  readonly already?: string;
  commands(manager: string): readonly PlanCommand[];
  undo(manager: string): readonly PlanCommand[];
  readonly undoes: string;
  readonly readBack: PlanCheck;
  readonly undone: PlanCheck;
}

/** Whether the cluster's Applications know `automated.enabled`; older ones drop it without a word. */
export type EnabledField = 'known' | 'pruned' | 'unknown';
