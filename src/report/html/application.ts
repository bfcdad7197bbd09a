import type { ApplicationReport } from '../../model/report.js';
import { liveText, sourceText } from '../heading-text.js';
import { count } from '../plural.js';
import type { TextOptions } from '../text-options.js';
import { byWriter, isPlain, listedFields } from './by-writer.js';
import { sentence } from './field.js';
import { effectList, findingList } from './findings.js';
import { holderPictures } from './holders.js';
import { type Html, html } from './markup.js';
import { timeSection } from './moments.js';
import { objectTable, wholeObjects } from './objects.js';
import type { Section } from './page.js';
import { timeOf } from './time.js';
import { appliers, upcoming } from './upcoming.js';

/** What to do, first of all: the action's steps. */
export function todo({ action }: ApplicationReport, level: 2 | 3): Html {
  const steps = action.steps ?? (action.message === '' ? [] : [{ message: action.message }]);
  if (steps.length === 0) return html``;
  const heading = level === 2 ? html`<h2>What to do</h2>` : html`<h3>What to do</h3>`;
  const items = steps.map(({ message }) => html`<li>${sentence(message)}</li>\n`);
  return html`<div class="todo">${heading}<ul>${items}</ul></div>\n`;
}

/** The parts of one application, those without content left out. Their ids begin with `prefix`. */
export function applicationSections(
  application: ApplicationReport,
  words: TextOptions,
  { prefix, level, generatedAt }: { readonly prefix: string; readonly level: 3 | 4; readonly generatedAt: string },
): readonly Section[] {
  const { resources, findings, ifSynced } = application;
  const fields = listedFields(resources);
  const [plain, aside] = [fields.filter(isPlain), fields.filter((one) => !isPlain(one))];
  const parts: readonly (readonly [id: string, title: string, body: Html | readonly Html[] | undefined])[] = [
    ['whole', 'Objects that only one side has, or that were not compared', wholeObjects(resources, words)],
    ['writers', 'What differs, by who wrote it', byWriter(plain, words, level)],
    ['next', 'What happens next', upcoming(application)],
    ['appliers', 'Who applies it', appliers(application)],
    ['sync', 'What a sync would do now', ifSynced.length === 0 ? undefined : effectList(ifSynced)],
    ['findings', 'Findings', findingList(findings)],
    ['holders', 'Who holds what', holderPictures(resources, words)],
    ['times', 'Who wrote what, when', timeSection(application, generatedAt)],
    ['aside', 'Noted and ignored differences', asidePart(byWriter(aside, words, level), aside.length)],
    ['objects', 'All objects', resources.length === 0 ? undefined : objectTable(resources)],
    ['states', 'Where the two states come from', statesPart(application, words)],
  ];
  return parts.flatMap(([id, title, body]) => {
    if (body === undefined || (Array.isArray(body) && body.length === 0)) return [];
    return [{ id: `${prefix}${id}`, title, body: html`${body}` }];
  });
}

function asidePart(blocks: readonly Html[], fields: number): Html | undefined {
  if (blocks.length === 0) return undefined;
  return html`<details><summary>${count(fields, 'difference')}, none of which asks for anything</summary>${blocks}</details>`;
}

function statesPart(application: ApplicationReport, words: TextOptions): Html {
  const { sources, recorded, conditions = [], project } = application;
  const rows: readonly (readonly [string, Html])[] = [
    ...sources.map((source) => ['desired', html`${sourceText(source, true)}`] as const),
    ['live', html`${liveText(application)}`],
    ...(project === undefined ? [] : ([['project', html`${project}`]] as const)),
    ...(recorded?.comparedAt === undefined
      ? []
      : ([
          [
            'recorded',
            html`${[recorded.sync, recorded.health].filter((word) => word !== undefined).join(', ')} at ${timeOf(recorded.comparedAt, words.now)}`,
          ],
        ] as const)),
    ...(recorded?.operation === undefined
      ? []
      : ([['last sync', html`${recorded.operation.phase}: ${recorded.operation.message}`]] as const)),
    ...[...conditions, ...(recorded?.conditions ?? [])].map(({ type, message }) => [type, html`${message}`] as const),
  ];
  return html`<dl class="facts">${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>`;
}
