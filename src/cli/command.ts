import type { Settings } from '../config/settings.js';
import type { Engine } from './engine.js';
import type { Io } from './io.js';

/** Runs one command to its exit code; throws a GitdriftError where it cannot. */
export type Command = (settings: Settings, io: Io, engine: Engine) => Promise<number>;
