import { type Html, html, joined } from './markup.js';
import { STYLE, STYLE_HASH } from './style.js';
import { timeOf } from './time.js';

/** A part of a page: an entry of its contents and a heading of the second level. `id` is unique on the page. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: Html;
}

/** A page whose sections are read in their order; `lead` is what has to be seen first. */
export interface Page {
  readonly title: string;
  readonly under: Html;
  readonly lead: Html;
  readonly sections: readonly Section[];
  readonly tool: { readonly name: string; readonly version: string };
  readonly generatedAt: string;
  readonly maskNamed: boolean;
}

/** The stylesheet alone may be applied: no script, picture, font, frame, form or connection, whatever a value says. */
const POLICY = `default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;

/** A whole HTML document in one file that loads nothing; ends with a line break. */
export function htmlPage({ title, under, lead, sections, tool, generatedAt, maskNamed }: Page): string {
  const contents = sections.map(({ id, title: text }) => html`<li><a href="#${id}">${text}</a></li>`);
  const nav =
    sections.length < 2 ? [] : [html`<nav class="contents" aria-label="Contents"><ul>${contents}</ul></nav>\n`];
  const body = joined([
    html`<a class="skip" href="#main">Skip to the content</a>\n<header>\n<h1>${title}</h1>\n<p class="under">${under}</p>\n</header>\n`,
    html`<main id="main" tabindex="-1">\n${lead}\n`,
    ...nav,
    ...sections.map(
      ({ id, title: text, body: inner }) =>
        html`<section aria-labelledby="${id}">\n<h2 id="${id}">${text}</h2>\n${inner}\n</section>\n`,
    ),
    html`</main>\n<footer><p>Made by ${tool.name} ${tool.version} at ${timeOf(generatedAt)}, from one look at the cluster; it changed nothing. Times are UTC. A program's time in managedFields is when it last wrote any of its fields: an upper bound, “at the latest”.${maskNamed ? ' Values of Secrets are masked, and values whose names look secret.' : ''}</p></footer>\n`,
  ]);
  const head = html`<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${POLICY}">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="color-scheme" content="light dark">\n<meta name="referrer" content="no-referrer">\n<meta name="robots" content="noindex">\n<meta name="generator" content="${tool.name} ${tool.version}">\n<title>${title}</title>\n`;
  return `<!doctype html>\n<html lang="en">\n<head>\n${head.markup}<style>${STYLE}</style>\n</head>\n<body>\n${body.markup}</body>\n</html>\n`;
}
