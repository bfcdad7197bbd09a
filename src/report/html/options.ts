import type { TextOptions } from '../text-options.js';

/** How a page is made. */
export interface HtmlOptions {
  /** Masks values whose names look secret: a page is made to be passed on. */
  readonly maskNamed: boolean;
}

/** The options that the text formats' words are made with, for a page: nothing is cut, times are whole. */
export function wordsOf(now: Date, { maskNamed }: HtmlOptions): TextOptions {
  return {
    width: undefined,
    color: false,
    now,
    time: 'full',
    verbose: false,
    quiet: false,
    showExplained: true,
    maskNamed,
  };
}
