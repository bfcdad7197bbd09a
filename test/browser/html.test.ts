import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clippedLabels, faintTexts } from './measure.js';
import { writePages } from './pages.js';

declare global {
  var stolen: unknown;
}

const HARMLESS = ['incident', 'blocks', 'several', 'wide', 'owners', 'timeline', 'plan'];
const POISONED = ['hostile-report', 'hostile-owners', 'hostile-timeline', 'hostile-plan'];
const ALL = [...HARMLESS, ...POISONED];

const folder = mkdtempSync(join(tmpdir(), 'gitdrift-pages-'));
let browser: Browser;
let files: ReadonlyMap<string, string>;

beforeAll(async () => {
  // Debian's package; as root, as in containers of CI systems, Chromium has no sandbox.
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  files = await writePages(folder);
});

afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

/** What a page did while `look` ran: what it asked for, and what it complained of. */
interface Opened {
  readonly requests: readonly string[];
  readonly complaints: readonly string[];
}

/** Opens a page from its file without a network, by default without scripts. */
async function open(
  name: string,
  options: BrowserContextOptions,
  look: (page: Page) => Promise<void>,
): Promise<Opened> {
  const context = await browser.newContext({ javaScriptEnabled: false, offline: true, ...options });
  const [requests, complaints]: [string[], string[]] = [[], []];
  try {
    const page = await context.newPage();
    page.on('request', (request) => requests.push(request.url()));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('dialog', (dialog) => {
      complaints.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.goto(urlOf(name));
    await look(page);
  } finally {
    await context.close();
  }
  return { requests, complaints };
}

function urlOf(name: string): string {
  const path = files.get(name);
  if (path === undefined) throw new Error(`no page ${name}`);
  return pathToFileURL(path).href;
}

const openAll = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });

