import { setTimeout as delay } from 'node:timers/promises';
import { builtinSchema } from '../../src/cluster/schema/builtin.js';
import { schemaFromCrds } from '../../src/cluster/schema/from-crds.js';
import { schemaFromOpenApi } from '../../src/cluster/schema/from-openapi.js';
import { mergeSchemas } from '../../src/cluster/schema/merge.js';
import type { KubernetesObject } from '../../src/model/resource.js';
import type { SchemaBundle } from '../../src/model/schema.js';
import { kubectl } from '../controlplane/kubectl.js';
import { type Api, connect, objectOf } from './api.js';
import { readCorpus } from './corpus.js';
import { type Agreement, judge } from './judge.js';
import { askAll } from './oracle.js';
import { planCase } from './plan.js';
import { playBatch } from './play.js';
import type { TestWorld } from './world.js';

export interface DifferentialOptions {
  readonly kubeconfig: string;
  /** The kubectl that makes the client-side applies. */
  readonly program: string;
  readonly seed: number;
  /** The numbers of the cases to run. */
  readonly numbers: readonly number[];
  /** Told after every batch. */
  progress?(done: number): void;
  /** Told of each case as soon as it is judged. */
  judged?(agreement: Agreement): void;
}

const BATCH = 120;
const NAMESPACE = 'differential';

/** Runs the cases against a cluster that is theirs alone, and says for each how gitdrift and the server agree. */
export async function runDifferential(options: DifferentialOptions): Promise<Agreement[]> {
  const world = await makeWorld(options);
  const agreements: Agreement[] = [];
  try {
    for (let first = 0; first < options.numbers.length; first += BATCH) {
      const numbers = options.numbers.slice(first, first + BATCH);
      const plans = numbers.map((number) => planCase(world, options.seed, number));
      const judged = await askAll(world, await playBatch(world, plans));
      for (const one of judged) {
        const agreement = judge(one, one.play.plan.number % 2 === 0 ? world.bundle : world.served);
        agreements.push(agreement);
        options.judged?.(agreement);
      }
      options.progress?.(first + numbers.length);
    }
  } finally {
    world.api.close();
  }
  return agreements;
}

async function makeWorld(options: DifferentialOptions): Promise<TestWorld> {
  const api = await connect(options.kubeconfig);
  const corpus = await readCorpus();
  await api.call({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: NAMESPACE } } });
  for (const body of corpus.definitions) {
    await api.call({ method: 'POST', path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', body });
  }
  const builtin = builtinSchema();
  return {
    api,
    corpus,
    bundle: mergeSchemas(builtin, schemaFromCrds(await established(api, corpus.definitions))),
    served: mergeSchemas(builtin, await servedSchema(api)),
    namespace: NAMESPACE,
    kubectl: (args, stdin) => kubectl(args, { kubeconfig: options.kubeconfig, program: options.program, stdin }),
  };
}

/** The definitions as the server holds them, once their objects can be made. */
async function established(api: Api, definitions: readonly KubernetesObject[]): Promise<KubernetesObject[]> {
  const stored: KubernetesObject[] = [];
  for (const { metadata } of definitions) {
    const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${String(metadata.name)}`;
    const plural = String(metadata.name).split('.')[0];
    for (let tries = 0; !(await api.call({ method: 'GET', path: `/apis/shop.example/v1/${plural}` })).ok; tries++) {
      if (tries > 200) throw new Error(`${String(metadata.name)} is not served`);
      await delay(50);
    }
    stored.push(objectOf(await api.call({ method: 'GET', path }), path));
  }
  return stored;
}

/** The custom kinds from the cluster's OpenAPI, which follows the definitions a little later. */
async function servedSchema(api: Api): Promise<SchemaBundle> {
  for (let tries = 0; ; tries++) {
    const bundles = await Promise.all(
      ['v1', 'v1beta1'].map(async (version) => {
        const answer = await api.call({ method: 'GET', path: `/openapi/v3/apis/shop.example/${version}` });
        return answer.ok ? schemaFromOpenApi(answer.body) : { types: {}, kinds: {} };
      }),
    );
    const merged = bundles.reduce((all, one) => mergeSchemas(all, one));
    if (Object.keys(merged.kinds).length >= 3) return merged;
    if (tries > 200) throw new Error(`the OpenAPI of shop.example serves ${Object.keys(merged.kinds).join(', ')} only`);
    await delay(100);
  }
}
