/** The `external_id` of imported things: the product and its ids. `verify` finds a schedule by it. */
import { createHash } from 'node:crypto';
import type { Product } from './source.ts';

const MAX_LENGTH = 100;

export function externalIdOf(product: Product, ...ids: readonly string[]): string {
  const id = [product, ...ids.map(encoded)].join(':');
  return id.length <= MAX_LENGTH ? id : [product, ...ids.map(hashed)].join(':');
}

/** `opsgenie:abc:` of `opsgenie:abc:rotation`: the schedule of the source that the thing comes from. */
export function sourceOf(externalId: string): string {
  return /^[^:]*:[^:]*:/.exec(externalId)?.[0] ?? '';
}

/** What `sourceOf` says of things that come from this schedule. */
export function sourcesOf(product: Product, scheduleId: string): string[] {
  return [...new Set([encoded(scheduleId), hashed(scheduleId)])].map((id) => `${product}:${id}:`);
}

/** Ids with characters that an `external_id` may not have are hashed, so that different ids stay different. */
function encoded(id: string): string {
  return /^[A-Za-z0-9._@+-]+$/.test(id) ? id.replaceAll('+', '/') : hashed(id);
}

function hashed(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 32);
}