describe('a page in a browser', () => {
  it.each(ALL)('opens from its file alone, without a script, and complains of nothing: %s', async (name) => {
    const { requests, complaints } = await open(name, {}, async (page) => {
      expect(await page.locator('h1').isVisible()).toBe(true);
      expect(await page.locator('main').evaluate((main) => main.getBoundingClientRect().height)).toBeGreaterThan(300);
      // The style sheet is the one that the policy allows.
      expect(await page.locator('.skip').evaluate((link) => getComputedStyle(link).position)).toBe('absolute');
    });
    expect(requests).toEqual([urlOf(name)]);
    expect(complaints).toEqual([]);
  });

  it.each(POISONED)('runs nothing of what names and values say where scripts run: %s', async (name) => {
    const { requests, complaints } = await open(name, { javaScriptEnabled: true }, async (page) => {
      await openAll(page);
      await page.mouse.move(200, 200);
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => globalThis.stolen)).toBeUndefined();
      for (const forbidden of [
        'script',
        'img',
        'iframe',
        'link',
        'form',
        'a:not([href^="#"])',
        '[onload]',
        '[style]',
      ]) {
        expect(await page.locator(forbidden).count(), forbidden).toBe(0);
      }
      expect(await page.locator('style').count()).toBe(1);
      // What was smuggled in is text.
      expect(await page.locator('main').textContent()).toContain('<script>globalThis.stolen=1</script>');
    });
    expect(requests).toEqual([urlOf(name)]);
    expect(complaints).toEqual([]);
  });

  it('would not run a script that got into it', async () => {
    const page = readFileSync(new URL(urlOf('blocks')), 'utf8');
    const context = await browser.newContext({ offline: true });
    const tab = await context.newPage();
    await tab.setContent(
      page.replace('</main>', '<script>globalThis.stolen=1</script><p style="color:red" id="in">x</p></main>'),
    );
    expect(await tab.evaluate(() => globalThis.stolen)).toBeUndefined();
    expect(await tab.locator('#in').evaluate((p) => getComputedStyle(p).color)).not.toBe('rgb(255, 0, 0)');
    await context.close();
    const free = await browser.newContext({ offline: true });
    const unguarded = await free.newPage();
    await unguarded.setContent('<main><script>globalThis.stolen=1</script></main>');
    expect(await unguarded.evaluate(() => globalThis.stolen)).toBe(1);
    await free.close();
  });

  describe.each(['light', 'dark'] as const)('in the %s theme', (colorScheme) => {
    it.each(HARMLESS)('has a contrast of 4.5 and more: %s', async (name) => {
      await open(name, { colorScheme }, async (page) => {
        await openAll(page);
        expect(await page.evaluate(faintTexts)).toEqual([]);
      });
    });
  });

  it('differs between the themes', async () => {
    const backgrounds: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await open('incident', { colorScheme }, async (page) => {
        backgrounds.push(await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor));
      });
    }
    expect(new Set(backgrounds).size).toBe(2);
  });

  describe.each([360, 768, 1280])('at %i pixels', (width) => {
    it.each(ALL)('does not scroll sideways, and no text of a picture is cut off: %s', async (name) => {
      await open(name, { viewport: { width, height: 800 } }, async (page) => {
        await openAll(page);
        const widths = await page.evaluate(() => [document.documentElement.scrollWidth, document.body.scrollWidth]);
        expect(Math.max(...widths)).toBeLessThanOrEqual(width);
        expect(await page.evaluate(clippedLabels)).toEqual([]);
      });
    });
  });

  it('is used with the keyboard alone: skip link, contents, summaries, pictures that scroll', async () => {
    await open('incident', { viewport: { width: 1280, height: 800 } }, async (page) => {
      const focused = () =>
        page.evaluate(() => {
          const here = document.activeElement;
          const style = here === null ? undefined : getComputedStyle(here);
          return {
            name: here?.localName,
            text: here?.textContent?.slice(0, 30),
            outline: style?.outlineStyle,
            x: here?.getBoundingClientRect().x ?? -1,
          };
        });
      await page.keyboard.press('Tab');
      expect(await focused()).toMatchObject({ name: 'a', text: 'Skip to the content', outline: 'solid', x: 0 });
      await page.keyboard.press('Enter');
      expect(new URL(page.url()).hash).toBe('#main');
      const reached: (string | undefined)[] = [];
      for (let step = 0; step < 60; step++) {
        await page.keyboard.press('Tab');
        const here = await focused();
        reached.push(here.name);
        if (here.name === 'body' || here.name === undefined) break;
        expect(here.outline, here.text).toBe('solid');
      }
      // What is behind a closed summary is out of the way.
      const hidden = 'details:not([open]) > :not(summary) summary';
      const stops = await page.locator(`nav a, summary:not(${hidden}), [tabindex="0"]`).count();
      expect(reached.filter((name) => name === 'a' || name === 'summary' || name === 'div')).toHaveLength(stops);
      await page.locator('summary').first().focus();
      await page.keyboard.press('Enter');
      expect(await page.locator('details').first().getAttribute('open')).toBe('');
    });
  });

  it.each(ALL)('has landmarks, headings without gaps, names for its regions, and no id twice: %s', async (name) => {
    await open(name, {}, async (page) => {
      for (const landmark of ['header', 'main', 'footer', 'h1']) expect(await page.locator(landmark).count()).toBe(1);
      const levels = await page
        .locator('h1,h2,h3,h4,h5')
        .evaluateAll((all) => all.map((one) => Number(one.localName[1])));
      expect(levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)).toEqual([]);
      const nameless = await page.locator('section, [role="region"], [role="img"], nav').evaluateAll(
        (all) =>
          all.filter((one) => {
            const by = one.getAttribute('aria-labelledby');
            const text = by === null ? one.getAttribute('aria-label') : document.getElementById(by)?.textContent;
            return (text ?? '').trim() === '';
          }).length,
      );
      expect(nameless).toBe(0);
      const ids = await page.locator('[id]').evaluateAll((all) => all.map((one) => one.id));
      expect(ids.filter((id, at) => ids.indexOf(id) !== at && id !== 'arrowhead')).toEqual([]);
      expect(await page.locator('html').getAttribute('lang')).toBe('en');
    });
  });

  it('says with words and signs what colours say', async () => {
    await open('several', {}, async (page) => {
      const verdicts = await page.locator('.verdict').allInnerTexts();
      for (const verdict of verdicts) expect(verdict).toMatch(/^[✓✗!–] \S/);
      const tags = await page.locator('.tag').allInnerTexts();
      expect(tags.every((tag) => /\w/.test(tag))).toBe(true);
      expect(await page.locator('.values dt').allInnerTexts()).toContain('+ live');
    });
  });

  it.each(HARMLESS)('prints, with what is behind its summaries: %s', async (name) => {
    await open(name, { colorScheme: 'dark' }, async (page) => {
      const printed = await page.pdf({ format: 'A4' });
      expect(printed.subarray(0, 5).toString()).toBe('%PDF-');
      expect(printed.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(0);
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      const closed = page.locator('details:not([open]) > :not(summary)');
      const heights = await closed.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
      expect(heights.filter((height) => height === 0)).toEqual([]);
      // Paper is white, whatever the theme.
      expect(await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)).toBe(
        'rgb(255, 255, 255)',
      );
      expect(await page.evaluate(faintTexts)).toEqual([]);
    });
  });
});
