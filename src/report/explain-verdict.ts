import type { ExplainReport, ObjectOutcome, Standing } from '../model/explain-report.js';
import { refText } from '../model/resource.js';
import { NOBODY_RECORDED, NOT_KNOWN } from '../model/writer.js';
import { count } from './plural.js';
import { printable } from './safe-text.js';
import type { TextOptions } from './text-options.js';
import { ABSENT, isBlock, valueText } from './value-text.js';
import { writerName, writerText } from './writer-text.js';

/** The answer in a sentence: whether the field is drift, who wrote it, and what both sides say. */
export function explainVerdict(report: ExplainReport, options: TextOptions): string {
  const word = headWord(report);
  return `${word}: ${sentence(report, options)}`;
}

/** How grave the answer is; only what a gate counts is `bad`. */
export function verdictLook({ standing, drift }: ExplainReport): 'bad' | 'warn' | 'good' {
  const unexplained = drift?.explanation.status === 'unexplained';
  if (standing === 'drift' || standing === 'undeclared') return unexplained ? 'bad' : 'warn';
  return standing === 'not-compared' || standing === 'not-recorded' || standing === 'withheld' ? 'warn' : 'good';
}

function headWord({ standing, drift, outcome, below }: ExplainReport): string {
  const status = drift?.explanation.status ?? '';
  switch (standing) {
    case 'drift':
      return `DRIFT, ${status}`;
    case 'undeclared':
      return status === 'unexplained' ? 'UNDECLARED, unexplained' : 'not drift, undeclared';
    case 'ignored':
      return 'not counted as drift, ignored by a rule';
    case 'not-compared':
      return OUTCOMES[outcome];
    case 'withheld':
    case 'not-recorded':
      return 'NOT COMPARED';
    case 'fields-below':
      if (below.some((one) => one.standing === 'drift')) return 'DRIFT below it';
      return below.some(({ standing: own, status: of }) => own === 'undeclared' && of === 'unexplained')
        ? 'UNDECLARED fields below it'
        : 'no drift below it';
    default:
      return 'not drift';
  }
}

const OUTCOMES: Readonly<Record<ObjectOutcome, string>> = {
  compared: 'NOT COMPARED',
  missing: 'NOT COMPARED, missing from the cluster',
  unreadable: 'NOT COMPARED, could not be read',
  'left-out': 'not compared, by design',
  'not-declared': 'not declared in Git',
  'live-only': 'not compared with Git',
};

function sentence(report: ExplainReport, options: TextOptions): string {
  const { standing, reason } = report;
  switch (standing) {
    case 'drift':
    case 'ignored':
      return report.live === undefined
        ? `Git says ${side(report, 'desired')} and live has none; ${printable(report.drift?.explanation.message ?? '')}.`
        : `${who(report, options)} ${bothSides(report)}`;
    case 'undeclared':
      return `${who(report, options)} Git says nothing about it, live has ${side(report, 'live')}.`;
    case 'fields-below':
      return belowSentence(report);
    case 'not-compared':
      return notCompared(report, options);
    case 'filled-in':
      return `${capital(reason ?? '')}.${ruleOf(report)}`;
    default:
      return `${capital(reason ?? WHY_NOT[standing] ?? '')}.${stuck(report, options)}`;
  }
}

const WHY_NOT: Readonly<Partial<Record<Standing, string>>> = {
  absent: 'Git does not declare it and live has none',
};

/** Who wrote the live value, as a sentence of its own. */
function who(report: ExplainReport, options: TextOptions): string {
  const { writer } = report;
  if (writer === undefined) return '';
  if (writer.name === NOT_KNOWN) return 'Who wrote it is not known.';
  if (writer.name === NOBODY_RECORDED) return 'Nobody is recorded as its writer.';
  const name = writerName(writer);
  const when = writerText(writer, options).slice(name.length);
  return `${name.replace(/^possibly /, 'Possibly ')} wrote it${when}.`;
}

/** Of a value that is equal: somebody outside Git who set it last is worth a word. */
function stuck({ writer, standing }: ExplainReport, options: TextOptions): string {
  const isEqual = standing === 'equal' || standing === 'same-in-other-words';
  if (!isEqual || writer === undefined || !['manual', 'unknown'].includes(writer.category)) return '';
  if (writer.name === NOT_KNOWN) return '';
  return ` The last to write it was ${writerText(writer, options)}: what they wrote is what Git says.`;
}

const ruleOf = ({ rule }: ExplainReport): string => (rule === undefined ? '' : ` (rule ${printable(rule)})`);

function belowSentence({ below, path }: ExplainReport): string {
  if (below.length === 0) return `There is nothing below ${printable(path)}.`;
  const of = (standing: Standing): number => below.filter((one) => one.standing === standing).length;
  const parts = [
    ...(of('drift') > 0 ? [`${of('drift')} drifted`] : []),
    ...(of('undeclared') > 0 ? [`${of('undeclared')} undeclared`] : []),
    ...(of('ignored') > 0 ? [`${of('ignored')} ignored`] : []),
    ...(of('equal') + of('same-in-other-words') > 0 ? [`${of('equal') + of('same-in-other-words')} as Git says`] : []),
  ];
  const rest = parts.length === 0 ? '' : `: ${parts.join(', ')}`;
  return `${count(below.length, 'field')} below ${printable(path)}${rest}.`;
}

function notCompared(report: ExplainReport, options: TextOptions): string {
  const { message, outcome, live, resource } = report;
  // What the API server says begins as it does.
  const why = message === undefined ? '' : `${printable(outcome === 'unreadable' ? message : capital(message))}. `;
  if (outcome === 'live-only') {
    const has =
      report.below.length > 0
        ? `${count(report.below.length, 'field')} below it in live.`
        : live === undefined
          ? `Live has no such field in ${printable(refText(resource))}.`
          : `Live has ${side(report, 'live')}. ${report.reason === undefined ? who(report, options) : `${capital(report.reason)}.`}`;
    return `${why}${has}`.trim();
  }
  if (outcome === 'not-declared') {
    return `${why}${live === undefined ? '' : `Live has ${side(report, 'live')}. ${who(report, options)}`}`.trim();
  }
  return `${why}${report.desired === undefined ? '' : `Git says ${side(report, 'desired')}.`}`.trim();
}

/** Both values in a sentence, where they are short enough for one. */
function bothSides(report: ExplainReport): string {
  const [desired, live] = [side(report, 'desired'), side(report, 'live')];
  if (desired === BELOW && live === BELOW) return 'Git and live differ in the lines below.';
  return `Git says ${desired}, live has ${live}.`;
}

const BELOW = 'what stands below';

/** A value in a sentence; what takes more lines stands below. */
function side(report: ExplainReport, name: 'desired' | 'live'): string {
  const value = report[name];
  if (value === undefined) return name === 'desired' ? 'nothing' : ABSENT;
  if (isBlock(value, IN_SENTENCE)) return BELOW;
  if (report.masked && typeof value === 'string') return printable(value);
  const text = valueText(value);
  return text.length > IN_SENTENCE ? BELOW : text;
}

/** Longer values stand below the sentence only. */
const IN_SENTENCE = 80;

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
