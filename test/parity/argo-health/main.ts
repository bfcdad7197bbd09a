import { assessHealth } from '../../../src/verdict/health/assess.js';
import { type PeerCase, peerCases } from './peer-cases.js';

interface Judged extends PeerCase {
  readonly found: string;
  readonly foundMessage: string;
}

const USAGE = 'usage: npm run parity:argo-health -- DIR [--list tuned|tuned-later|all]\n';

/**
 * Prints how far our health and Argo CD's agree on status over DIR, and apart from it how often we say Healthy where Argo
 * CD does not, for each half of the groups. `--list` names the disagreements. Exit 0, or 2 where DIR holds no cases.
 */
export function main(args: readonly string[]): number {
  const [folder, flag, which] = args;
  if (
    folder === undefined ||
    (flag !== undefined && (flag !== '--list' || !['tuned', 'tuned-later', 'all'].includes(which ?? '')))
  ) {
    process.stderr.write(USAGE);
    return 2;
  }
  const judged = peerCases(folder).map((one): Judged => {
    const health = assessHealth(one.object);
    return { ...one, found: health?.status ?? 'none', foundMessage: health?.message ?? '' };
  });
  if (judged.length === 0) {
    process.stderr.write(`${folder} holds no health_test.yaml below GROUP/KIND\n${USAGE}`);
    return 2;
  }
  if (which !== undefined) {
    for (const one of judged) if (one.found !== one.expected && (which === 'all' || one.half === which)) list(one);
  }
  for (const half of ['tuned', 'tuned-later', 'held-out'] as const)
    print(
      half,
      judged.filter((one) => one.half === half),
    );
  print('all', judged);
  return 0;
}

function list(one: Judged): void {
  process.stdout.write(`${one.name}: peer ${one.expected}, here ${one.found}\n`);
  process.stdout.write(`  peer: ${one.message.split('\n')[0]}\n  here: ${one.foundMessage.split('\n')[0]}\n`);
}

function print(title: string, judged: readonly Judged[]): void {
  const agreed = judged.filter(({ found, expected }) => found === expected).length;
  const green = judged.filter(({ found, expected }) => found === 'Healthy' && expected !== 'Healthy').length;
  const silent = judged.filter(({ found }) => found === 'none').length;
  const share = (count: number): string => `${count} of ${judged.length} (${percent(count, judged.length)})`;
  process.stdout.write(
    `${title}: agreement on status ${share(agreed)}; Healthy where the peer says otherwise ${share(green)}; no verdict ${share(silent)}\n`,
  );
}

function percent(part: number, whole: number): string {
  return whole === 0 ? 'no cases' : `${((100 * part) / whole).toFixed(1)} %`;
}
