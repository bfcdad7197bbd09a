import { spawnSync } from 'node:child_process';
import { digString, type JsonValue, jsonEqual } from '../../../src/model/json.js';
import { parseJson, printJson } from '../../../src/model/json-text.js';
import { openJq } from '../../../src/render/jq/jq-paths.js';
import { ignored, OBJECTS, type Question } from './ignored.js';
import { EXPRESSIONS, POINTERS } from './rules.js';

/** Compares every rule on every object with the program that was built from oracle/; gives the exit code. */
export function main([program]: readonly string[]): number {
  if (program === undefined) {
    process.stderr.write('usage: run.ts PROGRAM, built with: (cd oracle && go build -o PROGRAM .)\n');
    return 2;
  }
  const questions: Question[] = OBJECTS.flatMap((object) => [
    ...EXPRESSIONS.map((expression) => ({ object, expression })),
    ...POINTERS.map((pointer) => ({ object, pointer })),
  ]);
  const { stdout } = spawnSync(program, {
    input: questions.map((one) => `${printJson(one)}\n`).join(''),
    encoding: 'utf8',
  });
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => parseJson(line) as { object?: JsonValue; error?: string });
  const jq = openJq();
  let differing = 0;
  for (const [index, question] of questions.entries()) {
    const said = answers[index];
    // An error, or what is no object any more, leaves the object as it is, in Argo CD as here.
    const isRead = said?.error === undefined && digString(said?.object, 'kind') !== undefined;
    const theirs = isRead ? said?.object : question.object;
    const ours = ignored(question, jq);
    if (jsonEqual(theirs, ours)) continue;
    differing++;
    const rule = question.expression ?? question.pointer;
    process.stdout.write(
      `${question.object.kind as string} ${printJson(rule)}\n  Argo CD: ${said?.error ?? printJson(theirs)}\n  here:    ${printJson(ours)}\n`,
    );
  }
  jq.close();
  process.stdout.write(`${questions.length - differing} of ${questions.length} agree\n`);
  return differing === 0 ? 0 : 1;
}
