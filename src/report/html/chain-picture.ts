import type { ChainLink } from '../../model/owner-chain.js';
import { type ResourceRef, refKey, refText } from '../../model/resource.js';
import { sentence } from './field.js';
import { type Html, html } from './markup.js';
import { figure, label, labelWidth } from './svg.js';

/** Who manages whom. `starts` are the objects that it is about, at least one; `suspend` what a plan would stop. */
export interface Chain {
  readonly starts: readonly ResourceRef[];
  readonly links: readonly ChainLink[];
  readonly roots: readonly ResourceRef[];
  readonly suspend: readonly ResourceRef[];
}

interface Box {
  readonly ref: ResourceRef;
  readonly level: number;
  readonly x: number;
  readonly width: number;
  readonly words: string;
  /** The plan suspends it. */
  readonly stops: boolean;
}

const HEIGHT = 46;
const GAP = 46;
const EDGE = 12;
const LEAST_WIDTH = 200;

/** Characters of a name before its middle is left out. */
const NAME = 56;

/** The chain as boxes with the roots at the top and arrows to what each of them applies. */
export function chainPicture(chain: Chain): Html {
  const boxes = placed(chain);
  const highest = Math.max(...boxes.map(({ level }) => level));
  const y = ({ level }: Box): number => EDGE + (highest - level) * (HEIGHT + GAP);
  const byKey = new Map(boxes.map((box) => [refKey(box.ref), box]));
  const arrows = chain.links.flatMap(({ child, parent, doubt }) => {
    const [from, to] = [byKey.get(refKey(parent)), byKey.get(refKey(child))];
    if (from === undefined || to === undefined || from === to) return [];
    return [arrow(from, to, y, doubt !== undefined)];
  });
  const drawn = boxes.map((box) => {
    const frame = box.stops ? 'stop' : isStart(box.ref, chain) ? 'start' : '';
    const [left, top] = [box.x + 12, y(box)];
    return html`<rect x="${box.x}" y="${top}" width="${box.width}" height="${HEIGHT}" rx="6" class="box ${frame}"/>${label(refText(box.ref), { x: left, y: top + 20 }, 'mono', NAME)}${label(box.words, { x: left, y: top + 37 }, box.stops ? 'strong' : 'dim', NAME)}\n`;
  });
  const width = Math.max(...boxes.map((box) => box.x + box.width)) + EDGE;
  const height = (highest + 1) * HEIGHT + highest * GAP + 2 * EDGE;
  const doubtful = chain.links.some(({ doubt }) => doubt !== undefined);
  return figure(
    { body: [HEAD, ...arrows, ...drawn], width, height },
    {
      title: `Who applies ${chain.starts.map(refText).join(', ')}`,
      caption: `An arrow goes from what applies to what is applied${doubtful ? '; a dashed one is doubtful' : ''}.${chain.suspend.length > 0 ? ' A thick frame marks what has to be suspended.' : ''}`,
    },
  );
}

/** The links as text, each with its evidence. */
export function linkList(links: readonly ChainLink[]): Html {
  const items = links.map(({ child, parent, evidence, doubt }) => {
    const what =
      refKey(child) === refKey(parent)
        ? html`<code>${refText(child)}</code> applies itself`
        : html`<code>${refText(parent)}</code> applies <code>${refText(child)}</code>`;
    const said = sentence(evidence.map(({ message }) => message).join('; '));
    return html`<li>${what}: ${said}${doubt === undefined ? '' : ` Doubtful: ${doubt}.`}</li>\n`;
  });
  return html`<ul>${items}</ul>`;
}

const HEAD = html`<defs><marker id="arrowhead" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L10 5L0 10z" class="head"/></marker></defs>`;

function arrow(from: Box, to: Box, y: (box: Box) => number, doubtful: boolean): Html {
  const [x1, y1, x2, y2] = [
    from.x + Math.min(from.width / 2, 120),
    y(from) + HEIGHT,
    to.x + Math.min(to.width / 2, 120),
    y(to) - 2,
  ];
  const middle = (y1 + y2) / 2;
  const line = `M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`;
  return html`<path d="${line}" class="arrow${doubtful ? ' doubtful' : ''}" marker-end="url(#arrowhead)"/>`;
}

/** The boxes by how far above the object they stand, those of one level side by side. */
function placed(chain: Chain): readonly Box[] {
  const { starts, links } = chain;
  const refs = [...starts, ...links.flatMap(({ child, parent }) => [child, parent])];
  const levels = levelsOf(starts, links);
  const filled = new Map<number, number>();
  return [...new Map(refs.map((ref) => [refKey(ref), ref]))].map(([key, ref]) => {
    const level = levels.get(key) ?? 0;
    const x = filled.get(level) ?? EDGE;
    const stops = chain.suspend.some((one) => refKey(one) === key);
    const words = wordsFor(ref, chain, stops);
    const widest = Math.max(labelWidth(refText(ref), 'mono', NAME), labelWidth(words, 'strong', NAME));
    const width = Math.max(widest + 24, LEAST_WIDTH);
    filled.set(level, x + width + 24);
    return { ref, level, x, width, words, stops };
  });
}

/** What a box is to the others; the API group where it is nothing special. */
function wordsFor(ref: ResourceRef, chain: Chain, stops: boolean): string {
  const { links, roots, starts } = chain;
  const key = refKey(ref);
  const words = [
    ...(stops ? ['suspend this one'] : []),
    ...(isStart(ref, chain) ? [starts.length === 1 ? 'the object' : 'differs'] : []),
    ...(!isStart(ref, chain) && roots.some((root) => refKey(root) === key) ? ['root: nothing above it'] : []),
    ...(links.some(({ child, parent }) => refKey(child) === key && refKey(parent) === key) ? ['applies itself'] : []),
  ];
  return words.join(', ') || ref.group || 'Kubernetes';
}

function isStart(ref: ResourceRef, { starts }: Chain): boolean {
  return starts.some((start) => refKey(start) === refKey(ref));
}

/** Steps up from the objects, the longest way; a circle is gone round no more often than there are links. */
function levelsOf(starts: readonly ResourceRef[], links: readonly ChainLink[]): ReadonlyMap<string, number> {
  const levels = new Map(starts.map((start) => [refKey(start), 0]));
  for (let round = 0; round < links.length; round++) {
    for (const { child, parent } of links) {
      const below = levels.get(refKey(child));
      if (below === undefined || refKey(child) === refKey(parent)) continue;
      if ((levels.get(refKey(parent)) ?? -1) < below + 1 && below < links.length) levels.set(refKey(parent), below + 1);
    }
  }
  return levels;
}
