import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { kubectl, kubectlOk, until } from '../controlplane/kubectl.js';
import { aged } from './aged.js';
import type { Stage } from './demo-world.js';
import { type Making, REASON_WORLDS } from './reason-worlds.js';

const program = promisify(execFile);
const NAMESPACE = 'marketplace';
/** When the worlds are said to be recorded: nothing in the pages changes with the day of a recording. */
const RECORDED_AT = '2026-11-30T12:00:00Z';

/** Makes every world of fixtures/reasons (or those named) on a real server and writes its live.json. */
export async function recordReasonWorlds(stage: Stage, root: string, only: readonly string[] = []): Promise<void> {
  for (const [name, make] of Object.entries(REASON_WORLDS)) {
    if (only.length > 0 && !only.includes(name)) continue;
    await recordWorld(stage, root, name, make);
    process.stderr.write(`recorded fixtures/reasons/${name}\n`);
  }
}

async function recordWorld(
  { kubeconfig, kubectl: executable }: Stage,
  root: string,
  name: string,
  make: (making: Making) => Promise<string | undefined>,
): Promise<void> {
  const folder = `${root}fixtures/reasons/${name}/`;
  const options = (stdin: string) => ({ kubeconfig, program: executable, stdin });
  const words = (args: string): string[] => ['-n', NAMESPACE, ...args.split(' ')];
  const run: Making['run'] = (args, stdin = '') => kubectlOk(words(args), options(stdin));
  const crds = await file(`${folder}other/crds.yaml`);
  const desired = name === 'pull-request' ? 'base/apps' : 'desired';
  await run(`create namespace ${NAMESPACE}`);
  try {
    if (crds !== '') {
      await run('apply -f -', crds);
      await run('wait --for=condition=Established -f -', crds);
    }
    const live = await make({
      git: await documentsOf(folder + desired),
      run,
      apply: (manager, manifests) => run(`apply --server-side --field-manager=${manager} -f -`, manifests),
      patch: (object, manager, body, type = 'strategic') =>
        kubectlOk(
          [...words(`patch ${object} --type=${type} --field-manager=${manager} -p`), JSON.stringify(body)],
          options(''),
        ),
      refused: async (args, stdin) => refusal((await kubectl(words(args), options(stdin))).stderr.trim()),
      file: (path) => readFile(folder + path, 'utf8'),
      save: (path, text) => writeFile(folder + path, path === 'answers.json' ? text : aged(text, RECORDED_AT)),
      replicas: (deployment, count) =>
        until(
          async () => (await run(`get deployment/${deployment} -o=jsonpath={.spec.replicas}`)) === count,
          `${deployment} is scaled to ${count}`,
          120_000,
        ),
    });
    const recorded = live ?? (await record(kubeconfig, root, folder));
    await writeFile(`${folder}live.json`, aged(recorded, RECORDED_AT));
  } finally {
    await clearAway(run, crds, folder);
  }
}

async function record(kubeconfig: string, root: string, folder: string): Promise<string> {
  const given = [`${root}bin/gitdrift.js`, 'record', `${folder}desired`, `--kubeconfig=${kubeconfig}`];
  const { stdout } = await program(process.execPath, [...given, `--namespace=${NAMESPACE}`], { maxBuffer: 1e8 });
  return stdout;
}

/** Everything that a world leaves outside its namespace too, so that the next one begins with nothing. */
async function clearAway(run: Making['run'], crds: string, folder: string): Promise<void> {
  await run(`delete namespace ${NAMESPACE} --wait=true`);
  if (crds !== '') await run('delete -f -', crds);
  for (const policy of ['mirror', 'cost-centre', 'policy']) {
    const text = await file(`${folder}other/${policy}.yaml`);
    if (text !== '') await run('delete --ignore-not-found -f -', text);
  }
  await run('delete validatingwebhookconfiguration/order-checks --ignore-not-found');
}

async function file(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

/** The documents of a folder's manifests, in the order of the files. */
async function documentsOf(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /^[^.].*\.yaml$/.test(name)).sort();
  const texts = await Promise.all(names.map((name) => readFile(`${folder}/${name}`, 'utf8')));
  return texts.flatMap((text) => text.split('---\n'));
}

/** The server's message as it sent it: kubectl words one that tells of invalid fields anew. */
function refusal(said: string): string {
  const invalid = /^The (\w+) ("\S+") is invalid: (.*)$/s.exec(said);
  return invalid === null
    ? said
    : `Error from server (Invalid): ${invalid[1]}.apps ${invalid[2]} is invalid: ${invalid[3]}`;
}
