import type { Origin } from '../model/manifest.js';
import { printable } from './safe-text.js';

/** `apps/catalog/deploy.yaml:7`. */
export function placeText({ file, line }: Origin): string {
  return printable(line === undefined ? file : `${file}:${line}`);
}

/**
 * Which commit wrote the declaring line: `declared in apps/catalog/deploy.yaml:7, last changed by 1a2b3c4 (2026-11-28,
 * Jo Doe): raise replicas`; '' where that was not asked for or is not known.
 */
export function blameText(origin: Origin | undefined): string {
  if (origin === undefined) return '';
  const where = `declared in ${placeText(origin)}`;
  if (origin.uncommitted) return `${where}, not committed yet`;
  const { commit } = origin;
  if (commit === undefined) return '';
  const who = [commit.time.slice(0, 'YYYY-MM-DD'.length), printable(commit.author)]
    .filter((part) => part !== '')
    .join(', ');
  const shallow = origin.shallow ? ' or an earlier commit, which this shallow clone lacks' : '';
  return `${where}, last changed by ${commit.sha.slice(0, 7)}${shallow} (${who}): ${printable(commit.subject)}`;
}
