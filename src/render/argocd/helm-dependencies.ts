import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { GitdriftError } from '../../model/errors.js';
import { digString, field, isArray } from '../../model/json.js';
import { withoutLogins } from '../../model/url-login.js';
import { isInside, shownPath } from '../contained.js';
import type { Helm } from '../helm.js';
import { readText } from '../read-text.js';
import { readDocuments } from '../yaml/read-documents.js';

/**
 * Fetches the dependencies that a chart asks for and does not bring along (`helm dependency build`), into the checkout
 * that is this run's own. Throws `source-not-found` for a dependency outside the repository; helm's own failures pass.
 */
export async function buildDependencies(chart: string, root: string, helm: Helm): Promise<void> {
  const shown = shownPath(root, join(chart, 'Chart.yaml'));
  for (const name of ['Chart.yaml', 'Chart.lock']) {
    const text = await readText(join(chart, name), shown).catch(() => '');
    for (const address of repositoriesIn(text, shown)) {
      if (address.startsWith('file://')) {
        if (isInside(root, join(chart, address.slice('file://'.length)))) continue;
        throw new GitdriftError(
          'source-not-found',
          `${shown}: the dependency ${address} is outside of the repository`,
          {
            hint: 'put the chart into the repository, or into a chart repository',
            position: { file: shown },
          },
        );
      }
      if (withoutLogins(address) !== address) {
        throw new GitdriftError(
          'source-not-found',
          `${shown}: the address of the dependency ${withoutLogins(address)} holds a login`,
          {
            hint: "it would stand in the process list: put the chart into the chart's charts folder, or take the login out",
            position: { file: shown },
          },
        );
      }
      // Without being added, a repository that Chart.lock names is refused; its name does not matter.
      if (/^https?:\/\//.test(address)) await helm(['repo', 'add', nameOf(address), address]);
    }
  }
  await helm(['dependency', 'build', chart]);
}

function repositoriesIn(text: string, shown: string): readonly string[] {
  const [document] = text === '' ? [] : readDocuments(text, shown).documents;
  const list = document === undefined ? undefined : field(document.value, 'dependencies');
  const addresses = (isArray(list) ? list : []).map((dependency) => digString(dependency, 'repository') ?? '');
  return [...new Set(addresses.filter((address) => address !== ''))];
}

function nameOf(address: string): string {
  return `r${createHash('sha256').update(address).digest('hex').slice(0, 12)}`;
}
