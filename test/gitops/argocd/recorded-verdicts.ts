import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { builtinSchema } from '../../../src/cluster/schema/builtin.js';
import { mergeSchemas } from '../../../src/cluster/schema/merge.js';
import { parseSchemaFile } from '../../../src/cluster/schema/schema-file.js';
import { argoTools } from '../../../src/compositions/argocd/argo-tools.js';
import { unwrapLists } from '../../../src/desired/unwrap-lists.js';
import { judgeApplication } from '../../../src/gitops/argocd/judge-application.js';
import { readApplication } from '../../../src/gitops/argocd/read-application.js';
import { DEFAULT_PROJECT } from '../../../src/gitops/argocd/read-project.js';
import { readSettings } from '../../../src/gitops/argocd/read-settings.js';
import type { ArgoVerdict } from '../../../src/model/argo-verdict.js';
import { dig, isArray, type JsonValue } from '../../../src/model/json.js';
import { parseJson } from '../../../src/model/json-text.js';
import type { KubernetesObject } from '../../../src/model/resource.js';
import { gvkKey } from '../../../src/model/schema.js';
import type { Jq } from '../../../src/render/jq/jq-paths.js';
import { readDocuments } from '../../../src/render/yaml/read-documents.js';

/** What a real Argo CD said of one object: fixtures/argo-verdicts/README.md. */
export interface RecordedResource {
  readonly ref: string;
  readonly group: string;
  readonly sync: string | null;
  readonly requiresPruning?: boolean;
  readonly hook?: boolean;
}

/** `expect.yaml` of one recorded application. */
export interface RecordedVerdict {
  readonly sync: string;
  readonly resources: readonly RecordedResource[];
  readonly conditions?: readonly string[];
}

const FOLDER = process.env.ARGO_VERDICTS ?? fileURLToPath(new URL('../../../fixtures/argo-verdicts/', import.meta.url));

/** The folders of the recorded applications. */
export const RECORDED: readonly string[] = readdirSync(FOLDER)
  .filter((name) => name.startsWith('v-'))
  .sort((a, b) => Number(a.split('-')[1]) - Number(b.split('-')[1]));

/** What was recorded, and what we say of the same application: from what the repo server rendered and the saved objects. */
export function judgeRecorded(
  name: string,
  jq: Jq,
): { readonly recorded: RecordedVerdict; readonly ours: ArgoVerdict } {
  const folder = `${FOLDER}/${name}/`;
  const [application] = yamlObjects(`${folder}application.yaml`);
  const [settings] = yamlObjects(`${folder}argocd-cm.yaml`);
  const [recorded] = yamlObjects(`${folder}expect.yaml`);
  const rendered = yamlObjects(`${folder}desired.rendered.yaml`);
  const crds = existsSync(`${folder}crds.yaml`) ? readFileSync(`${folder}crds.yaml`, 'utf8') : undefined;
  const schema = mergeSchemas(builtinSchema(), ...(crds === undefined ? [] : [parseSchemaFile(crds, 'crds.yaml')]));
  const read = readApplication(application as KubernetesObject, { where: 'application.yaml' });
  const isRefused = read.status.conditions.some(({ type }) => type === 'InvalidSpecError');
  const ours = judgeApplication({
    application: read,
    settings: readSettings(settings),
    // Projects were not recorded; the one named default permits everything.
    project:
      read.project === 'default'
        ? { kind: 'found', project: DEFAULT_PROJECT }
        : isRefused
          ? { kind: 'missing' }
          : { kind: 'unknown', reason: 'not recorded' },
    rendered: existsSync(`${folder}desired.rendered.yaml`)
      ? { kind: 'rendered', objects: rendered }
      : { kind: 'failed', message: 'the repo server could not' },
    live: liveObjects(`${folder}live.json`),
    unreadable: new Map(),
    isNamespaced: (gvk) => schema.kinds[gvkKey(gvk)]?.namespaced,
    schema,
    tools: argoTools(schema, jq),
  });
  return { recorded: recorded as unknown as RecordedVerdict, ours };
}

function liveObjects(file: string): readonly KubernetesObject[] {
  const items = dig(parseJson(readFileSync(file, 'utf8')), 'items');
  return (isArray(items) ? items : []) as readonly KubernetesObject[];
}

function yamlObjects(file: string): readonly KubernetesObject[] {
  if (!existsSync(file)) return [];
  const { documents } = readDocuments(readFileSync(file, 'utf8'), file);
  return documents.flatMap(unwrapLists).map(({ value }: { value: JsonValue }) => value as KubernetesObject);
}
