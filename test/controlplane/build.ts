import { createHash } from 'node:crypto';
import { readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtOnce, cacheFolder } from './cache.js';
import { go } from './go.js';

export type KubernetesVersion = '1.36' | '1.34';

/** The programs of one build: `controlplane` with all its commands, and `kubectl`, a link to it. */
interface ControlPlanePrograms {
  readonly controlplane: string;
  readonly kubectl: string;
}

const builds: Record<KubernetesVersion, { readonly release: string; readonly modFile: string }> = {
  '1.36': { release: 'v1.36.3', modFile: 'go.mod' },
  '1.34': { release: 'v1.34.3', modFile: 'go-1.34.mod' },
};

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Builds the control plane of a Kubernetes version, once for the same sources and the same Go. */
export async function buildControlPlane(version: KubernetesVersion = '1.36'): Promise<ControlPlanePrograms> {
  const { release, modFile } = builds[version];
  const key = (await hashOfSources(modFile, release)).slice(0, 16);
  const built = await builtOnce(join(cacheFolder(), `controlplane-${version}-${key}`), async (target) => {
    process.stderr.write(`building the control plane of Kubernetes ${release}, about 5 minutes the first time\n`);
    // The state of the Git repository around this folder must not become part of the binary.
    const flags = ['-trimpath', '-buildvcs=false', `-modfile=${modFile}`, '-ldflags', linkerFlags(release)];
    await go(['build', ...flags, '-o', join(target, 'controlplane'), '.'], { cwd: folder, env: { GOWORK: 'off' } });
    await symlink('controlplane', join(target, 'kubectl'));
  });
  return { controlplane: join(built, 'controlplane'), kubectl: join(built, 'kubectl') };
}

/** Without these the server says it is v0.0.0-master, and kubectl the same of itself. */
function linkerFlags(release: string): string {
  const [major = '', minor = ''] = release.slice(1).split('.');
  const values = { gitVersion: release, gitMajor: major, gitMinor: minor };
  const stamps = ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'].flatMap((variables) =>
    Object.entries(values).map(([name, value]) => `-X ${variables}.${name}=${value}`),
  );
  return ['-s', '-w', ...stamps].join(' ');
}

async function hashOfSources(modFile: string, release: string): Promise<string> {
  const sources = (await readdir(folder)).filter((name) => name.endsWith('.go')).sort();
  const hash = createHash('sha256')
    .update(await go(['env', 'GOVERSION', 'GOOS', 'GOARCH']))
    .update(linkerFlags(release));
  for (const name of [modFile, modFile.replace(/mod$/, 'sum'), ...sources]) {
    hash.update(`\0${name}\0`).update(await readFile(join(folder, name)));
  }
  return hash.digest('hex');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(`${JSON.stringify(await buildControlPlane(), undefined, 2)}\n`);
}
