import { execFileSync } from 'node:child_process';

/** One answer of an oracle: what it says, or `error` where the question has no answer. */
export type Answer<T> = T | { readonly error: string };

/** Asks an oracle of our control plane (test/controlplane/README.md) all questions at once; answers come in order. */
export function ask<T extends object>(controlplane: string, oracle: string, questions: readonly object[]): Answer<T>[] {
  const input = questions.map((question) => `${JSON.stringify(question)}\n`).join('');
  const output = execFileSync(controlplane, ['oracle', oracle], { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  const answers = output.trimEnd().split('\n');
  if (answers.length !== questions.length)
    throw new Error(`${questions.length} questions, and ${answers.length} answers of the oracle ${oracle}`);
  return answers.map((line) => JSON.parse(line) as Answer<T>);
}
