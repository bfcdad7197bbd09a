import type { FieldDrift } from '../../model/drift.js';
import type { ResourceReport } from '../../model/report.js';
import { refText } from '../../model/resource.js';
import type { Writer } from '../../model/writer.js';
import { isOpen, statusWord, writerRank } from '../field-standing.js';
import type { FieldList } from '../field-text.js';
import { count } from '../plural.js';
import type { TextOptions } from '../text-options.js';
import { writerName } from '../writer-text.js';
import { fieldBlock } from './field.js';
import { type Html, html } from './markup.js';
import { timeOf } from './time.js';

/** A difference with the list and the object that it stands in. */
export interface Listed {
  readonly field: FieldDrift;
  readonly list: FieldList;
  readonly resource: ResourceReport;
}

/** Differences of one writer. */
interface Share {
  readonly title: string;
  readonly writer: Writer;
  readonly all: readonly Listed[];
}

/** Every difference of these objects. */
export function listedFields(resources: readonly ResourceReport[]): readonly Listed[] {
  return resources.flatMap((resource) =>
    (['drift', 'undeclared', 'ignored'] as const).flatMap((list) =>
      resource[list].map((field): Listed => ({ field, list, resource })),
    ),
  );
}

/** True for what is listed in text reports without being asked for. */
export function isPlain({ field, list }: Listed): boolean {
  return list === 'drift' || (list === 'undeclared' && field.explanation.status === 'unexplained');
}

/** The differences by who wrote the live value, persons first; within that by object. `level` is that of the heading. */
export function byWriter(all: readonly Listed[], words: TextOptions, level: 3 | 4): Html[] {
  return sharesOf(all).map(({ title, writer, all: own }) => {
    const open = own.filter(isOpenField).length;
    const counted = open === 0 ? 'none unexplained' : `${open} unexplained`;
    const text = html`${title} <span class="tag quiet">${writer.category}</span>`;
    const heading = level === 3 ? html`<h3>${text}</h3>` : html`<h4>${text}</h4>`;
    return html`<section class="writer" aria-label="${`Written by ${title}`}">
${heading}
<p class="dim">${count(own.length, 'field')}, ${counted}</p>
${objectsOf(own).map(([, here]) => objectPart(here, words, level))}
</section>\n`;
  });
}

function isOpenField({ field, list }: Listed): boolean {
  return isOpen(statusWord(field.explanation, list));
}

function sharesOf(all: readonly Listed[]): readonly Share[] {
  const shares = new Map<string, Listed[]>();
  for (const one of all) {
    const key = JSON.stringify([one.field.writer.category, titleOf(one)]);
    shares.set(key, [...(shares.get(key) ?? []), one]);
  }
  return [...shares.values()]
    .flatMap((own) => {
      const [first] = own;
      return first === undefined
        ? []
        : [{ title: titleOf(first), writer: first.field.writer, all: own, rank: rankOf(own) }];
    })
    .sort((a, b) => a.rank - b.rank);
}

/** What nobody accounts for comes before what is explained, persons before programs. */
function rankOf(own: readonly Listed[]): number {
  const [first] = own;
  return (own.some(isOpenField) ? 0 : 100) + (first === undefined ? 0 : writerRank(first.field));
}

function titleOf({ field: { writer } }: Listed): string {
  const name = writerName(writer);
  return writer.category === 'unowned' ? `${name.charAt(0).toUpperCase()}${name.slice(1)}` : name;
}

function objectsOf(own: readonly Listed[]): readonly (readonly [string, readonly Listed[]])[] {
  const objects = new Map<string, Listed[]>();
  for (const one of own) {
    const key = refText(one.resource);
    objects.set(key, [...(objects.get(key) ?? []), one]);
  }
  return [...objects];
}

function objectPart(here: readonly Listed[], words: TextOptions, level: 3 | 4): Html {
  const [first] = here;
  if (first === undefined) return html``;
  const name = html`<code>${refText(first.resource)}</code>`;
  const heading = level === 3 ? html`<h4>${name}</h4>` : html`<h5>${name}</h5>`;
  return html`<div class="object">${heading}${whenOf(here, words)}${here.map(({ field, list }) => fieldBlock(field, list, words))}</div>\n`;
}

/** When the writer's entries were written; what an audit log proves is exact. */
function whenOf(here: readonly Listed[], words: TextOptions): Html[] {
  const times = (key: 'at' | 'time'): string[] =>
    [
      ...new Set(
        here.flatMap(({ field: { writer } }) => (key === 'time' && writer.at !== undefined ? [] : (writer[key] ?? []))),
      ),
    ].sort();
  const [exact, bounds] = [times('at'), times('time')];
  return [
    ...(exact.length === 0 ? [] : [html`<p>Written at ${between(exact, words)}, by the audit log.</p>`]),
    ...(bounds.length === 0 ? [] : [html`<p>Wrote at the latest at ${between(bounds, words)}.</p>`]),
  ];
}

function between(times: readonly string[], { now }: TextOptions): Html {
  return html`${times.map((time, at) => (at === 0 ? timeOf(time, now) : html`, ${timeOf(time, now)}`))}`;
}
