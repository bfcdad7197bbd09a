import type { FilledIn, OwnedField } from '../model/owners-report.js';

/** What stands in place of a writer where nobody is recorded, by why that is so. */
const WORDS: Readonly<Record<FilledIn['category'], string>> = {
  default: 'default',
  allocated: 'allocated',
  converted: 'converted',
  aggregated: 'aggregated',
  admission: 'admission',
  bookkeeping: 'bookkeeping',
  mark: 'mark of a controller',
  identity: 'identity',
};

/** What the words mean, for the list of writers. */
const MEANINGS: Readonly<Record<FilledIn['category'], string>> = {
  default: 'default: the server filled in what nobody set',
  allocated: 'allocated: the server, or a controller of Kubernetes, chose the value',
  converted: 'converted: the server shows it so at this API version',
  aggregated: 'aggregated: computed from other objects',
  admission: 'admission: filled in by an admission plugin of the server',
  bookkeeping: "bookkeeping: the server's own notes",
  mark: 'mark of a controller: left on the objects that it manages',
  identity: 'identity: no writer is ever recorded for names, uid and the like',
};

/** `default`, `allocated` …, or what is left to think where no rule knows the field. */
export function unownedWord(field: OwnedField): string {
  return field.filledIn === undefined ? 'admission, or not recorded' : WORDS[field.filledIn.category];
}

/** One sentence for fields that nobody is recorded for. */
export function unownedMeaning(filledIn: FilledIn | undefined): string {
  return filledIn === undefined
    ? 'nobody is recorded: written at admission (a webhook or policy), or the bookkeeping is lost'
    : MEANINGS[filledIn.category];
}
