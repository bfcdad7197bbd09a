import { join } from 'node:path';
import { builtOnce, cacheFolder } from './cache.js';
import { go } from './go.js';
import { onPath } from './on-path.js';

/** Paths of the real renderers that the tests run. */
export interface Tools {
  readonly helm: string;
  readonly kustomize: string;
}

const helm = {
  name: 'helm',
  package: 'helm.sh/helm/v3/cmd/helm',
  version: 'v3.20.2',
  // Helm's own build stamps it; without, charts that ask for .Capabilities.HelmVersion see another one.
  ldflags: '-s -w -X helm.sh/helm/v3/internal/version.version=v3.20.2',
};

const kustomize = {
  name: 'kustomize',
  package: 'sigs.k8s.io/kustomize/kustomize/v5',
  version: 'v5.8.1',
  ldflags: '-s -w',
};

/** Installs helm and kustomize at the versions above into the cache, once. */
export async function installTools(): Promise<Tools> {
  // One after the other: each build uses every core.
  return { helm: await install(helm), kustomize: await install(kustomize) };
}

/** The machine's own helm and kustomize, for machines that cannot build; installs those that are missing. */
export async function findTools(): Promise<Tools> {
  return {
    helm: onPath('helm') ?? (await install(helm)),
    kustomize: onPath('kustomize') ?? (await install(kustomize)),
  };
}

async function install(tool: typeof helm): Promise<string> {
  const installed = await builtOnce(join(cacheFolder(), `${tool.name}-${tool.version}`), async (target) => {
    process.stderr.write(`building ${tool.name} ${tool.version}, a few minutes the first time\n`);
    await go(['install', '-trimpath', '-ldflags', tool.ldflags, `${tool.package}@${tool.version}`], {
      cwd: target,
      env: { GOBIN: target },
    });
  });
  return join(installed, tool.name);
}
