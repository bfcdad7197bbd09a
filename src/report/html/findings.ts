import type { Finding, SyncEffect } from '../../model/report.js';
import { refText } from '../../model/resource.js';
import { placeText } from '../origin-text.js';
import { sentence } from './field.js';
import { type Html, html } from './markup.js';

const ORDER = { error: 0, warning: 1, note: 2 } as const;
const FRAMES = { error: 'open', warning: 'alert', note: 'settled' } as const;
const LOOK = { error: 'is-bad', warning: 'is-warn', note: 'quiet' } as const;

/** Findings, the gravest first, each with what to do about it. */
export function findingList(findings: readonly Finding[]): Html[] {
  return [...findings]
    .sort((a, b) => ORDER[a.severity] - ORDER[b.severity])
    .map((finding) => {
      const { severity, code, message, fix, resource, path, origin } = finding;
      const place = [
        ...(resource === undefined ? [] : [refText(resource)]),
        ...(path === undefined ? [] : [path]),
        ...(origin === undefined ? [] : [placeText(origin)]),
      ].map((text) => html`<code>${text}</code> `);
      const todo =
        fix === undefined ? [] : [html`<p><strong>Fix:</strong> ${sentence(fix.message)}</p>${pasted(fix.paste)}`];
      return html`<div class="field ${FRAMES[severity]}">
<p><span class="tag ${LOOK[severity]}">${severity}</span> ${place}<span class="dim">${code}</span></p>
<p>${sentence(message)}</p>
${todo}
</div>\n`;
    });
}

function pasted(paste: string | undefined): Html[] {
  return paste === undefined ? [] : [linesBlock(paste)];
}

/** Lines to read or to paste, as they are. */
export function linesBlock(text: string): Html {
  return html`<pre>${text
    .trimEnd()
    .split('\n')
    .map((line) => html`${line}\n`)}</pre>`;
}

/** What a sync would do now; what it only writes over comes last. */
export function effectList(effects: readonly SyncEffect[]): Html {
  const rank = ({ code }: SyncEffect): number => (code === 'overwrites' ? 1 : 0);
  const items = [...effects]
    .sort((a, b) => rank(a) - rank(b))
    .map(({ code, resource, path, message }) => {
      const place = message.includes(refText(resource))
        ? []
        : [html`<code>${refText(resource)}${path === undefined ? '' : ` ${path}`}</code>: `];
      return html`<li><span class="tag ${code === 'overwrites' ? 'quiet' : 'is-warn'}">${code.replaceAll('-', ' ')}</span> ${place}${place.length === 0 ? sentence(message) : `${message}.`}</li>\n`;
    });
  return html`<ul>${items}</ul>`;
}
