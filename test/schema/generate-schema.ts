/**
 * Writes src/cluster/schema/data/builtin-<version>.json from what real API servers say of themselves: the newest version
 * whole, of the others what differs from it.
 *
 *   npm run generate:schema                 starts a control plane of our own for each version
 *   npm run generate:schema -- --from DIR   reads dumps in DIR/<version>/: one OpenAPI v3 document a group-version,
 *                                           schema-facts.json, version.json
 */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { SCHEMA_VERSIONS, type SchemaDifference, type SchemaVersion } from '../../src/cluster/schema/builtin.js';
import { schemaFromOpenApi } from '../../src/cluster/schema/from-openapi.js';
import { mergeSchemas } from '../../src/cluster/schema/merge.js';
import { digString, type JsonValue } from '../../src/model/json.js';
import type { SchemaBundle } from '../../src/model/schema.js';
import { buildControlPlane } from '../controlplane/build.js';
import { startControlPlane } from '../controlplane/start.js';
import { compactBundle } from './compact.js';
import { differenceFrom } from './difference.js';
import { type SchemaFacts, withGoFacts } from './go-facts.js';

const DATA = fileURLToPath(new URL('../../src/cluster/schema/data/', import.meta.url));
const run = promisify(execFile);

interface Dump {
  /** `1.36`. */
  readonly version: string;
  readonly documents: readonly JsonValue[];
  readonly facts: SchemaFacts;
}

async function readDump(dir: string): Promise<Dump> {
  const read = async (name: string) => JSON.parse(await readFile(join(dir, name), 'utf8')) as JsonValue;
  const names = (await readdir(dir)).filter((name) => /(^|_)v\d+((alpha|beta)\d+)?\.json$/.test(name)).sort();
  return {
    version: minorVersion(await read('version.json')),
    documents: await Promise.all(names.map(read)),
    facts: (await read('schema-facts.json')) as unknown as SchemaFacts,
  };
}

async function askControlPlane(version: SchemaVersion): Promise<Dump> {
  const { controlplane } = await buildControlPlane(version);
  const cluster = await startControlPlane({ version });
  const get = async (path: string) =>
    JSON.parse(await output('kubectl', ['--kubeconfig', cluster.kubeconfig, 'get', '--raw', path])) as JsonValue;
  try {
    const index = (await get('/openapi/v3')) as { paths: Record<string, { serverRelativeURL: string }> };
    const served = Object.keys(index.paths)
      .filter((path) => /^(api|apis\/[^/]+)\/v[^/]+$/.test(path))
      .sort();
    const documents: JsonValue[] = [];
    for (const path of served) documents.push(await get(`/openapi/v3/${path}`));
    return {
      version: minorVersion(await get('/version')),
      documents,
      facts: JSON.parse(await output(controlplane, ['schema-facts'])) as SchemaFacts,
    };
  } finally {
    await cluster.stop();
  }
}

async function output(command: string, args: readonly string[]): Promise<string> {
  return (await run(command, args, { maxBuffer: 256 * 1024 * 1024 })).stdout;
}

function minorVersion(version: JsonValue): string {
  return `${digString(version, 'major')}.${digString(version, 'minor')?.replace(/\D/g, '')}`;
}

function builtInOnly(bundle: SchemaBundle): SchemaBundle {
  return { ...bundle, kinds: Object.fromEntries(Object.entries(bundle.kinds).filter(([, kind]) => !kind.custom)) };
}

/** One line a type and a kind, so that a change of a Kubernetes version can be reviewed. */
function print({ types, kinds, ...more }: SchemaBundle | SchemaDifference): string {
  const lines = (record: object) =>
    Object.entries(record)
      .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
      .join(',\n');
  const head = Object.entries(more).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},\n`);
  return `{${head.join('')}"types":{\n${lines(types)}\n},\n"kinds":{\n${lines(kinds)}\n}}\n`;
}

async function schemaOf(version: SchemaVersion, from: string | undefined): Promise<SchemaBundle> {
  const dump = from === undefined ? await askControlPlane(version) : await readDump(join(from, version));
  if (dump.version !== version) throw new Error(`a server of ${dump.version} answered in place of ${version}`);
  const merged = mergeSchemas(...dump.documents.map((document) => builtInOnly(schemaFromOpenApi(document))));
  return compactBundle(withGoFacts(merged, dump.facts));
}

async function write(version: SchemaVersion, data: SchemaBundle | SchemaDifference): Promise<void> {
  const file = join(DATA, `builtin-${version}.json`);
  const text = print(data);
  await writeFile(file, text);
  process.stdout.write(`${file}: ${text.length} bytes\n`);
}

const { values } = parseArgs({ options: { from: { type: 'string' } } });
const [newest, ...older] = SCHEMA_VERSIONS;
await mkdir(DATA, { recursive: true });
const whole = await schemaOf(newest, values.from);
await write(newest, whole);
for (const version of older) {
  await write(version, differenceFrom(whole, newest, await schemaOf(version, values.from)));
}
