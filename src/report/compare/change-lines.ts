import { refText } from '../../model/resource.js';
import { fieldMessage } from '../ci/entry-text.js';
import { shownValue } from '../field-text.js';
import { printable } from '../safe-text.js';
import type { TextOptions } from '../text-options.js';
import { writerText } from '../writer-text.js';
import type { ReportChange } from './report-change.js';

/** What a change is called at the beginning of its line; the longest gives the column. */
const WORDS: Readonly<Record<ReportChange['kind'], string>> = {
  'application-appeared': 'new',
  'application-gone': 'gone',
  verdict: 'verdict',
  object: 'object',
  drifted: 'DRIFTED',
  healed: 'healed',
  value: 'value',
  writer: 'writer',
  explanation: 'account',
};

const COLUMN = 'DRIFTED'.length;

/** One change on one line, what it is first: `DRIFTED  Deployment shop/web .spec.replicas  desired 3 → live 7; by …`. */
export function changeText(change: ReportChange, options: TextOptions): string {
  return `${WORDS[change.kind].padEnd(COLUMN)}  ${about(change)}${told(change, options)}`.trimEnd();
}

function about(change: ReportChange): string {
  switch (change.kind) {
    case 'application-appeared':
    case 'application-gone':
    case 'verdict':
      return 'application';
    case 'object':
      return printable(refText(change.resource));
    default:
      return printable(`${refText(change.resource)} ${change.path}`);
  }
}

function told(change: ReportChange, options: TextOptions): string {
  switch (change.kind) {
    case 'application-appeared':
      return ', only in the later report';
    case 'application-gone':
      return ', only in the earlier report';
    case 'verdict':
      return ` ${change.of} ${change.from} → ${change.to}${change.message === '' ? '' : `: ${printable(change.message)}`}`;
    case 'object':
      return `  ${change.of} ${change.from} → ${change.to}`;
    case 'drifted':
      return `  ${fieldMessage(change.after, change.list === 'undeclared' ? 'undeclared' : 'drift', options)}`;
    case 'healed':
      return `  it was ${shownValue(change.before, change.before.live)}`;
    case 'value':
      return `  desired ${shownValue(change.after, change.after.desired)} → live ${shownValue(change.after, change.after.live)}; live was ${shownValue(change.before, change.before.live)}`;
    case 'writer':
      return `  by ${writerText(change.after.writer, options)}; before by ${writerText(change.before.writer, options)}`;
    case 'explanation':
      return `  ${printable(`${change.from} → ${change.to}: ${change.after.explanation.message}`)}`;
  }
}
