/**
 * The header `Link` of lists (RFC 8288): the first, previous, next and last page. The addresses are relative to the one that was asked for, so they are
 * right behind every proxy.
 */
import type { PageMeta } from '../../services/shared/paging.ts';

export function linksFrom(url = '', { total, page, per_page }: PageMeta): string {
  const [, query = ''] = url.split('?', 2);
  const last = Math.max(1, Math.ceil(total / per_page));
  const pages = {
    first: 1,
    ...(page > 1 && { prev: Math.min(page - 1, last) }),
    ...(page < last && { next: page + 1 }),
    last,
  };
  const wanted = new URLSearchParams(query);
  return Object.entries(pages)
    .map(([relation, number]) => {
      wanted.set('page', String(number));
      return `<?${wanted}>; rel="${relation}"`;
    })
    .join(', ');
}
