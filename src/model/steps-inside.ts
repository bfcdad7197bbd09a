/** A path that Flux joins to a folder (securejoin), in parts: none of them leads out of it, whatever `..` it has. */
export function stepsInside(path: string): readonly string[] {
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps;
}
