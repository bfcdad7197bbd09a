/**
 * fengari is Lua 5.3, where 6 / 2 prints 3.0; Argo CD's scripts are written for 5.1, where it prints 3. fengari reads
 * this setting once, when it is loaded: this file has to be imported before it.
 */
process.env.FENGARICONF = JSON.stringify({ LUA_COMPAT_FLOATSTRING: true, LUAI_MAXSTACK: 20_000 });
