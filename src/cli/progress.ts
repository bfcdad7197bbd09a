import type { Progress } from '../model/request.js';
import type { Stream } from './io.js';

/** A run that is over sooner shows no progress at all. */
const QUIET_START_MS = 1000;

export interface ProgressLine {
  readonly report: Progress;
  /** Takes the line off the terminal; nothing is shown after it. */
  clear(): Promise<void>;
}

/** One line on standard error that says what is being done: only on a terminal, and only after a second. */
export function progressLine(stderr: Stream, quiet: boolean): ProgressLine {
  if (quiet || !stderr.isTty) return { report: () => {}, clear: async () => {} };
  let doing = '';
  let shown = false;
  let done = false;
  const show = (): void => {
    if (done || doing === '') return;
    shown = true;
    const most = Math.max((stderr.columns ?? 80) - 2, 10);
    void stderr.write(`\r\u001b[K${doing.length > most ? `${doing.slice(0, most)}…` : doing}`);
  };
  let waited = false;
  const timer = setTimeout(() => {
    waited = true;
    show();
  }, QUIET_START_MS);
  timer.unref();
  return {
    report: (text) => {
      doing = text.replace(/\p{C}/gu, ' ');
      if (waited) show();
    },
    clear: async () => {
      done = true;
      clearTimeout(timer);
      if (shown) await stderr.write('\r\u001b[K');
      shown = false;
    },
  };
}
