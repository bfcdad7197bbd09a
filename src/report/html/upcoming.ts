import type { Next } from '../../model/drift.js';
import type { ApplicationReport, ResourceReport } from '../../model/report.js';
import { refKey, refText } from '../../model/resource.js';
import { shellWord } from '../../model/shell-word.js';
import { count } from '../plural.js';
import { chainPicture, linkList } from './chain-picture.js';
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
    return html`<li><span class="tag quiet">${one.code === 'unknown' ? 'not known' : one.code.replaceAll('-', ' ')}</span> ${sentence(one.message)} ${where}</li>\n`;
  });
  return html`${next === undefined ? [] : [html`<p><strong>${sentence(next.message)}</strong></p>`]}<ul>${items}</ul>`;
}

/** Objects of one picture; the others have the same owners or stand in the list. */
const MOST_OBJECTS = 4;

/** Who applies what differs, as far as the report knows: a picture, the links as text, and the command that follows them. */
export function appliers({ resources }: ApplicationReport): Html | undefined {
  const managed = resources.flatMap((resource) =>
    resource.managedBy === undefined ? [] : [{ resource, links: resource.managedBy }],
  );
  const shown = managed.slice(0, MOST_OBJECTS);
  if (shown.length === 0) return undefined;
  const links = new Map(
    shown.flatMap((one) => one.links).map((link) => [`${refKey(link.child)} ${refKey(link.parent)}`, link]),
  );
  const starts = shown.map(({ resource }) => resource);
  const rest = managed.length - shown.length;
  return html`${chainPicture({ starts, links: [...links.values()], roots: [], suspend: [] })}${linkList([...links.values()])}${
    rest > 0
      ? [html`<p class="dim">${count(rest, 'more object')} with owners ${rest === 1 ? 'is' : 'are'} not drawn.</p>`]
      : []
  }${planCommand(resources)}`;
}

/** The command that plans how a change can be kept: a person's first, as nobody wants to keep a program's. */
function planCommand(resources: readonly ResourceReport[]): Html[] {
  const managed = resources.filter(({ managedBy }) => managedBy !== undefined);
  const byHand = managed.find(({ drift }) => drift.some(({ writer }) => writer.category === 'manual'));
  const chosen = byHand ?? managed.find(({ drift }) => drift.length > 0);
  if (chosen === undefined) return [];
  const { kind, name, namespace } = chosen;
  const where = namespace === '' ? '' : ` -n ${shellWord(namespace)}`;
  const command = `gitdrift suspend-plan ${shellWord(`${kind.toLowerCase()}/${name}`)}${where} -o html=plan.html`;
  return [
    html`<p>If a change has to stay for now, this says whom to suspend, up to the root, and how to undo it:</p><pre>${command}</pre>`,
  ];
}
