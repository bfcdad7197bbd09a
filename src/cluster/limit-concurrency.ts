/** Runs tasks as they come, at most `max` at once, the others in order of arrival. */
export function limitConcurrency(max: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await task();
    } finally {
      // The place is handed on, not given back, so that nobody who comes now gets before those who wait.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
