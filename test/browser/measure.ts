/** A text of a page that is hard to read. */
export interface FaintText {
  readonly text: string;
  readonly ratio: number;
  readonly colors: string;
}

/**
 * The texts of the page whose contrast with what is behind them is below 4.5, and the lines and marks of pictures below 3
 * (WCAG 2.2, 1.4.3 and 1.4.11). Runs in the page, so that it may not use anything of this file.
 */
export function faintTexts(): readonly FaintText[] {
  type Color = readonly [number, number, number, number];
  const canvas = (text: string): Color => {
    const parts =
      /rgba?\(([^)]*)\)/
        .exec(text)?.[1]
        ?.split(/[,/ ]+/)
        .map(Number) ?? [];
    const [r = 0, g = 0, b = 0, a = 1] = parts;
    return [r, g, b, a];
  };
  const light = ([r, g, b]: Color): number => {
    const part = (value: number): number => {
      const of1 = value / 255;
      return of1 <= 0.04045 ? of1 / 12.92 : ((of1 + 0.055) / 1.055) ** 2.4;
    };
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const ratioOf = (one: Color, other: Color): number => {
    const [a = 0, b = 0] = [light(one), light(other)].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  };
  const behind = (element: Element | null): string => {
    for (let here = element; here !== null; here = here.parentElement) {
      const { backgroundColor } = getComputedStyle(here);
      if (canvas(backgroundColor)[3] === 1) return backgroundColor;
    }
    return 'rgb(255, 255, 255)';
  };
  const faint: FaintText[] = [];
  const check = (text: string, color: string, back: string, least: number): void => {
    const ratio = ratioOf(canvas(color), canvas(back));
    if (ratio < least) faint.push({ text: text.slice(0, 60), ratio, colors: `${color} on ${back}` });
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (parent === null || text === '' || parent.closest('svg') !== null) continue;
    check(text, getComputedStyle(parent).color, behind(parent), 4.5);
  }
  // What is behind a picture's text: the page, stripes, and boxes.
  for (const svg of document.querySelectorAll('svg')) {
    const fills = [...svg.querySelectorAll('.zebra, .box')].map((shape) => getComputedStyle(shape).fill);
    const backs = [...new Set([behind(svg), ...fills])];
    for (const text of svg.querySelectorAll('text')) {
      for (const back of backs) check(text.textContent ?? '', getComputedStyle(text).fill, back, 4.5);
    }
    for (const mark of svg.querySelectorAll('.lane, .ring, .span, .arrow')) {
      for (const back of backs) check(mark.getAttribute('class') ?? '', getComputedStyle(mark).stroke, back, 3);
    }
  }
  return faint;
}

/** Texts of pictures that reach beyond their picture, or into the frame of another box. Runs in the page. */
export function clippedLabels(): readonly string[] {
  return [...document.querySelectorAll('svg')].flatMap((svg) => {
    const frame = svg.viewBox.baseVal;
    return [...svg.querySelectorAll('text')].flatMap((text) => {
      const box = text.getBBox();
      const inside = box.x >= -1 && box.x + box.width <= frame.width + 1 && box.y + box.height <= frame.height + 1;
      return inside ? [] : [`${text.textContent?.slice(0, 60)}: ${box.x} + ${box.width} of ${frame.width}`];
    });
  });
}
