import type { Format, OutputOptions } from '../config/output-options.js';
import type { TextOptions } from '../report/text-options.js';
import { wantsColor } from './color.js';
import type { Io } from './io.js';
import { writeWhole } from './write-file.js';

/** Prints each wanted format: files first, then standard output, so that a failed file leaves no half of a result. */
export async function writeOutputs(
  options: OutputOptions,
  io: Io,
  render: (format: Format, look: Look) => string | Promise<string>,
): Promise<void> {
  for (const { format, file } of options.outputs) {
    if (file !== undefined) await writeWhole(file, await render(format, FILE_LOOK), io.cwd);
  }
  for (const { format, file } of options.outputs) {
    if (file === undefined) await io.stdout.write(await render(format, terminalLook(options, io)));
  }
}

/** What depends on where a text goes. */
export type Look = Pick<TextOptions, 'width' | 'color' | 'program'> & { readonly toFile: boolean };

/** Of a text that goes to a file. */
export const FILE_LOOK: Look = { width: undefined, color: false, toFile: true };

/** Columns of a terminal that does not say how many it has. */
const UNKNOWN_WIDTH = 120;

function terminalLook(options: OutputOptions, io: Io): Look {
  return {
    width: io.stdout.isTty ? (io.stdout.columns ?? UNKNOWN_WIDTH) : undefined,
    color: wantsColor(options.color, io.env, io.stdout.isTty),
    program: io.program,
    toFile: false,
  };
}

/** The options of a text report, with the clock its relative times count from. */
export function textOptions(options: OutputOptions, look: Look, now: Date): TextOptions {
  return {
    width: look.width,
    color: look.color,
    ...(look.program === undefined ? {} : { program: look.program }),
    now,
    time: options.time,
    verbose: options.verbose,
    quiet: options.quiet,
    showExplained: options.showExplained,
    maskNamed: options.maskNamed,
  };
}
