/** What of an answer says whether it lasts. */
type Lasting = { readonly kind: 'ok' } | { readonly kind: 'failed'; readonly status: number };

/** An answer, and how long its text was. */
export interface SizedAnswer<Answer> {
  readonly answer: Answer;
  readonly characters: number;
}

/** What the API server answered, for those of a run who ask for the same. */
export interface KeptAnswers<Answer> {
  /** The answer that is known for `key`, or that somebody is waiting for; else what `ask` brings. */
  read(key: string, ask: () => Promise<SizedAnswer<Answer>>): Promise<Answer>;
}

/** As JSON text; parsed it takes about three times that. */
const MOST_CHARACTERS = 24_000_000;

/**
 * Keeps answers until all together are longer than `most`; then those go that were not asked for for the longest time. What
 * may be another answer next time (no answer, a fault of the server, a page that expired) is not kept.
 */
export function keepAnswers<Answer extends Lasting>(most: number = MOST_CHARACTERS): KeptAnswers<Answer> {
  const kept = new Map<string, { readonly answer: Promise<Answer>; characters: number }>();
  let total = 0;
  const forget = (key: string): void => {
    total -= kept.get(key)?.characters ?? 0;
    kept.delete(key);
  };
  const forgetList = (key: string): void => {
    const path = pathOf(key);
    for (const other of [...kept.keys()]) if (pathOf(other) === path) forget(other);
  };
  return {
    read(key, ask) {
      const known = kept.get(key);
      if (known !== undefined) {
        // The last in the map is what was asked for last.
        kept.delete(key);
        kept.set(key, known);
        return known.answer;
      }
      const settled = async (): Promise<Answer> => {
        const { answer, characters } = await ask().catch((error: unknown) => {
          forget(key);
          throw error;
        });
        if (answer.kind === 'failed' && answer.status === 410) forgetList(key);
        else if (answer.kind === 'failed' && !LASTING.has(answer.status)) forget(key);
        else weigh(key, characters);
        return answer;
      };
      const answer = settled();
      kept.set(key, { answer, characters: 0 });
      return answer;
    },
  };

  function weigh(key: string, characters: number): void {
    const entry = kept.get(key);
    if (entry === undefined) return;
    entry.characters = characters;
    total += characters;
    for (const [oldest, { characters: weight }] of kept) {
      if (total <= most) return;
      // What is still on its way weighs nothing and stays.
      if (weight > 0) forget(oldest);
    }
  }
}

/** Refused, not there, and not allowed there: nothing that another try mends. */
const LASTING: ReadonlySet<number> = new Set([403, 404, 405]);

/** An expired page takes the pages before it along: their tokens lead to it. */
function pathOf(key: string): string {
  return key.replace(/\?.*$/, '');
}
