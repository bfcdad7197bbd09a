/** The part of fengari that we use; it ships no types. Strings are byte arrays, a state is opaque. */
declare module 'fengari' {
  interface LuaState {
    readonly __luaState: unique symbol;
  }
  type LuaText = Uint8Array;
  type NativeFunction = (state: LuaState) => number;

  export function to_luastring(text: string): LuaText;
  export function to_jsstring(text: LuaText, from?: number, to?: number, replaceInvalid?: boolean): string;

  export const lua: {
    readonly LUA_OK: number;
    readonly LUA_MASKCOUNT: number;
    readonly LUA_TNIL: number;
    readonly LUA_TBOOLEAN: number;
    readonly LUA_TNUMBER: number;
    readonly LUA_TSTRING: number;
    readonly LUA_TTABLE: number;
    lua_checkstack(state: LuaState, slots: number): boolean;
    lua_createtable(state: LuaState, items: number, fields: number): void;
    lua_gettop(state: LuaState): number;
    lua_next(state: LuaState, index: number): number;
    lua_pcall(state: LuaState, parameters: number, results: number, handler: number): number;
    lua_pop(state: LuaState, count: number): void;
    lua_pushboolean(state: LuaState, value: boolean): void;
    lua_pushnil(state: LuaState): void;
    lua_pushnumber(state: LuaState, value: number): void;
    lua_pushstring(state: LuaState, text: LuaText): void;
    lua_rawset(state: LuaState, index: number): void;
    lua_rawseti(state: LuaState, index: number, at: number): void;
    lua_setglobal(state: LuaState, name: LuaText): void;
    lua_sethook(state: LuaState, hook: NativeFunction, mask: number, count: number): void;
    lua_toboolean(state: LuaState, index: number): boolean;
    lua_tonumber(state: LuaState, index: number): number;
    lua_tostring(state: LuaState, index: number): LuaText | null;
    lua_type(state: LuaState, index: number): number;
    lua_typename(state: LuaState, type: number): LuaText;
  };

  export const lauxlib: {
    luaL_error(state: LuaState, message: LuaText): number;
    luaL_loadbuffer(state: LuaState, text: LuaText, size: number, name: LuaText): number;
    luaL_newstate(): LuaState;
    luaL_requiref(state: LuaState, name: LuaText, open: NativeFunction, global: number): void;
  };

  export const lualib: {
    luaopen_base: NativeFunction;
    luaopen_coroutine: NativeFunction;
    luaopen_math: NativeFunction;
    luaopen_os: NativeFunction;
    luaopen_string: NativeFunction;
    luaopen_table: NativeFunction;
  };
}
