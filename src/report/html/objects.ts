import type { ResourceReport } from '../../model/report.js';
import { refText } from '../../model/resource.js';
import type { TextOptions } from '../text-options.js';
import { explained, statusTag } from './field.js';
import { type Html, html } from './markup.js';
import { healthTone, syncTone, verdictWord } from './verdicts.js';

/** Objects that are not on both sides, or could not be compared: what is known of them as a whole. */
export function wholeObjects(resources: readonly ResourceReport[], words: TextOptions): Html[] {
  return resources
    .filter(({ outcome }) => outcome === 'missing' || outcome === 'extraneous' || outcome === 'unreadable')
    .map((resource) => {
      const { explanation, next, message = '' } = resource;
      const tag =
        resource.outcome === 'unreadable' ? verdictWord('not compared', 'bad') : statusTag(explanation, 'drift').tag;
      return html`<div class="field ${explanation?.status === 'explained' ? 'settled' : 'open'}">
<p>${tag} <code class="path">${refText(resource)}</code>: ${WHOLE[resource.outcome]}${message === '' ? '' : `: ${message}`}</p>
${explained(explanation, next, words)}
</div>\n`;
    });
}

const WHOLE: Readonly<Record<ResourceReport['outcome'], string>> = {
  compared: '',
  missing: 'desired, but missing from the cluster',
  extraneous: 'in the cluster, but not in desired',
  unreadable: 'could not be read',
  'not-compared': 'left out of the comparison',
};

/** Every object with its verdicts and how much of it differs. */
export function objectTable(resources: readonly ResourceReport[]): Html {
  return html`<div class="scroll" role="region" tabindex="0" aria-label="All objects"><table>
<thead><tr><th scope="col">Object</th><th scope="col">Sync</th><th scope="col">Health</th><th scope="col">What there is to say</th></tr></thead>
<tbody>
${resources.map(row)}</tbody></table></div>\n`;
}

function row(resource: ResourceReport): Html {
  const { sync, health } = resource;
  const word =
    health === null ? html`<span class="dim">no rule</span>` : verdictWord(health.status, healthTone(health.status));
  return html`<tr><th scope="row"><code>${refText(resource)}</code></th><td>${verdictWord(sync, syncTone(sync))}</td><td>${word}</td><td>${said(resource)}</td></tr>\n`;
}

function said({ outcome, drift, undeclared, ignored, withheld = [], message = '', health }: ResourceReport): string {
  const counted: readonly (readonly [number, string])[] = [
    [drift.length, 'drifted'],
    [undeclared.length, 'undeclared'],
    [ignored.length, 'ignored'],
    [withheld.length, 'not compared'],
  ];
  const parts = [
    WHOLE[outcome],
    counted.flatMap(([n, word]) => (n === 0 ? [] : [`${n} ${word}`])).join(', '),
    message,
    health !== null && health.status !== 'Healthy' && health.message !== message ? health.message : '',
  ];
  return [...new Set(parts)].filter((part) => part !== '').join('; ');
}
