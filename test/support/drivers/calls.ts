/** Requests of a ledger, over any transport. */

// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the caller is about to assert
export type Json = any;

/** Gives what the service answers; throws when that is no success, and when there is no answer. */
export type Call = (method: string, path: string, body?: object) => Promise<Json>;

const PER_PAGE = 100;

/** The whole of a list that comes in pages. A page that is not full is the last, also where the list grows meanwhile. */
export async function allPages(call: Call, path: string, noun: string): Promise<Json[]> {
  const items: Json[] = [];
  for (let page = 1; ; page++) {
    const answer = await call('GET', `${path}${path.includes('?') ? '&' : '?'}per_page=${PER_PAGE}&page=${page}`);
    items.push(...answer[noun]);
    if (answer[noun].length < PER_PAGE) return items;
  }
}
