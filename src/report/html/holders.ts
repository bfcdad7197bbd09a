import type { ResourceReport } from '../../model/report.js';
import { refText } from '../../model/resource.js';
import type { EntryRef, Writer } from '../../model/writer.js';
import type { TextOptions } from '../text-options.js';
import { entryText, writerName } from '../writer-text.js';
import { isPlain, listedFields } from './by-writer.js';
import { type Hold, type Lane, type LaneRow, lanesPicture } from './lanes-picture.js';
import { type Html, html } from './markup.js';
import { clockText } from './time.js';

/** Pictures of one application; the other objects stand in the list by writer all the same. */
const MOST_PICTURES = 12;

/** Who holds the fields that differ, a picture for each object where there is more than one field or writer. */
export function holderPictures(resources: readonly ResourceReport[], words: TextOptions): Html[] {
  const all = resources.flatMap((resource) => {
    const fields = [...listedFields([resource])].sort((a, b) => Number(isPlain(b)) - Number(isPlain(a)));
    const lanes = laneBook(words);
    const rows = fields.map(({ field }): LaneRow => {
      const holds = new Map<number, Hold>();
      for (const owner of field.coOwners) holds.set(lanes.ofEntry(owner), 'owns');
      holds.set(lanes.ofWriter(field.writer), field.writer.category === 'unowned' ? 'nobody' : 'wrote');
      return { path: field.path, holds };
    });
    if (rows.length === 0 || (rows.length < 2 && lanes.all().length < 2)) return [];
    return [
      {
        title: `Who holds the fields of ${refText(resource)} that differ`,
        lanes: lanes.all(),
        rows,
        name: refText(resource),
      },
    ];
  });
  const rest = all.length - MOST_PICTURES;
  return [
    ...all
      .slice(0, MOST_PICTURES)
      .map(
        ({ title, lanes, rows, name }) =>
          html`<p><code class="path">${name}</code></p>${lanesPicture(lanes, rows, title)}`,
      ),
    ...(rest > 0
      ? [html`<p class="dim">${rest} more objects are not drawn; their fields stand under their writers.</p>`]
      : []),
  ];
}

interface LaneBook {
  ofWriter(writer: Writer): number;
  ofEntry(entry: EntryRef): number;
  all(): readonly Lane[];
}

/** Gives every writer a line of its own, in the order of their coming. An entry is its writer's where one is named. */
export function laneBook(words: TextOptions): LaneBook {
  const lanes: Lane[] = [];
  const known = new Map<string, number>();
  const place = (key: string, lane: Lane): number => {
    const at = known.get(key) ?? lanes.push(lane) - 1;
    known.set(key, at);
    // A writer's own words say more than those of its entry.
    if (lanes[at]?.category === undefined && lane.category !== undefined) lanes[at] = lane;
    return at;
  };
  return {
    ofWriter: (writer) => {
      const key =
        writer.manager === undefined ? writer.name : keyOf(writer.manager, writer.operation, writer.subresource);
      return place(key, { category: writer.category, text: laneText(writer) });
    },
    ofEntry: (entry) =>
      place(keyOf(entry.manager, entry.operation, entry.subresource), { text: entryText(entry, words) }),
    all: () => lanes,
  };
}

function keyOf(...parts: readonly (string | undefined)[]): string {
  return JSON.stringify(parts.map((part) => part ?? ''));
}

function laneText(writer: Writer): string {
  const when = writer.at ?? writer.time;
  const bound = writer.at === undefined ? 'at the latest ' : '';
  return `${writerName(writer)}, ${writer.category}${when === undefined ? '' : `, ${bound}${clockText(when)}`}`;
}
