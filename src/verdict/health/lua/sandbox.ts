import { Script } from 'node:vm';
import './lua-numbers.js';
import { type LuaState, lauxlib, lua, lualib, to_luastring } from 'fengari';
import type { KubernetesObject } from '../../../model/resource.js';
import { pushJson, type Returned, readReturned, textAtTop } from './lua-value.js';
import { CLOSED, PRELUDE } from './prelude.js';

/** A script, and whether it may use the libraries `string` and `math`. */
export interface LuaScript {
  readonly text: string;
  readonly open: boolean;
}

/** What one run may use. */
export interface LuaLimits {
  readonly instructions: number;
  readonly milliseconds: number;
  readonly bytes: number;
}

/** Argo CD stops a script after a second (util/lua/lua.go); the instructions make most stops the same on any machine. */
const LIMITS: LuaLimits = { instructions: 500_000, milliseconds: 1_000, bytes: 64 * 1024 * 1024 };

/** What came of a run; `reason` is a sentence part: `attempt to index a nil value (field 'none')`. */
export type LuaRun =
  | { readonly kind: 'returned'; readonly value: Returned }
  | { readonly kind: 'failed'; readonly reason: string /** A limit ended it. */; readonly stopped: boolean };

/** Instructions between two looks at the limits: a text can double with every third. */
const STEP = 8;

// Read by fengari when it was loaded; nothing that we start should see it.
delete process.env.FENGARICONF;

/**
 * Runs one health script on `obj` in a state of its own, without files, programs or modules. Never throws: a fault, an
 * endless loop or too much memory is `failed`. What a limit does not reach (one long library call) V8 stops.
 */
export function runLua(script: LuaScript, object: KubernetesObject, limits: LuaLimits = LIMITS): LuaRun {
  let run: LuaRun = { kind: 'failed', reason: 'it ended without a result', stopped: false };
  const call = (): void => {
    run = runBounded(script, object, limits);
  };
  try {
    WATCHED.runInNewContext({ call }, { timeout: limits.milliseconds });
    return run;
  } catch (error) {
    const timeout = (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    return { kind: 'failed', reason: timeout ? timeText(limits) : `it broke off: ${String(error)}`, stopped: timeout };
  }
}

const WATCHED = new Script('call()');

function runBounded({ text, open }: LuaScript, object: KubernetesObject, limits: LuaLimits): LuaRun {
  const state = lauxlib.luaL_newstate();
  for (const [name, library] of LIBRARIES) {
    lauxlib.luaL_requiref(state, to_luastring(name), library, 1);
    lua.lua_pop(state, 1);
  }
  const prepared = execute(state, open ? PRELUDE : `${PRELUDE}${CLOSED}`, 'prelude', 0);
  if (prepared !== undefined) return { kind: 'failed', reason: prepared, stopped: false };
  pushJson(state, object);
  lua.lua_setglobal(state, to_luastring('obj'));
  const exceeded = watch(state, limits);
  const fault = execute(state, text, 'health.lua', 1);
  const limit = exceeded();
  if (limit !== undefined) return { kind: 'failed', reason: limit, stopped: true };
  if (fault !== undefined) return { kind: 'failed', reason: open ? fault : withHint(fault), stopped: false };
  return { kind: 'returned', value: readReturned(state) };
}

const LIBRARIES = [
  ['_G', lualib.luaopen_base],
  ['table', lualib.luaopen_table],
  ['string', lualib.luaopen_string],
  ['math', lualib.luaopen_math],
  ['os', lualib.luaopen_os],
] as const;

/** Runs a text; its fault, or undefined where it ended well and its result is on top of the stack. */
function execute(state: LuaState, text: string, name: string, results: number): string | undefined {
  const bytes = to_luastring(text);
  const loaded = lauxlib.luaL_loadbuffer(state, bytes, bytes.length, to_luastring(`=${name}`));
  if (loaded === lua.LUA_OK && lua.lua_pcall(state, 0, results, 0) === lua.LUA_OK) return undefined;
  return textAtTop(state, -1) || 'it failed without a message';
}

/** Stops the script where it exceeds a limit; the function says which one it was, also where a pcall hid it. */
function watch(state: LuaState, limits: LuaLimits): () => string | undefined {
  const before = process.memoryUsage().arrayBuffers;
  let steps = 0;
  let reason: string | undefined;
  const look = (): number => {
    steps += STEP;
    if (steps > limits.instructions) reason ??= `it ran for more than ${limits.instructions} instructions`;
    else if (process.memoryUsage().arrayBuffers - before > limits.bytes) {
      reason ??= `its texts took more than ${limits.bytes / 1024 / 1024} MiB`;
    }
    return reason === undefined ? 0 : lauxlib.luaL_error(state, to_luastring(reason));
  };
  lua.lua_sethook(state, look, lua.LUA_MASKCOUNT, STEP);
  return () => reason;
}

/** What a script misses that Argo CD would open to it if it were told to. */
function withHint(fault: string): string {
  const misses = /\(global '(?:string|math)'\)|attempt to index a string value/.test(fault);
  return misses ? `${fault}; Argo CD opens string and math to it only with useOpenLibs` : fault;
}

function timeText(limits: LuaLimits): string {
  return `it did not end within ${limits.milliseconds / 1000} s`;
}
