/**
 * While a page deletes something, it does not read it again. An event about the deletion may come before its response, and the page would say
 * that the thing does not exist while the reader still looks at it. Pages also read at intervals and when their tab is opened: such reads wait.
 */
import type { Query } from '@tanstack/react-query';

type Keyed = Pick<Query, 'queryKey'>;

/** What is being deleted: ids, and what is called when that is over. */
const underWay = new Map<string, PromiseWithResolvers<void>>();

/** Call the result when the deletion is over and the cached data is dropped, or when it has failed. */
export function beginDeletion(id: string): () => void {
  const over = underWay.get(id) ?? Promise.withResolvers<void>();
  underWay.set(id, over);
  return () => {
    underWay.delete(id);
    over.resolve();
  };
}

export function isBeingDeleted(query: Keyed): boolean {
  return [...underWay.keys()].some((id) => isAbout(query, id));
}

/** Resolves when none of what the query is about is being deleted. */
export async function deletionsOver(query: Keyed): Promise<void> {
  for (const [id, over] of underWay) if (isAbout(query, id)) await over.promise;
}

export function isAbout({ queryKey }: Keyed, id: string): boolean {
  return JSON.stringify(queryKey).includes(`"${id}"`);
}
