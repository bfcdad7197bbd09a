import type { ApplicationReport, Report } from '../../model/report.js';
import { countsOf } from '../counts.js';
import { driftWords } from '../drift-words.js';
import { gateText } from '../gate-text.js';
import { liveText } from '../heading-text.js';
import { withoutNamedSecrets } from '../masked-report.js';
import type { TextOptions } from '../text-options.js';
import { applicationSections, todo } from './application.js';
import { type Html, html } from './markup.js';
import { type HtmlOptions, wordsOf } from './options.js';
import { htmlPage, type Section } from './page.js';
import { timeOf } from './time.js';
import { cards, gateCard, healthTone, overviewWords, syncTone, verdictCards, verdictWord } from './verdicts.js';

/** The report as one HTML document that loads nothing and needs no script: verdicts and what to do first. */
export function htmlReport(whole: Report, options: HtmlOptions): string {
  const report = options.maskNamed ? withoutNamedSecrets(whole) : whole;
  const { tool, generatedAt, applications, policy } = report;
  const words = wordsOf(new Date(generatedAt), options);
  const gate = gateCard(report.gate, gateText(report));
  const [only] = applications;
  const frame = { tool, generatedAt, maskNamed: options.maskNamed };
  const rules = policy === undefined ? '' : ` Policy: ${policy.file}.`;
  if (only !== undefined && applications.length === 1) {
    return htmlPage({
      ...frame,
      title: `${only.name}: sync ${only.sync.status}, health ${only.health.status}`,
      under: html`Git compared with ${liveText(only)}, at ${timeOf(generatedAt)}.${rules}`,
      lead: html`${cards([...verdictCards(only), gate])}${todo(only, 2)}`,
      sections: applicationSections(only, words, { prefix: '', level: 3, generatedAt }),
    });
  }
  return htmlPage({
    ...frame,
    title: overviewWords(applications),
    under: html`Git compared with the cluster, at ${timeOf(generatedAt)}.${rules}`,
    lead: html`${cards([gate])}${overview(applications)}`,
    sections: applications.map((application, at) => applicationSection(application, at, words, generatedAt)),
  });
}

function overview(applications: readonly ApplicationReport[]): Html {
  return html`<div class="scroll" role="region" tabindex="0" aria-label="All applications"><table>
<thead><tr><th scope="col">Application</th><th scope="col">Sync</th><th scope="col">Health</th><th scope="col">Action</th><th scope="col">What differs</th></tr></thead>
<tbody>
${applications.map(
  (application, at) =>
    html`<tr><th scope="row"><a href="#${idOf(at)}">${application.name}</a></th><td>${verdictWord(application.sync.status, syncTone(application.sync.status))}</td><td>${verdictWord(application.health.status, healthTone(application.health.status))}</td><td>${application.action.code.replaceAll('-', ' ')}</td><td>${driftWords(countsOf([application])) || 'no drift'}</td></tr>\n`,
)}</tbody></table></div>\n`;
}

function applicationSection(
  application: ApplicationReport,
  at: number,
  words: TextOptions,
  generatedAt: string,
): Section {
  const parts = applicationSections(application, words, { prefix: `${idOf(at)}-`, level: 4, generatedAt });
  return {
    id: idOf(at),
    title: application.name,
    body: html`${cards(verdictCards(application))}${todo(application, 3)}${parts.map(
      ({ id, title, body }) => html`<section aria-labelledby="${id}"><h3 id="${id}">${title}</h3>\n${body}</section>\n`,
    )}`,
  };
}

/** By place: names may be the same, or anything. */
function idOf(at: number): string {
  return `application-${at + 1}`;
}
