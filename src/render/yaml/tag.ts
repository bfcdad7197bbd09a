import type { DocumentDirective } from 'js-yaml';

const YAML_TAG_PREFIX = 'tag:yaml.org,2002:';

/**
 * The name of a tag as written before a node: `str` for `!!str`, `other` for tags that are not YAML's own (`!custom`,
 * `!`), undefined where there is none.
 */
export function tagName(written: string, directives: readonly DocumentDirective[]): string | undefined {
  if (written === '') return undefined;
  const full = fullTag(written, directives);
  return full.startsWith(YAML_TAG_PREFIX) ? full.slice(YAML_TAG_PREFIX.length) : 'other';
}

function fullTag(written: string, directives: readonly DocumentDirective[]): string {
  if (written.startsWith('!<')) return written.slice(2, -1);
  const [, handle = '!', suffix = ''] = /^(!(?:[0-9A-Za-z-]*!)?)(.*)$/.exec(written) ?? [];
  const declared = directives.find((directive) => directive.kind === 'tag' && directive.handle === handle);
  const prefix = declared?.kind === 'tag' ? declared.prefix : handle === '!!' ? YAML_TAG_PREFIX : handle;
  return prefix + suffix;
}
