/** The headers `ETag`, `If-Match` and `If-None-Match`. */
import type { FastifyReply } from 'fastify';
import type { ExpectedTags } from '../services/shared/entity-tags.ts';

/** One of a list. No tag contains a quote. */
const TAG = /(?:W\/)?"([^"]*)"/g;

export function sendTag(reply: FastifyReply, tag: string): void {
  reply.header('etag', `"${tag}"`);
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * What `if-match` says, and `if-none-match: *` if the operation takes it. Nothing fulfils both.
 *
 * A weak tag (`W/"…"`) counts as the tag itself. RFC 9110 forbids that for `If-Match`, but proxies that compress make tags weak, and then no change
 * would get through. Our tags identify the content, so nothing is lost.
 */
export function expectedTagsOf(headers: Headers, mayExpectNone: boolean): ExpectedTags {
  const given = headers['if-match'];
  const expectsNone = mayExpectNone && headers['if-none-match'] !== undefined;
  if (typeof given !== 'string') return expectsNone ? 'none' : undefined;
  if (expectsNone) return [];
  return given.trim() === '*' ? 'any' : tagsIn(given);
}

/** Whether `If-None-Match` contains the tag, weak or not. */
export function hasTag(
  { headers }: { readonly headers: { readonly 'if-none-match'?: string | undefined } },
  tag: string,
): boolean {
  const given = headers['if-none-match'];
  if (given === undefined) return false;
  return given.trim() === '*' || tagsIn(given).includes(tag);
}

function tagsIn(header: string): string[] {
  return [...header.matchAll(TAG)].map(([, tag = '']) => tag);
}
