import { compareVersions, parseVersion, type Version } from './semver.js';

/** True for a version that a constraint admits. */
export type VersionCheck = (version: Version) => boolean;

const PART = '[0-9|xX*]+';
const VERSION = String.raw`v?${PART}(?:\.${PART})?(?:\.${PART})?(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?`;
const OPERATOR = '(?:!=|>=|=>|<=|=<|~>|=|>|<|~|\\^|)';

const RANGE = new RegExp(String.raw`\s*(${VERSION})\s+-\s+(${VERSION})\s*`, 'g');
const ALL_OF = new RegExp(String.raw`^\s*${OPERATOR}\s*${VERSION}\s*(?:(?:\s+|,\s*)${OPERATOR}\s*${VERSION}\s*)*$`);
const EACH = new RegExp(String.raw`(${OPERATOR})\s*(${VERSION})`, 'g');
const PARTS = new RegExp(String.raw`^v?(${PART})(?:\.(${PART}))?(?:\.(${PART}))?(-[0-9A-Za-z.-]+)?`);

/** Nobody writes a longer one, and its expressions may try one way after the other. */
const LONGEST = 256;

/** One comparison; the first of major, minor and patch that was left open, or an `x`, is `open`. */
interface Bound {
  readonly operator: string;
  readonly version: Version;
  readonly open: 'major' | 'minor' | 'patch' | undefined;
}

/**
 * Reads a constraint as Masterminds/semver v3 does: `1.2.*`, `>=1.2 <2`, `^1`, `~1.2.3 || 3.x`, `1.2 - 1.4`. Pre-releases
 * are admitted only where a part of it names one. Undefined for text that is no constraint.
 */
export function parseConstraint(text: string): VersionCheck | undefined {
  if (text.length > LONGEST) return undefined;
  const rewritten = text.replace(RANGE, '>= $1, <= $2 ');
  const groups: { readonly bounds: readonly Bound[]; readonly pre: boolean }[] = [];
  for (const group of rewritten.split('||')) {
    if (!ALL_OF.test(group)) return undefined;
    const bounds: Bound[] = [];
    for (const [, operator = '', version = ''] of group.matchAll(EACH)) {
      const bound = boundOf(operator, version);
      if (bound === undefined) return undefined;
      bounds.push(bound);
    }
    groups.push({ bounds, pre: bounds.some((bound) => bound.version.pre !== '') });
  }
  return (version) =>
    groups.some(({ bounds, pre }) => (version.pre === '' || pre) && bounds.every((bound) => admits(bound, version)));
}

function boundOf(operator: string, text: string): Bound | undefined {
  const [, major = '', minor, patch, pre = ''] = PARTS.exec(text) ?? [];
  const isOpen = (part: string | undefined): boolean => part === undefined || /^[xX*]$/.test(part);
  const open = isOpen(major) ? 'major' : isOpen(minor) ? 'minor' : isOpen(patch) ? 'patch' : undefined;
  const numbers = [open === 'major' ? '0' : major, ...(open === undefined || open === 'patch' ? [minor] : ['0'])];
  const version = parseVersion(`${numbers.join('.')}.${open === undefined ? patch : '0'}${pre}`);
  return version === undefined ? undefined : { operator, version, open };
}

function admits(bound: Bound, version: Version): boolean {
  const { operator, open } = bound;
  const order = compareVersions(version, bound.version);
  switch (operator) {
    case '!=':
      return isOther(bound, version, order);
    case '>':
      return order > 0 && (open === undefined || open === 'major' || !isWithin(bound, version));
    case '<':
      return order < 0;
    case '>=':
    case '=>':
      return order >= 0;
    case '<=':
    case '=<':
      return open === undefined ? order <= 0 : isAtMost(bound, version);
    case '~':
    case '~>':
      return isTilde(bound, version, order);
    case '^':
      return isCaret(bound, version, order);
    default:
      return open === undefined ? order === 0 : isTilde(bound, version, order);
  }
}

/** Equal in all parts before the one that was left open. */
function isWithin({ version: of, open }: Bound, version: Version): boolean {
  return version.major === of.major && (open === 'minor' || version.minor === of.minor);
}

function isOther(bound: Bound, version: Version, order: number): boolean {
  if (bound.open !== 'minor' && bound.open !== 'patch') return order !== 0;
  return !isWithin(bound, version) || (bound.open === 'patch' && version.pre !== bound.version.pre);
}

function isAtMost({ version: of, open }: Bound, version: Version): boolean {
  if (version.major !== of.major) return version.major < of.major;
  return open === 'minor' || version.minor <= of.minor;
}

function isTilde({ version: of, open }: Bound, version: Version, order: number): boolean {
  if (order < 0) return false;
  // `*`, and `~0.0.0`, which the library takes for any version.
  const zero = of.major === 0n && of.minor === 0n && of.patch === 0n;
  if (zero && open !== 'minor' && open !== 'patch') return true;
  return version.major === of.major && (open === 'minor' || version.minor === of.minor);
}

function isCaret({ version: of, open }: Bound, version: Version, order: number): boolean {
  if (order < 0) return false;
  if (of.major > 0n || open === 'minor') return version.major === of.major;
  if (version.major > 0n) return false;
  if (of.minor > 0n || open === 'patch') return version.minor === of.minor;
  return version.minor === 0n && version.patch === of.patch;
}
