/**
 * While a page deletes something, it does not read it again. An event about the deletion may come before its response, and the page would say
 * that the thing does not exist while the reader still looks at it.
 */
import type { Query, QueryClient } from '@tanstack/react-query';

type Keyed = Pick<Query, 'queryKey'>;

declare module '@tanstack/react-query' {
  interface Register {
    /** `deletedId`: what the mutation deletes. */
    mutationMeta: { readonly deletedId?: string | undefined };
  }
}

export function isBeingDeleted(client: QueryClient, query: Keyed): boolean {
  return client
    .getMutationCache()
    .findAll({ status: 'pending' })
    .some(({ meta }) => meta?.deletedId !== undefined && isAbout(query, meta.deletedId));
}

export function isAbout({ queryKey }: Keyed, id: string): boolean {
  return JSON.stringify(queryKey).includes(`"${id}"`);
}
