/** What both say of one text: the documents as canonical JSON, or why they refuse it. */
export interface Compared {
  readonly text: string;
  readonly go: { readonly documents: readonly string[]; readonly rest: boolean } | { readonly error: string };
  readonly ours: { readonly documents: readonly string[] } | { readonly error: string };
}

/** A way in which we part from Go on purpose. */
interface Departure {
  readonly why: string;
  applies(compared: Compared): boolean;
}

const weRefuse = (said: RegExp) => (compared: Compared) =>
  'error' in compared.ours && 'documents' in compared.go && said.test(compared.ours.error);

export const DEPARTURES: readonly Departure[] = [
  {
    why: 'Go stops at the end of the first node and is silent about what follows; a manifest cut short is refused (and a mere text is none)',
    applies: ({ go, ours }) =>
      'documents' in go && (go.rest || isText(go.documents)) && ('error' in ours || isText(ours.documents)),
  },
  {
    why: 'a tag or an anchor with punctuation in it, of which Go makes something that nobody meant, is refused',
    applies: (compared) => weRefuse(/./)(compared) && hasOddName(compared.text),
  },
  {
    why: 'between brackets, `?` and a colon without a space mean to Go what they do not look like; such text is refused',
    applies: weRefuse(
      /needs quotes between brackets|has to follow the colon|missed comma between flow collection entries/,
    ),
  },
  {
    why: 'a block of text begins on the line of its key or dash',
    applies: (compared) => weRefuse(/./)(compared) && /^ *[|>]/m.test(compared.text),
  },
  {
    why: 'lines that hold nothing but a tab, or a tab and a comment, change nothing and are read as blank',
    applies: ({ text, go, ours }) =>
      'error' in go && 'documents' in ours && /^(?:[ ]*(?:[-?][ ]*)*)\t[ \t]*(?:#.*)?\r?$/m.test(text),
  },
  {
    why: 'an entry without a key is a fault for Go wherever it stands, for us where it would become JSON',
    applies: ({ text, go }) =>
      'error' in go && /find expected (?:key|node content)/.test(go.error) && /(?:^ *(?:- +)*|[[{,] *):\s/m.test(text),
  },
  {
    why: 'a tab after a quote without a pair, in brackets, may be part of a text, and such a text is refused',
    applies: (compared) => weRefuse(/deficient indentation/)(compared) && /^[^\n]*["'][^\n]*\t/m.test(compared.text),
  },
  {
    why: 'of keys that differ in type and read alike (1 and "1") Go keeps both until they are JSON, we the last',
    applies: ({ go, ours }) => 'error' in go && 'documents' in ours && /unsupported map key/.test(go.error),
  },
  {
    why: 'after a JSON value kubectl takes what follows for YAML, as if it stood alone; such a mixture is refused',
    applies: (compared) => weRefuse(/./)(compared) && /^\s*\{/.test(compared.text),
  },
  {
    why: 'line ends that nobody means (CR alone, U+0085, U+2028, U+2029) end a line for one and none for the other',
    applies: ({ text }) => /\r(?!\n)|[\u0085\u2028\u2029]/.test(text),
  },
];

/** True where a tag or an anchor is more than a word. */
function hasOddName(text: string): boolean {
  const usual = /^(?:!|!!?[\w.-]+|![\w-]+![\w.:-]+|!<[^>]+>|[&*][\w-]+[,\]}]*)$/;
  return [...text.matchAll(/(?:^|[\s[{,])([!&*]\S*)/g)].some(([, name = '']) => !usual.test(name));
}

/** A document that is one text is no manifest; what the text is does not matter. */
function isText(documents: readonly string[]): boolean {
  return documents.every((json) => json.startsWith('"'));
}
