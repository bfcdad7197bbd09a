import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { unwrapLists } from '../../../src/desired/unwrap-lists.js';
import { isBuiltInGroup } from '../../../src/model/built-in-groups.js';
import { dig, isArray, type JsonObject } from '../../../src/model/json.js';
import { parseJson } from '../../../src/model/json-text.js';
import { type KubernetesObject, refKey, refOf } from '../../../src/model/resource.js';
import { readDocuments } from '../../../src/render/yaml/read-documents.js';

const FIXTURES = fileURLToPath(new URL('../../../fixtures/', import.meta.url));

/** A desired object of a built-in kind, and the live one where a fixture has it. */
export interface World {
  readonly desired: KubernetesObject;
  readonly live?: KubernetesObject;
}

/** All pairs of the recorded applications and cases, and the objects of every kind. */
export function worlds(): readonly World[] {
  const folders = ['argo-verdicts', 'cases'].flatMap((name) =>
    readdirSync(`${FIXTURES}${name}`).map((one) => `${FIXTURES}${name}/${one}/`),
  );
  const pairs = folders.flatMap((folder) => {
    const live = new Map(
      liveObjects(`${folder}live.json`).map((object) => [refKey({ ...refOf(object), namespace: '' }), object]),
    );
    const desired = [...yamlObjects(`${folder}desired.rendered.yaml`), ...yamlObjects(`${folder}desired.yaml`)];
    return desired.map((object): World => {
      const found = live.get(refKey({ ...refOf(object), namespace: '' }));
      return found === undefined || found.apiVersion !== object.apiVersion
        ? { desired: object }
        : { desired: object, live: found };
    });
  });
  const files = readdirSync(`${FIXTURES}every-kind`).filter((name) => name.endsWith('.yaml'));
  const alone = files.flatMap((name) => yamlObjects(`${FIXTURES}every-kind/${name}`)).map((desired) => ({ desired }));
  return [...pairs, ...alone].filter(
    ({ desired }) => isBuiltInGroup(refOf(desired).group) && refOf(desired).name !== '',
  );
}

function yamlObjects(file: string): readonly KubernetesObject[] {
  if (!existsSync(file)) return [];
  const { documents } = readDocuments(readFileSync(file, 'utf8'), file);
  return documents.flatMap(unwrapLists).map(({ value }) => value as KubernetesObject);
}

function liveObjects(file: string): readonly KubernetesObject[] {
  if (!existsSync(file)) return [];
  const parsed = parseJson(readFileSync(file, 'utf8'));
  const items = dig(parsed, 'items');
  return (isArray(items) ? items : [parsed as JsonObject]) as readonly KubernetesObject[];
}
