/**
 * The header `Link` of lists (RFC 8288): the first, previous, next and last page. The addresses are relative to the one that was asked for, so they are
 * right behind every proxy.
 */
import type { FastifyInstance, preSerializationHookHandler } from 'fastify';
import { PaginationMeta } from '../../schemas/fields.ts';
import type { PageMeta } from '../../services/shared/paging.ts';

/** For an app without routes. Routes whose answer has `meta` get the header. */
export function linkPages(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const answers = route.schema?.response as Readonly<Record<number, { properties?: { meta?: unknown } }>> | undefined;
    if (answers?.[200]?.properties?.meta !== PaginationMeta) return;
    route.preSerialization = [sendLinks, ...[route.preSerialization ?? []].flat()];
  });
}

const sendLinks: preSerializationHookHandler = ({ raw: { url = '' } }, reply, answer, done) => {
  const { meta } = answer as { meta?: PageMeta };
  if (meta !== undefined) reply.header('link', linksFrom(url, meta));
  done(null, answer);
};

function linksFrom(url: string, { total, page, per_page }: PageMeta): string {
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
