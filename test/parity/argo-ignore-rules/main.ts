import { spawnSync } from 'node:child_process';
import { argoTools } from '../../../src/argo-tools.js';
import { builtinSchema } from '../../../src/cluster/schema/builtin.js';
import { withoutIgnored } from '../../../src/gitops/argocd/ignore-rules.js';
import { readSettings } from '../../../src/gitops/argocd/read-settings.js';
import { digString, type JsonObject, type JsonValue, jsonEqual } from '../../../src/model/json.js';
import { parseJson, printJson } from '../../../src/model/json-text.js';
import { openJq } from '../../../src/render/jq/jq-paths.js';
import { EXPRESSIONS, POINTERS } from './rules.js';

/** Objects with what the rules look for, and without it. */
const OBJECTS: readonly JsonObject[] = [
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name: 'Web',
      labels: { app: 'web', 'app.kubernetes.io/version': '1' },
      annotations: { 'deployment.kubernetes.io/revision': '3', 'checksum/config': 'abc', 'with~tilde': 'x' },
    },
    spec: {
      replicas: 3,
      paused: false,
      template: {
        spec: {
          containers: [
            {
              name: 'main',
              image: 'shop/web:1',
              resources: { limits: { cpu: '1' } },
              env: [{ name: 'OTEL_X', value: '1' }, { name: 'A' }],
              ports: [{ name: 'http', containerPort: 80 }],
            },
            { name: 'istio-proxy', image: 'mesh:1' },
          ],
          volumes: [
            { name: 'token', secret: { secretName: 'x' } },
            { name: 'scratch', emptyDir: {} },
          ],
        },
      },
    },
    status: { replicas: 3 },
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhookConfiguration',
    metadata: { name: 'mesh' },
    webhooks: [
      { name: 'a', clientConfig: { caBundle: 'xx' } },
      { name: 'b', clientConfig: { url: 'https://b' } },
    ],
  },
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data: { a: '1', b: '2', '': 'empty' } },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name: 'reader' },
    rules: [{ verbs: ['get'] }, { verbs: ['impersonate', 'get'] }],
  },
];

interface Question {
  readonly object: JsonObject;
  readonly pointer?: string;
  readonly expression?: string;
}

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

function ignored({ object, pointer, expression }: Question, jq: ReturnType<typeof openJq>): JsonObject {
  const schema = builtinSchema();
  return withoutIgnored(object, {
    settings: { ...readSettings(), ignoreResourceStatus: 'none' },
    ignoreDifferences: [
      {
        group: '*',
        kind: '*',
        name: '',
        namespace: '',
        jsonPointers: pointer === undefined ? [] : [pointer],
        jqPathExpressions: expression === undefined ? [] : [expression],
        managedFieldsManagers: [],
        origin: 'the rule',
      },
    ],
    schema,
    tools: argoTools(schema, jq),
    ignored: [],
  });
}
