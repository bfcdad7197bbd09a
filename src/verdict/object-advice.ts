import type { ResourceReport } from '../model/report.js';
import { refText } from '../model/resource.js';
import { lossOnDeletion } from './consequences.js';
import { listed } from './wording.js';

/** What to do about whole objects that only one side has, as sentences without a full stop: deletions first. */
export function objectAdvice(resources: readonly ResourceReport[]): readonly string[] {
  const extraneous = resources.filter(({ outcome }) => outcome === 'extraneous');
  const missing = resources.filter(({ outcome }) => outcome === 'missing');
  const expected = missing.filter(({ explanation }) => explanation?.status === 'explained');
  const unexpected = missing.filter(({ explanation }) => explanation?.status !== 'explained');
  return [...pruned(extraneous), ...created(unexpected), ...expected.map(absentAsExpected)];
}

/** What to do about fields that a person, or an unknown writer where it matters, put into live beside Git. */
export function undeclaredAdvice(resources: readonly ResourceReport[]): readonly string[] {
  const found = resources.flatMap((resource) =>
    resource.undeclared
      .filter(({ explanation }) => explanation.status === 'unexplained')
      .map(({ path, writer }) => `${path} of ${refText(resource)} (by ${writer.name})`),
  );
  if (found.length === 0) return [];
  return [`Adopt ${listed(found)} in Git or remove it by hand: Git does not declare it, so a sync leaves it`];
}

function pruned(found: readonly ResourceReport[]): readonly string[] {
  if (found.length === 0) return [];
  const them = found.length === 1 ? 'it' : 'them';
  const deleted = listed(found.map((resource) => `${refText(resource)}${lossOnDeletion(resource)}`));
  return [`A sync with prune deletes ${deleted}: add ${them} to Git first if wanted`];
}

function created(found: readonly ResourceReport[]): readonly string[] {
  if (found.length === 0) return [];
  const [is, them] = found.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return [
    `${listed(found.map(refText))} ${is} missing: a sync creates ${them}; make sure first that nobody deleted ${them} on purpose`,
  ];
}

function absentAsExpected(resource: ResourceReport): string {
  return `${refText(resource)} is missing as expected: ${resource.explanation?.message ?? ''}`;
}
