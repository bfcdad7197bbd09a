/**
 * What a script finds beside `obj`: Lua 5.1's names that 5.3 dropped, no way to files, programs, modules or other code
 * (Argo CD, too, opens base, table and a safe os only: util/lua/lua.go), and lengths that one call may not exceed, as a
 * single library call is no instruction that a limit could count.
 */
export const PRELUDE = `
local longest = 4 * 1024 * 1024
local function refuse() error('the text would be too long', 3) end

table.getn = function(list) return #list end
table.maxn = function(list)
  local most = 0
  for key in pairs(list) do if type(key) == 'number' and key > most then most = key end end
  return most
end
unpack = table.unpack
math.pow = function(base, power) return base ^ power end
math.mod = math.fmod
string.gfind = string.gmatch

local rep, concat, gsub = string.rep, table.concat, string.gsub
string.rep = function(text, count, separator)
  if (#tostring(text) + #(separator or '')) * (tonumber(count) or 0) > longest then refuse() end
  return rep(text, count, separator)
end
table.concat = function(list, separator, from, to)
  local length = 0
  for at = from or 1, to or #list do
    length = length + #tostring(list[at]) + #(separator or '')
    if length > longest then refuse() end
  end
  return concat(list, separator, from, to)
end
string.gsub = function(text, pattern, replacement, count)
  local most = 0
  if type(replacement) == 'string' then most = #replacement end
  if type(replacement) == 'table' then
    for _, value in pairs(replacement) do if #tostring(value) > most then most = #tostring(value) end end
  end
  if (#tostring(text) + 1) * most > 16 * longest then refuse() end
  return gsub(text, pattern, replacement, count)
end

local date = os.date
os = {
  time = os.time,
  date = function(format, at)
    local found = date(format, at)
    -- fengari 0.1.5 repeats the mark for UTC in its answer.
    if type(found) == 'string' and found:sub(1, 1) == '!' then return found:sub(2) end
    return found
  end,
}
load, loadstring, loadfile, dofile, require, package, collectgarbage, print, coroutine = nil
string.dump = nil
`;

/** Argo CD opens these to a script of argocd-cm only with useOpenLibs (util/lua/lua.go). */
export const CLOSED = `
getmetatable('').__index = nil
string, math = nil
`;
