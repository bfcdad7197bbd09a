/** A version, read loosely: `v1`, `1.2` and `01.2.3` are versions too. */
export interface Version {
  readonly major: bigint;
  readonly minor: bigint;
  readonly patch: bigint;
  /** Without its dash; empty for a release. */
  readonly pre: string;
}

const VERSION =
  /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;

/** Reads a version as Masterminds/semver v3 does (NewVersion); undefined for any other text. */
export function parseVersion(text: string): Version | undefined {
  const [whole, major, minor, patch, pre = ''] = VERSION.exec(text) ?? [];
  // A numeric part of a pre-release must not begin with a zero.
  if (whole === undefined || pre.split('.').some((part) => /^0\d+$/.test(part))) return undefined;
  return { major: BigInt(major ?? 0), minor: BigInt(minor ?? 0), patch: BigInt(patch ?? 0), pre };
}

/** Below zero where `a` comes first, by the rules of Semantic Versioning; what follows a `+` does not count. */
export function compareVersions(a: Version, b: Version): number {
  for (const part of ['major', 'minor', 'patch'] as const) {
    if (a[part] !== b[part]) return a[part] < b[part] ? -1 : 1;
  }
  if (a.pre === b.pre) return 0;
  // A release comes after its pre-releases.
  if (a.pre === '' || b.pre === '') return a.pre === '' ? 1 : -1;
  return comparePre(a.pre.split('.'), b.pre.split('.'));
}

function comparePre(a: readonly string[], b: readonly string[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const [left, right] = [a[at], b[at]];
    if (left === right) continue;
    if (left === undefined || right === undefined) return left === undefined ? -1 : 1;
    const [isNumber, otherIsNumber] = [/^\d+$/.test(left), /^\d+$/.test(right)];
    if (isNumber && otherIsNumber) return BigInt(left) < BigInt(right) ? -1 : 1;
    // Numbers come before words.
    if (isNumber !== otherIsNumber) return isNumber ? -1 : 1;
    return left < right ? -1 : 1;
  }
  return 0;
}
