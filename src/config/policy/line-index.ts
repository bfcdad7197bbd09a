import { EVENT_ID, type Event, parseEvents } from 'js-yaml';
import { pointerBelow } from '../../model/json-pointer.js';

/**
 * The line, from 1, of every key and item of a one-document YAML text, by RFC 6901 pointer; a mapping's pointer is its
 * key's line. Throws js-yaml's YAMLException where the text is no YAML.
 */
export function lineIndex(text: string): ReadonlyMap<string, number> {
  const events = parseEvents(text, {});
  const lines = new Map<string, number>();
  let at = 0;

  const breaks = [...text.matchAll(/\n/g)].map(({ index }) => index);
  const lineAt = (offset: number): number => {
    let [low, high] = [0, breaks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((breaks[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
  const mark = (pointer: string, event: Event | undefined): void => {
    const offset = event === undefined ? undefined : startOf(event);
    if (offset !== undefined && !lines.has(pointer)) lines.set(pointer, lineAt(offset));
  };
  const node = (pointer: string): void => {
    const event = events[at++];
    mark(pointer, event);
    if (event?.type === EVENT_ID.SEQUENCE) {
      for (let index = 0; isInside(events[at]); index++) node(`${pointer}/${index}`);
      at++;
    } else if (event?.type === EVENT_ID.MAPPING) {
      while (isInside(events[at])) pair(pointer);
      at++;
    }
  };
  const pair = (pointer: string): void => {
    const key = events[at];
    const name = key?.type === EVENT_ID.SCALAR ? text.slice(key.valueStart, key.valueEnd) : '';
    const below = pointerBelow(pointer, name);
    mark(below, key);
    node(`${below}\n`);
    node(below);
  };

  while (events[at]?.type === EVENT_ID.DOCUMENT) {
    at++;
    if (isInside(events[at])) node('');
    at++;
  }
  return lines;
}

const isInside = (event: Event | undefined): boolean => event !== undefined && event.type !== EVENT_ID.POP;

function startOf(event: Event): number | undefined {
  if (event.type === EVENT_ID.SCALAR) return event.valueStart;
  if (event.type === EVENT_ID.SEQUENCE || event.type === EVENT_ID.MAPPING) return event.start;
  return undefined;
}
