import type { Health } from '../../../model/status.js';

/** kstatus' Current. */
export function current(message: string): Health {
  return { status: 'Healthy', message, source: 'built-in' };
}

/** kstatus' InProgress. */
export function inProgress(message: string): Health {
  return { status: 'Progressing', message, source: 'built-in' };
}

/** kstatus' Failed. */
export function failed(message: string): Health {
  return { status: 'Degraded', message, source: 'built-in' };
}
