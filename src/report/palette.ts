import { Chalk } from 'chalk';
import type { WriterCategory } from '../model/writer.js';

/** What a piece of text means; colour only repeats what the words already say. */
export interface Palette {
  readonly bad: Paint;
  readonly warn: Paint;
  readonly good: Paint;
  readonly removed: Paint;
  readonly added: Paint;
  readonly dim: Paint;
  readonly strong: Paint;
  /** The colour of a kind of writer. */
  readonly writer: (category: WriterCategory) => Paint;
}

export type Paint = (text: string) => string;

/** Whoever a responder has to look at first stands out; what Kubernetes does by itself steps back. */
const WRITER_COLORS = {
  manual: 'red',
  unknown: 'yellow',
  operator: 'blue',
  autoscaler: 'cyan',
  deployer: 'magenta',
  gitops: 'green',
  'control-plane': 'dim',
  unowned: 'dim',
} as const satisfies Readonly<Record<WriterCategory, string>>;

/** The palette of a terminal, or one that changes nothing. */
export function palette(color: boolean): Palette {
  const chalk = new Chalk({ level: color ? 1 : 0 });
  return {
    bad: (text) => chalk.bold.red(text),
    warn: (text) => chalk.yellow(text),
    good: (text) => chalk.green(text),
    removed: (text) => chalk.red(text),
    added: (text) => chalk.green(text),
    dim: (text) => chalk.dim(text),
    strong: (text) => chalk.bold(text),
    writer: (category) => (text) => chalk[WRITER_COLORS[category]](text),
  };
}
