import type { Finding, SyncEffect } from '../model/report.js';
import { refText } from '../model/resource.js';
import { hang, wrapWords } from './layout.js';
import type { Palette } from './palette.js';
import { count } from './plural.js';
import { printable } from './safe-text.js';
import { listsAll, type TextOptions } from './text-options.js';

const SEVERITY_ORDER = { error: 0, warning: 1, note: 2 } as const;

/** Findings, the gravest first; notes only where everything is listed. */
export function findingLines(findings: readonly Finding[], options: TextOptions, paint: Palette): string[] {
  const most = options.quiet ? 0 : listsAll(options) ? 2 : 1;
  const shown = findings.filter((finding) => SEVERITY_ORDER[finding.severity] <= most);
  const hidden = findings.length - shown.length;
  const look = { error: paint.bad, warning: paint.warn, note: paint.dim } as const;
  const lines = [...shown]
    .sort((a, b) => SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity])
    .flatMap((finding) => {
      const [first = '', ...rest] = hang(findingText(finding), options.width, 4);
      const colon = first.indexOf(':');
      const head = `${look[finding.severity](first.slice(0, colon + 1))}${first.slice(colon + 1)}`;
      return [head, ...rest, ...fixLines(finding, options, paint)];
    });
  if (hidden > 0 && !options.quiet) {
    lines.push(
      ...wrapWords(`${count(hidden, 'note')} (-v lists ${hidden === 1 ? 'it' : 'them'})`, options.width).map(paint.dim),
    );
  }
  return lines.length === 0 ? [] : ['', ...lines];
}

/** What to do about a finding, with the lines to paste as they are: wrapping would break them. */
function fixLines({ fix }: Finding, options: TextOptions, paint: Palette): string[] {
  if (fix === undefined || options.quiet) return [];
  return [
    ...hang(`    fix: ${printable(fix.message)}`, options.width, 6),
    ...(fix.paste === undefined ? [] : fix.paste.split('\n').map((line) => paint.dim(`      ${printable(line)}`))),
  ];
}

function findingText(finding: Finding): string {
  const at = finding.origin;
  const place = [
    finding.resource === undefined ? undefined : refText(finding.resource),
    finding.path,
    at === undefined ? undefined : at.line === undefined ? at.file : `${at.file}:${at.line}`,
  ].filter((part) => part !== undefined);
  return printable(
    `${finding.severity}: ${place.length === 0 ? '' : `${place.join(' ')}: `}${finding.message} [${finding.code}]`,
  );
}

/** What a sync would do beyond putting desired values back, which each field's own `next` says. */
export function effectLines(effects: readonly SyncEffect[], options: TextOptions, paint: Palette): string[] {
  const shown = effects.filter((effect) => options.verbose || effect.code !== 'overwrites');
  if (shown.length === 0) return [];
  const lines = shown.flatMap((effect) => {
    const ref = refText(effect.resource);
    const place = effect.message.includes(ref) ? '' : `${ref}${effect.path === undefined ? '' : ` ${effect.path}`}: `;
    const text = printable(`${effect.code.replaceAll('-', ' ')}: ${place}${effect.message}`);
    return hang(`  ${text}`, options.width, 6);
  });
  return ['', paint.strong('A sync now:'), ...lines];
}
