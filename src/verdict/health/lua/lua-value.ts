import { type LuaState, lua, to_jsstring, to_luastring } from 'fengari';
import { isArray, isObject, type JsonValue } from '../../../model/json.js';

/** Slots that pushing one nested value needs: the key, the value, and room to spare. */
const SLOTS = 8;

/**
 * Pushes a JSON value. Nulls of an object and holes of a list are left out, as in Argo CD, where they are nil; every
 * number is Lua 5.1's, a double. Throws a RangeError where the value is nested deeper than the stack reaches.
 */
export function pushJson(state: LuaState, value: JsonValue): void {
  if (!lua.lua_checkstack(state, SLOTS)) throw new RangeError('nested too deep');
  if (value === null) lua.lua_pushnil(state);
  else if (typeof value === 'boolean') lua.lua_pushboolean(state, value);
  else if (typeof value === 'string') lua.lua_pushstring(state, to_luastring(value));
  else if (typeof value === 'number' || typeof value === 'bigint') lua.lua_pushnumber(state, Number(value));
  else if (isArray(value)) pushList(state, value);
  else pushObject(state, value);
}

function pushList(state: LuaState, items: readonly JsonValue[]): void {
  const kept = items.filter((item) => item !== null);
  lua.lua_createtable(state, kept.length, 0);
  for (const [index, item] of kept.entries()) {
    pushJson(state, item);
    lua.lua_rawseti(state, -2, index + 1);
  }
}

function pushObject(state: LuaState, object: JsonValue): void {
  lua.lua_createtable(state, 0, 0);
  for (const [key, value] of isObject(object) ? Object.entries(object) : []) {
    if (value === null) continue;
    lua.lua_pushstring(state, to_luastring(key));
    pushJson(state, value);
    lua.lua_rawset(state, -3);
  }
}

/** What a script handed back: texts and numbers of a table by their names, or the name of another type. */
export type Returned =
  | { readonly kind: 'nil' }
  | { readonly kind: 'table'; readonly fields: ReadonlyMap<string, string | number | boolean> }
  | { readonly kind: 'other'; readonly type: string };

/** Reads the value on top of the stack. */
export function readReturned(state: LuaState): Returned {
  const type = lua.lua_type(state, -1);
  if (type === lua.LUA_TNIL) return { kind: 'nil' };
  if (type !== lua.LUA_TTABLE) return { kind: 'other', type: to_jsstring(lua.lua_typename(state, type)) };
  const fields = new Map<string, string | number | boolean>();
  lua.lua_checkstack(state, SLOTS);
  lua.lua_pushnil(state);
  while (lua.lua_next(state, -2) !== 0) {
    const value = readScalar(state);
    // The key must not be read as a text unless it is one: that would change it and confuse the walk.
    if (value !== undefined && lua.lua_type(state, -2) === lua.LUA_TSTRING) fields.set(textAtTop(state, -2), value);
    lua.lua_pop(state, 1);
  }
  return { kind: 'table', fields };
}

function readScalar(state: LuaState): string | number | boolean | undefined {
  switch (lua.lua_type(state, -1)) {
    case lua.LUA_TSTRING:
      return textAtTop(state, -1);
    case lua.LUA_TNUMBER:
      return lua.lua_tonumber(state, -1);
    case lua.LUA_TBOOLEAN:
      return lua.lua_toboolean(state, -1);
    default:
      return undefined;
  }
}

/** The text at the index; bytes that are no UTF-8 are replaced. */
export function textAtTop(state: LuaState, index: number): string {
  const text = lua.lua_tostring(state, index);
  return text === null ? '' : to_jsstring(text, undefined, undefined, true);
}
