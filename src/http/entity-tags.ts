/** The headers `ETag`, `If-Match` and `If-None-Match`. */
import type { FastifyReply } from 'fastify';
import type { ExpectedTags } from '../services/shared/entity-tags.ts';

/** One of a list. No tag contains a quote. */
const TAG = /(W\/)?"([^"]*)"/g;

export function sendTag(reply: FastifyReply, tag: string): void {
  reply.header('etag', `"${tag}"`);
}

/** A weak tag (`W/"…"`) matches nothing, as RFC 9110 demands for `If-Match`. */
export function expectedTagsOf({ headers }: { readonly headers: { readonly 'if-match'?: string } }): ExpectedTags {
  const given = headers['if-match'];
  if (given === undefined) return undefined;
  if (given.trim() === '*') return 'any';
  return [...given.matchAll(TAG)].flatMap(([, weak, tag = '']) => (weak === undefined ? [tag] : []));
}

/** Whether `If-None-Match` contains the tag. A weak tag matches too, by RFC 9110: proxies make tags weak. */
export function hasTag(
  { headers }: { readonly headers: { readonly 'if-none-match'?: string | undefined } },
  tag: string,
): boolean {
  const given = headers['if-none-match'];
  if (given === undefined) return false;
  return given.trim() === '*' || [...given.matchAll(TAG)].some(([, , one]) => one === tag);
}
