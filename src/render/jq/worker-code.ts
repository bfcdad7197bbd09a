/**
 * The program of the worker, as text, so that it is the same in the bundle and in the sources. It loads jq from the path it is given,
 * and then answers one question at a time: `[expression, JSON text]` becomes `{paths}` (JSON text), or `{status, message}`. The flag
 * in the shared memory wakes whoever waits.
 */
export const WORKER_CODE = `
const { workerData } = require('node:worker_threads');
const { port, memory, jqPath } = workerData;
const flag = new Int32Array(memory);
const tell = (message) => {
  port.postMessage(message);
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
};
const load = async () => {
  const loaded = require(jqPath);
  return typeof loaded === 'function' ? loaded() : loaded;
};
load().then(
  (jq) => {
    port.on('message', ([expression, text]) => {
      try {
        tell({ paths: jq.raw(text, '[path(' + expression + '\\n)]', ['-c']) });
      } catch (fault) {
        tell({ status: /Non-zero exit code: (\\d+)/.exec(fault.message)?.[1] ?? '', message: String(fault.message) });
      }
    });
    tell({ ready: true });
  },
  (fault) => tell({ status: '', message: String(fault) }),
);
`;
