import { refText } from '../../model/resource.js';
import type { TimelineEntry, TimelineReport } from '../../model/timeline-report.js';
import { destinationText } from '../heading-text.js';
import { count } from '../plural.js';
import type { TextOptions } from '../text-options.js';
import { entryText } from '../timeline-entry.js';
import { sentence } from './field.js';
import { type Html, html } from './markup.js';
import { momentList } from './moments.js';
import { type HtmlOptions, wordsOf } from './options.js';
import { htmlPage, type Section } from './page.js';
import { timeOf } from './time.js';
import { type Moment, timePicture } from './time-picture.js';

/** The story of one object as one HTML document that loads nothing: a picture, then every line with its source. */
export function htmlTimeline(report: TimelineReport, options: HtmlOptions): string {
  const { generatedAt, tool, entries, undated, notRead, notKnown, field } = report;
  const words = { ...wordsOf(new Date(generatedAt), options), verbose: true };
  const name = refText(report.resource);
  const moments = entries.flatMap((entry) => momentOf(entry, words));
  const picture = timePicture(moments, generatedAt, `Who did what to ${name}, and when`);
  const parts: readonly (readonly [id: string, title: string, body: Html | readonly Html[] | undefined])[] = [
    ['picture', 'The picture', picture === undefined ? undefined : html`${picture}${momentList(moments)}`],
    ['story', 'The story, oldest first', storyPart(report, words)],
    ['undated', 'Time not recorded', undated.length === 0 ? undefined : storyList(undated, words)],
    [
      'not-read',
      'What could not be read',
      notRead.map(({ source, reason }) => html`<p>${source}: ${sentence(reason)}</p>`),
    ],
    ['not-known', 'What nobody can know from one look', notKnown.map((text) => html`<p>${sentence(text)}</p>`)],
  ];
  return htmlPage({
    tool,
    generatedAt,
    maskNamed: options.maskNamed,
    title: `Timeline of ${name}${field === undefined ? '' : `, ${field}`}`,
    under: html`Live in ${destinationText(report.destination)}, at ${timeOf(generatedAt)}.${OBJECT[report.object]}`,
    lead: html`<p>${introduction(entries)}</p>`,
    sections: parts.flatMap(([id, title, body]): Section[] =>
      body === undefined || (Array.isArray(body) && body.length === 0) ? [] : [{ id, title, body: html`${body}` }],
    ),
  });
}

const OBJECT: Readonly<Record<TimelineReport['object'], string>> = {
  found: '',
  missing: ' The object is not in the cluster; what else tells of it is listed.',
  unreadable: ' The object could not be read; what else tells of it is listed.',
};

function introduction(entries: readonly TimelineEntry[]): string {
  const marks = new Set(entries.map(({ certainty }) => certainty));
  return [
    `${count(entries.length, 'line')} with a time.`,
    'A time without a mark is exact, as its source recorded it.',
    ...(marks.has('at-the-latest')
      ? [
          '≤ is “at the latest”: Kubernetes keeps, for each program that writes, the fields it owns now and when it last wrote, not when it wrote each field.',
        ]
      : []),
    ...(marks.has('as-told') ? ["~ is what the clock of the writer's own machine said."] : []),
  ].join(' ');
}

function storyPart(report: TimelineReport, words: TextOptions): Html {
  const { entries, leftOut, after } = report;
  const left = [
    ...(leftOut.earlier > 0 && after !== undefined
      ? [`${count(leftOut.earlier, 'earlier line')}, before ${after}`]
      : []),
    ...(leftOut.statusOnly > 0 ? [`${count(leftOut.statusOnly, 'write')} of status only`] : []),
    ...(leftOut.withoutEffect > 0
      ? [`${count(leftOut.withoutEffect, 'write')} of the audit log without any effect`]
      : []),
  ];
  return html`${entries.length === 0 ? html`<p>Nothing with a time is recorded.</p>` : storyList(entries, words)}${left.map((text) => html`<p class="dim">Left out: ${text}.</p>`)}`;
}

function storyList(entries: readonly TimelineEntry[], words: TextOptions): Html {
  return html`<ol class="story">${entries.map((entry) => {
    const { mark, sentence: text, sources, details, alarming } = entryText(entry, words);
    const when =
      entry.time === undefined
        ? html`no time`
        : html`${mark.trim() === '' ? '' : `${mark} `}${timeOf(entry.time, words.now)}`;
    const more =
      details.length === 0 ? [] : [html`<ul class="dim">${details.map((detail) => html`<li>${detail}</li>`)}</ul>`];
    const look = alarming ? html`<strong class="is-warn">! ${text}</strong>` : html`${text}`;
    return html`<li><p class="mono">${when}</p><div><p>${look} <span class="dim">[${sources}]</span></p>${more}</div></li>\n`;
  })}</ol>`;
}

function momentOf(entry: TimelineEntry, words: TextOptions): Moment[] {
  const { time, certainty, writer, notBefore } = entry;
  if (time === undefined || certainty === 'not-recorded') return [];
  const { sentence: text } = entryText(entry, words);
  return [
    {
      text,
      time,
      certainty,
      ...(writer === undefined ? {} : { category: writer.category }),
      ...(notBefore === undefined ? {} : { notBefore }),
    },
  ];
}
