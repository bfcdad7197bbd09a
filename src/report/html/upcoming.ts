import type { Next } from '../../model/drift.js';
import type { ApplicationReport } from '../../model/report.js';
import { refText } from '../../model/resource.js';
import { shellWord } from '../../model/shell-word.js';
import { count } from '../plural.js';
import { sentence } from './field.js';
import { type Html, html } from './markup.js';

/** What happens without anybody doing anything: of the application, then of what differs, each sentence once. */
export function upcoming(application: ApplicationReport): Html | undefined {
  const { next, resources } = application;
  const said = new Map<string, { readonly next: Next; readonly about: string[] }>();
  const add = (one: Next | undefined, about: string): void => {
    if (one === undefined || one.message === '' || one.message === next?.message) return;
    const known = said.get(one.message) ?? { next: one, about: [] };
    said.set(one.message, known);
    known.about.push(about);
  };
  for (const resource of resources) {
    add(resource.next, refText(resource));
    for (const field of [...resource.drift, ...resource.undeclared])
      add(field.next, `${refText(resource)} ${field.path}`);
  }
  if (next === undefined && said.size === 0) return undefined;
  const items = [...said.values()].map(({ next: one, about }) => {
    const [first = ''] = about;
    const where =
      about.length === 1
        ? html`<code>${first}</code>`
        : html`<details><summary>${count(about.length, 'place')}</summary><ul>${about.map((text) => html`<li><code>${text}</code></li>`)}</ul></details>`;
    return html`<li><span class="tag quiet">${one.code.replaceAll('-', ' ')}</span> ${sentence(one.message)} ${where}</li>\n`;
  });
  return html`${next === undefined ? [] : [html`<p><strong>${sentence(next.message)}</strong></p>`]}<ul>${items}</ul>`;
}

/** The command that plans how a change of this application's first drifted object can be kept; none where nothing drifts. */
export function planCommand({ resources }: ApplicationReport): Html[] {
  const drifted = resources.find(({ drift, outcome }) => outcome === 'compared' && drift.length > 0);
  if (drifted === undefined) return [];
  const { kind, name, namespace } = drifted;
  const where = namespace === '' ? '' : ` -n ${shellWord(namespace)}`;
  const command = `gitdrift suspend-plan ${shellWord(`${kind.toLowerCase()}/${name}`)}${where} -o html=plan.html`;
  return [
    html`<p>Does a change have to stay for now? Whom to suspend, and how to undo it, tells</p><pre>${command}</pre>`,
  ];
}
