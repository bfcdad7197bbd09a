import type { OwnedField, OwnersReport } from '../../model/owners-report.js';
import { refText } from '../../model/resource.js';
import type { Writer, WriterCategory } from '../../model/writer.js';
import { destinationText } from '../heading-text.js';
import { linesOfFields } from '../owners.js';
import { count } from '../plural.js';
import type { TextOptions } from '../text-options.js';
import { unownedMeaning, unownedWord } from '../unowned-words.js';
import { entryText, writerName, writerText } from '../writer-text.js';
import { laneBook } from './holders.js';
import { type Hold, type LaneRow, lanesPicture } from './lanes-picture.js';
import { type Html, html } from './markup.js';
import { type HtmlOptions, wordsOf } from './options.js';
import { htmlPage, type Section } from './page.js';
import { timeOf } from './time.js';

/** A live object and its writers as one HTML document that loads nothing: writers, a picture, then the object line by line. */
export function htmlOwners(report: OwnersReport, options: HtmlOptions): string {
  const { tool, generatedAt, ghosts = [], managedFields } = report;
  const words = wordsOf(new Date(generatedAt), options);
  const name = refText(report.resource);
  const recorded = managedFields === 'recorded';
  const parts: readonly (readonly [id: string, title: string, body: Html | undefined])[] = [
    ['writers', 'Writers', recorded ? writerTable(report, words) : undefined],
    ['picture', 'Who holds what', recorded ? picture(report, words, name) : undefined],
    ['object', 'The object, line by line', objectTable(report, words)],
    ['ghosts', 'Named by entries and not in the object', ghosts.length === 0 ? undefined : ghostPart(ghosts, words)],
  ];
  return htmlPage({
    tool,
    generatedAt,
    maskNamed: options.maskNamed,
    title: `Writers of ${name}`,
    under: html`Live in ${destinationText(report.destination)}, at ${timeOf(generatedAt)}.`,
    lead: recorded
      ? html`<p>${count(report.fields.length, 'field')}. A manager is a program, not a person.</p>`
      : html`<p><strong>The object has no managedFields: its writers cannot be known.</strong></p>`,
    sections: parts.flatMap(([id, title, body]): Section[] => (body === undefined ? [] : [{ id, title, body }])),
  });
}

interface Share {
  readonly who: string;
  readonly category: WriterCategory;
  readonly entry: string;
  readonly time?: string;
  readonly bound: boolean;
  fields: number;
}

/** The writers, the latest first; then fields that nobody is recorded for, by why that is so. */
function writerTable({ fields }: OwnersReport, words: TextOptions): Html {
  const shares = new Map<string, Share>();
  for (const share of fields.flatMap((field) => sharesOf(field, words))) {
    const key = JSON.stringify(share);
    const known = shares.get(key) ?? { ...share };
    shares.set(key, known);
    known.fields += 1;
  }
  const rows = [...shares.values()].sort((a, b) =>
    (b.time ?? '') > (a.time ?? '') ? 1 : (b.time ?? '') < (a.time ?? '') ? -1 : 0,
  );
  return html`<div class="scroll" role="region" tabindex="0" aria-label="Writers"><table>
<thead><tr><th scope="col">Writer</th><th scope="col">Category</th><th scope="col" class="num">Fields</th><th scope="col">Last wrote</th><th scope="col">Entry</th></tr></thead>
<tbody>${rows.map(
    ({ who, category, entry, time, bound, fields: n }) =>
      html`<tr><th scope="row">${who}</th><td>${category}</td><td class="num">${n}</td><td>${time === undefined ? 'not recorded' : html`${bound ? '≤ ' : ''}${timeOf(time, words.now)}`}</td><td>${entry}</td></tr>\n`,
  )}</tbody></table></div>
<p class="dim">≤ is “at the latest”: when the program last wrote any of its fields.</p>`;
}

function sharesOf(field: OwnedField, words: TextOptions): Share[] {
  if (field.writers.length === 0) {
    return [{ who: unownedMeaning(field.filledIn), category: 'unowned', entry: '', bound: false, fields: 0 }];
  }
  return field.writers.map((writer) => {
    const { manager, operation = 'Update', subresource = '', apiVersion = '' } = writer;
    const time = writer.at ?? writer.time;
    return {
      who: writerName(writer),
      category: writer.category,
      entry: manager === undefined ? '' : entryText({ manager, operation, subresource, apiVersion }, words),
      ...(time === undefined ? {} : { time }),
      bound: writer.at === undefined,
      fields: 0,
    };
  });
}

/** Fields with writers, and those that nobody is recorded for though somebody must have written them. */
function picture({ fields }: OwnersReport, words: TextOptions, name: string): Html | undefined {
  const lanes = laneBook(words);
  const rows = fields
    .filter(({ writers, filledIn }) => writers.length > 0 || filledIn === undefined)
    .map(({ path, whole, writers }): LaneRow => {
      const holds = new Map<number, Hold>();
      for (const writer of writers) holds.set(lanes.ofWriter(writer), 'wrote');
      if (writers.length === 0) holds.set(lanes.ofWriter(NOBODY), 'nobody');
      return { path: whole === true ? `${path} (as a whole)` : path, holds };
    });
  return rows.length === 0 ? undefined : lanesPicture(lanes.all(), rows, `Who holds the fields of ${name}`);
}

const NOBODY: Writer = { category: 'unowned', name: 'nobody is recorded', confidence: 'certain', evidence: [] };

function objectTable(report: OwnersReport, words: TextOptions): Html {
  const byPointer = new Map(report.fields.map((field) => [field.pointer, field]));
  const lines = linesOfFields(report, words);
  let last = '';
  const rows = lines.map(({ text, pointer }, at) => {
    const field = lines[at - 1]?.pointer === pointer ? undefined : byPointer.get(pointer);
    const key =
      field === undefined
        ? last
        : JSON.stringify(field.writers.map(({ name, time, at: exact }) => [name, time, exact]));
    const first = key !== last;
    last = key;
    return html`<tr class="${first ? 'first' : ''}"><td class="yaml mono">${text}</td><td class="who">${field === undefined || report.managedFields === 'absent' ? '' : whoWrote(field, words)}</td></tr>\n`;
  });
  return html`<div class="owned" role="region" tabindex="0" aria-label="The object, line by line"><table>
<thead><tr><th scope="col">Live</th><th scope="col">Written by</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

function whoWrote(field: OwnedField, words: TextOptions): Html {
  if (field.writers.length === 0) return html`<span class="dim">${unownedWord(field)}</span>`;
  const whole = field.whole === true ? ' (as a whole)' : '';
  return html`${field.writers.map((writer, at) => {
    const time = writer.at ?? writer.time;
    const when =
      time === undefined
        ? html``
        : html` <span class="dim">${writer.at === undefined ? '≤ ' : ''}${timeOf(time, words.now)}</span>`;
    return html`${at === 0 ? '' : ' + '}${writer.name}${when}`;
  })}${whole}`;
}

function ghostPart(ghosts: NonNullable<OwnersReport['ghosts']>, words: TextOptions): Html {
  return html`<p>Set to nothing, or removed since; managedFields do not record by whom.</p><ul>${ghosts.map(
    ({ path, writers }) =>
      html`<li><code>${path}</code>: ${writers.map((writer) => writerText(writer, words)).join(' + ')}</li>`,
  )}</ul>`;
}
