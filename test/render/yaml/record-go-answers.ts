/**
 * Asks Go's sigs.k8s.io/yaml (v1.6.0, YAMLToJSON) every question and writes `go-answers.json` beside this file:
 *
 *   tsx test/render/yaml/record-go-answers.ts ORACLE [ARGUMENT…]
 *
 * ORACLE reads lines `{"yaml": text}` and answers each with `{"json": text}` or `{"error": text}`; the control plane's
 * binary does with the arguments `oracle yaml` (test/controlplane).
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { DOCUMENTS, generatedScalars } from './questions.js';

const [oracle, ...parameters] = process.argv.slice(2);
if (oracle === undefined) throw new Error('which oracle? tsx record-go-answers.ts ORACLE [ARGUMENT…]');

const scalars = generatedScalars(700);
const questions = [...DOCUMENTS, ...scalars.map((scalar) => `v: ${scalar}\n${scalar}: v`)];
const answers = execFileSync(oracle, parameters, {
  input: questions.map((yaml) => `${JSON.stringify({ yaml })}\n`).join(''),
  encoding: 'utf8',
  maxBuffer: 1 << 26,
})
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as object);
const rows = questions.map((yaml, at) => `  ${JSON.stringify({ yaml, ...answers[at] })}`);
writeFileSync(new URL('go-answers.json', import.meta.url), `[\n${rows.join(',\n')}\n]\n`);
