import type { ChainLink } from '../../model/owner-chain.js';
import { type ResourceRef, refKey, refText } from '../../model/resource.js';
import { type Html, html } from './markup.js';
import { figure, label, labelWidth } from './svg.js';

/** Who manages whom. `start` is the object that it is about; `suspend` what a plan would stop. */
export interface Chain {
  readonly start: ResourceRef;
  readonly links: readonly ChainLink[];
  readonly roots: readonly ResourceRef[];
  readonly suspend: readonly ResourceRef[];
}

interface Box {
  readonly ref: ResourceRef;
  readonly level: number;
  readonly x: number;
  readonly width: number;
}

const HEIGHT = 46;
const GAP = 46;
const EDGE = 12;
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
  const suspended = new Set(chain.suspend.map(refKey));
  const roots = new Set(chain.roots.map(refKey));
  const selves = new Set(
    chain.links.filter((link) => refKey(link.child) === refKey(link.parent)).map((link) => refKey(link.child)),
  );
  const drawn = boxes.map((box) => {
    const key = refKey(box.ref);
    const stops = suspended.has(key);
    const words = [
      ...(stops ? ['suspend this one'] : []),
      ...(key === refKey(chain.start) ? ['the object'] : []),
      ...(roots.has(key) && key !== refKey(chain.start) ? ['root: nothing above it'] : []),
      ...(selves.has(key) ? ['applies itself'] : []),
    ].join(', ');
    return html`<rect x="${box.x}" y="${y(box)}" width="${box.width}" height="${HEIGHT}" rx="6" class="box ${stops ? 'stop' : key === refKey(chain.start) ? 'start' : ''}"/>${label(refText(box.ref), { x: box.x + 12, y: y(box) + 20 }, 'mono', NAME)}${label(words === '' ? kindWord(box.ref) : words, { x: box.x + 12, y: y(box) + 37 }, stops ? 'strong' : 'dim', NAME)}\n`;
  });
  const width = Math.max(...boxes.map((box) => box.x + box.width)) + EDGE;
  const height = (highest + 1) * HEIGHT + highest * GAP + 2 * EDGE;
  const doubtful = chain.links.some(({ doubt }) => doubt !== undefined);
  return figure(
    { body: [HEAD, ...arrows, ...drawn], width, height },
    {
      title: `Who applies ${refText(chain.start)}`,
      caption: `An arrow goes from what applies to what is applied${doubtful ? '; a dashed one is doubtful' : ''}.${suspended.size > 0 ? ' A thick frame marks what has to be suspended.' : ''}`,
    },
  );
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

function kindWord({ group }: ResourceRef): string {
  return group === '' ? 'Kubernetes' : group;
}

/** The boxes by how far above the object they stand, those of one level side by side. */
function placed({ start, links }: Chain): readonly Box[] {
  const refs = new Map(
    [start, ...links.flatMap(({ child, parent }) => [child, parent])].map((ref) => [refKey(ref), ref]),
  );
  const levels = levelsOf(start, links);
  const filled = new Map<number, number>();
  return [...refs].map(([key, ref]) => {
    const level = levels.get(key) ?? 0;
    const x = filled.get(level) ?? EDGE;
    const width = Math.max(labelWidth(refText(ref), 'mono', NAME) + 24, 200);
    filled.set(level, x + width + 24);
    return { ref, level, x, width };
  });
}

/** Steps up from the object, the longest way; a circle is gone round no more often than there are links. */
function levelsOf(start: ResourceRef, links: readonly ChainLink[]): ReadonlyMap<string, number> {
  const levels = new Map([[refKey(start), 0]]);
  for (let round = 0; round < links.length; round++) {
    for (const { child, parent } of links) {
      const below = levels.get(refKey(child));
      if (below === undefined || refKey(child) === refKey(parent)) continue;
      if ((levels.get(refKey(parent)) ?? -1) < below + 1 && below < links.length) levels.set(refKey(parent), below + 1);
    }
  }
  return levels;
}
