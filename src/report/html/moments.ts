import type { FieldDrift } from '../../model/drift.js';
import type { ApplicationReport, RecordedStatus, ResourceReport } from '../../model/report.js';
import { refText } from '../../model/resource.js';
import { count } from '../plural.js';
import { writerName } from '../writer-text.js';
import { listedFields } from './by-writer.js';
import { type Html, html } from './markup.js';
import { clockText } from './time.js';
import { type Moment, timePicture } from './time-picture.js';

/** Everything in an application's report that has a time, as a picture and as a list; none where nothing has. */
export function timeSection(application: ApplicationReport, generatedAt: string): Html | undefined {
  const moments = [...momentsOf(application), ...recordedMoments(application.recorded)];
  const picture = timePicture(moments, generatedAt, `Who wrote what when, of ${application.name}`);
  if (picture === undefined) return undefined;
  const untimed = withoutTime(application.resources);
  return html`${picture}
${momentList(moments)}
${untimed.length === 0 ? [] : [html`<p class="dim">No time is recorded for: ${untimed.join('; ')}.</p>`]}`;
}

/** The same for those who cannot see the picture. */
export function momentList(moments: readonly Moment[]): Html {
  const sorted = [...moments].sort((a, b) => Date.parse(a.time) - Date.parse(b.time));
  return html`<details><summary>The picture as a list</summary><ul>${sorted.map(
    ({ text, time, certainty, notBefore }) =>
      html`<li><time datetime="${time}">${clockText(time)}</time> (${CERTAINTIES[certainty]}${notBefore === undefined ? '' : `, not before ${clockText(notBefore)}`}): ${text}</li>\n`,
  )}</ul></details>`;
}

const CERTAINTIES: Readonly<Record<Moment['certainty'], string>> = {
  exact: 'exact',
  'at-the-latest': 'at the latest',
  'as-told': "by the clock of the writer's machine",
};

/** One line for each entry of a writer to an object, for each kept revision and each commit that is named. */
function momentsOf({ resources }: ApplicationReport): readonly Moment[] {
  const groups = new Map<string, { readonly moment: Moment; readonly about: string; readonly paths: string[] }>();
  const add = (moment: Moment, about: string, path: string): void => {
    const key = JSON.stringify([moment, about]);
    const group = groups.get(key) ?? { moment, about, paths: [] };
    groups.set(key, group);
    group.paths.push(path);
  };
  for (const { field, resource } of listedFields(resources)) {
    const about = refText(resource);
    for (const moment of fieldMoments(field)) add(moment, about, field.path);
  }
  return [...groups.values()].map(({ moment, about, paths }) => {
    const [first = ''] = paths;
    const what = paths.length === 1 ? first : count(paths.length, 'field');
    return { ...moment, text: `${moment.text}: ${what} of ${about}` };
  });
}

function fieldMoments({ writer, history, origin }: FieldDrift): readonly Moment[] {
  const { category, at, time } = writer;
  const { since } = history ?? {};
  const commit = origin?.commit;
  return [
    ...(at !== undefined
      ? [{ text: writerName(writer), category, time: at, certainty: 'exact' as const }]
      : time !== undefined
        ? [{ text: writerName(writer), category, time, certainty: 'at-the-latest' as const }]
        : []),
    ...(since?.at !== undefined
      ? [{ text: 'as live has it since, by the kept Pod templates', time: since.at, certainty: 'exact' as const }]
      : since?.before !== undefined
        ? [
            {
              text: 'as live has it since, by the kept Pod templates',
              time: since.before,
              certainty: 'at-the-latest' as const,
              ...(since.after === undefined ? {} : { notBefore: since.after }),
            },
          ]
        : []),
    ...(commit === undefined
      ? []
      : [
          {
            text: `commit ${commit.sha.slice(0, 7)} by ${commit.author}`,
            time: commit.time,
            certainty: 'as-told' as const,
          },
        ]),
  ];
}

function recordedMoments(recorded: RecordedStatus | undefined): readonly Moment[] {
  const { comparedAt, sync, health, operation } = recorded ?? {};
  const verdicts = [sync, health].filter((word) => word !== undefined).join(', ');
  return [
    ...(comparedAt === undefined
      ? []
      : [
          {
            text: `the GitOps controller compared last${verdicts === '' ? '' : `: ${verdicts}`}`,
            category: 'gitops' as const,
            time: comparedAt,
            certainty: 'exact' as const,
          },
        ]),
    ...(operation?.finishedAt === undefined
      ? []
      : [
          {
            text: `sync ${operation.phase}${operation.initiatedBy === undefined ? '' : `, initiated by ${operation.initiatedBy}`}`,
            category: 'gitops' as const,
            time: operation.finishedAt,
            certainty: 'exact' as const,
          },
        ]),
  ];
}

function withoutTime(resources: readonly ResourceReport[]): readonly string[] {
  const names = listedFields(resources).flatMap(({ field: { writer } }) =>
    writer.time === undefined && writer.at === undefined && writer.category !== 'unowned' ? [writerName(writer)] : [],
  );
  return [...new Set(names)].sort();
}
