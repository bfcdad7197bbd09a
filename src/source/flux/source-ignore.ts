import { matchesAll } from '../../model/glob-steps.js';
import { readPathMatch } from '../../model/path-match.js';

/** One pattern of a `.sourceignore`, and the folder that it counts in, in parts. */
export interface IgnorePattern {
  readonly domain: readonly string[];
  readonly parts: readonly string[];
  readonly includes: boolean;
  readonly foldersOnly: boolean;
}

/** What no artifact holds (fluxcd/pkg sourceignore.go). */
const VCS = ['.git/', '.gitignore', '.gitmodules', '.gitattributes'];

/** What an artifact does not hold where nobody says what is to be ignored. */
const DEFAULTS = [
  ...['*.jpg', '*.jpeg', '*.gif', '*.png', '*.wmv', '*.flv', '*.tar.gz', '*.zip'],
  ...['.github/', '.circleci/', '.travis.yml', '.gitlab-ci.yml', 'appveyor.yml', '.drone.yml', 'cloudbuild.yaml'],
  ...['codeship-services.yml', 'codeship-steps.yml', '**/.goreleaser.yml', '**/.sops.yaml', '**/.flux.yaml'],
];

/** The patterns of a text in the form of `.gitignore`; `domain` is the folder that holds it, from the root. */
export function readIgnorePatterns(text: string, domain: readonly string[] = []): readonly IgnorePattern[] {
  return text
    .split(/\r?\n/)
    .filter((line) => !line.startsWith('#') && line.trim() !== '')
    .map((line) => patternOf(line, domain));
}

function patternOf(line: string, domain: readonly string[]): IgnorePattern {
  const includes = line.startsWith('!');
  const trimmed = (includes ? line.slice(1) : line).replace(/(?<!\\) +$/, '');
  const foldersOnly = trimmed.endsWith('/');
  return { domain, parts: (foldersOnly ? trimmed.slice(0, -1) : trimmed).split('/'), includes, foldersOnly };
}

/**
 * Tells what a source's artifact leaves out (fluxcd/pkg artifact/storage/archive.go): the last pattern that matches
 * decides; patterns of the user's take the place of the defaults. Paths count from the root, in parts.
 */
export function ignoresPath(own: readonly IgnorePattern[]): (path: readonly string[], isFolder: boolean) => boolean {
  const shipped = own.length > 0 ? VCS : [...VCS, ...DEFAULTS];
  const patterns = [...shipped.map((line) => patternOf(line, [])), ...own];
  return (path, isFolder) => {
    const decides = patterns.findLast((pattern) => matches(pattern, path, isFolder));
    return decides !== undefined && !decides.includes;
  };
}

function matches(pattern: IgnorePattern, path: readonly string[], isFolder: boolean): boolean {
  const { domain, parts } = pattern;
  if (path.length <= domain.length || !domain.every((part, at) => part === path[at])) return false;
  const inside = path.slice(domain.length);
  return parts.length === 1 ? matchesName(pattern, inside, isFolder) : matchesPath(pattern, inside, isFolder);
}

/** A pattern without a slash names any part of the path. */
function matchesName({ parts, foldersOnly }: IgnorePattern, path: readonly string[], isFolder: boolean): boolean {
  const at = path.findIndex((part) => matchesPart(parts[0] ?? '', part));
  return at >= 0 && !(foldersOnly && !isFolder && at === path.length - 1);
}

/** A pattern with slashes is walked along the path, with go-git's own idea of `**`; it may end before the path does. */
function matchesPath({ parts, foldersOnly }: IgnorePattern, path: readonly string[], isFolder: boolean): boolean {
  let rest = path;
  let matched = false;
  let anywhere = false;
  for (const [at, part] of parts.entries()) {
    if (part === '') {
      anywhere = false;
      continue;
    }
    if (part === '**') {
      if (at === parts.length - 1) break;
      anywhere = true;
      continue;
    }
    if (part.includes('**') || rest.length === 0) return false;
    if (anywhere) {
      anywhere = false;
      const found = rest.findIndex((one) => matchesPart(part, one));
      matched = found >= 0;
      rest = found < 0 ? [] : rest.slice(found + 1);
    } else {
      if (!matchesPart(part, rest[0] ?? '')) return false;
      matched = true;
      rest = rest.slice(1);
    }
  }
  return matched && !(foldersOnly && !isFolder && rest.length === 0);
}

/** Go's filepath.Match for one part of a path; a pattern that is none matches nothing. */
function matchesPart(pattern: string, part: string): boolean {
  const steps = readPathMatch(pattern);
  return steps !== undefined && matchesAll(steps, part);
}
