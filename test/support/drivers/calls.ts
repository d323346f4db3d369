/** Requests for a ledger, over any transport. */

// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the caller is about to assert
export type Json = any;

/** Returns the response body; throws if there is no success or no response. */
export type Call = (method: string, path: string, body?: object) => Promise<Json>;

const PER_PAGE = 100;

/** All pages of a list. A page that is not full is the last one, also if the list grows meanwhile. */
export async function allPages(call: Call, path: string, noun: string): Promise<Json[]> {
  const items: Json[] = [];
  for (let page = 1; ; page++) {
    const answer = await call('GET', `${path}${path.includes('?') ? '&' : '?'}per_page=${PER_PAGE}&page=${page}`);
    items.push(...answer[noun]);
    if (answer[noun].length < PER_PAGE) return items;
  }
}
