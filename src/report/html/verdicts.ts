import type { ApplicationReport, Gate } from '../../model/report.js';
import { countsOf } from '../counts.js';
import { driftWords } from '../drift-words.js';
import { hasNoHealth } from '../heading-text.js';
import { andList, count } from '../plural.js';
import { type Html, html } from './markup.js';

/** How a verdict is drawn; the words and the sign say the same. */
export type Tone = 'good' | 'warn' | 'bad' | 'plain';

interface Card {
  readonly what: string;
  readonly verdict: string;
  readonly tone: Tone;
  readonly why: string;
}

const SIGNS: Readonly<Record<Tone, string>> = { good: '✓', warn: '!', bad: '✗', plain: '–' };

/** A verdict with its sign, as a word within a text. */
export function verdictWord(text: string, tone: Tone): Html {
  return html`<span class="is-${tone}">${SIGNS[tone]} ${text}</span>`;
}

export function cards(all: readonly Card[]): Html {
  return html`<ul class="cards">${all.map(
    ({ what, verdict, tone, why }) =>
      html`<li class="card ${tone}"><span class="what">${what}</span><span class="verdict">${SIGNS[tone]} ${verdict}</span>${why === '' ? [] : [html`<span class="why">${why}</span>`]}</li>\n`,
  )}</ul>\n`;
}

export function syncTone(status: string): Tone {
  return status === 'Synced' ? 'good' : status === 'None' ? 'plain' : 'bad';
}

export function healthTone(status: string): Tone {
  return status === 'Healthy'
    ? 'good'
    : status === 'Degraded' || status === 'Unknown' || status === 'Missing'
      ? 'bad'
      : 'warn';
}

/** Does Git say what the cluster has? And, apart from that: does it work? */
export function verdictCards(application: ApplicationReport): readonly Card[] {
  const { sync, health } = application;
  const words = driftWords(countsOf([application]));
  return [
    {
      what: 'Sync: is live what Git says?',
      verdict: sync.status,
      tone: syncTone(sync.status),
      why:
        (sync.status === 'Unknown'
          ? [words, sync.message].filter((text) => text !== '').join('. ')
          : words || sync.message) || 'no drift',
    },
    {
      what: 'Health: does it work?',
      verdict: health.status,
      tone: healthTone(health.status),
      why: healthWhy(application),
    },
  ];
}

function healthWhy(application: ApplicationReport): string {
  if (hasNoHealth(application)) return 'none of its kinds has a health rule';
  const { health, resources } = application;
  const judged = resources.filter((resource) => resource.health !== null).length;
  return health.message === '' && judged > 0
    ? `${count(judged, 'object')} judged, of ${resources.length}`
    : health.message;
}

/** Whether a pipeline goes on; `text` is the gate's line in text reports. */
export function gateCard(gate: Gate, text: string): Card {
  const [head = text, ...rest] = text.replace(/^gate: /, '').split(/, |; | \(/);
  const failed = gate.counted > 0 && !gate.passed;
  const incomplete = !failed && (!gate.passed || gate.exitCode === 3);
  const off = gate.failOn.length === 0 || gate.failOn.includes('none');
  const why = text.slice(text.indexOf(head) + head.length).replace(/^[,;\s]+/, '');
  return {
    what: 'Gate: may a pipeline go on?',
    verdict: head,
    tone: failed ? 'bad' : incomplete ? 'warn' : off ? 'plain' : 'good',
    why: rest.length === 0 ? '' : why,
  };
}

/** `2 applications OutOfSync, 1 Synced`. */
export function overviewWords(applications: readonly ApplicationReport[]): string {
  const having = (status: string): number => applications.filter(({ sync }) => sync.status === status).length;
  return `${count(applications.length, 'application')}: ${andList(
    (['Unknown', 'OutOfSync', 'Synced'] as const).flatMap((status) =>
      having(status) === 0 ? [] : [`${having(status)} ${status}`],
    ),
  )}`;
}
