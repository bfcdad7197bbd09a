import { digString, field, isArray, isObject, type JsonObject } from '../model/json.js';
import type { Answer, Get } from './http-get.js';

/** Objects asked for in one request. */
const PAGE = 500;

type Failed = Extract<Answer, { kind: 'failed' }>;

/**
 * Reads a list page by page. `visit` gets the items of each page and says whether it wants more, so that memory holds
 * one page and what `visit` keeps. A continue token that expired (410) starts the list again, once: `restart` is called
 * and the items come anew. Resolves to the failed answer where a page cannot be had.
 */
export async function readPages(
  get: Get,
  path: string,
  visit: (items: readonly JsonObject[]) => 'more' | 'enough',
  restart: () => void,
): Promise<Failed | undefined> {
  let token = '';
  let restarted = false;
  for (;;) {
    const answer = await get(`${path}?limit=${PAGE}${token === '' ? '' : `&continue=${encodeURIComponent(token)}`}`);
    if (answer.kind === 'failed') {
      if (answer.status !== 410 || restarted) return answer;
      restarted = true;
      token = '';
      restart();
      continue;
    }
    const items = field(answer.value, 'items');
    if (visit(isArray(items) ? items.filter(isObject) : []) === 'enough') return undefined;
    token = digString(answer.value, 'metadata', 'continue') ?? '';
    if (token === '') return undefined;
  }
}
