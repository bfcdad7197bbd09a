import { dig, digString, field, isArray, isObject, type JsonObject, type JsonValue } from '../model/json.js';
import type { Answer, Get } from './http-get.js';

/** Objects asked for in one request. */
const PAGE = 500;

/** A million objects of one kind; whoever goes on after that does not end. */
const MAX_PAGES = 2000;

type Failed = Extract<Answer, { kind: 'failed' }>;

/**
 * Reads a list page by page. `visit` gets the items of each page, and how many the server says are left, and says
 * whether it wants more, so that memory holds one page and what `visit` keeps. A continue token that expired (410) starts the list again, once: `restart` is called
 * and the items come anew. `labels` selects objects by their labels. Resolves to the failed answer where a page cannot be had, or where the list does not end.
 */
export async function readPages(
  get: Get,
  path: string,
  visit: (items: readonly JsonObject[], left: number | undefined) => 'more' | 'enough',
  restart: () => void,
  labels = '',
): Promise<Failed | undefined> {
  const selector = labels === '' ? '' : `&labelSelector=${encodeURIComponent(labels)}`;
  let token = '';
  let restarted = false;
  const asked = new Set<string>();
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await get(
      `${path}?limit=${PAGE}${selector}${token === '' ? '' : `&continue=${encodeURIComponent(token)}`}`,
    );
    if (answer.kind === 'failed') {
      if (answer.status !== 410 || restarted) return answer;
      restarted = true;
      token = '';
      asked.clear();
      restart();
      continue;
    }
    const items = itemsOf(answer.value);
    if (items === undefined) return failed('the answer is not the list that was asked for');
    const left = dig(answer.value, 'metadata', 'remainingItemCount');
    if (visit(items, typeof left === 'number' ? left : undefined) === 'enough') return undefined;
    token = digString(answer.value, 'metadata', 'continue') ?? '';
    if (token === '') return undefined;
    if (asked.has(token)) return failed('the API server gives the same page of the list again');
    asked.add(token);
  }
  return failed(`the list does not end after ${MAX_PAGES} pages`);
}

/** The items of a list as the API server answers with; undefined where the answer is no list. */
export function itemsOf(answer: JsonValue): readonly JsonObject[] | undefined {
  const items = field(answer, 'items');
  if (isArray(items)) return items.filter(isObject);
  // Go prints a list without items as null.
  return items === null && digString(answer, 'kind')?.endsWith('List') === true ? [] : undefined;
}

function failed(reason: string): Failed {
  return { kind: 'failed', status: 0, reason };
}
