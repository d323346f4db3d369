/**
 * A `fetch` for other servers that decompresses nothing and limits the size of responses: a few compressed bytes could become gigabytes,
 * and decoders are where memory gets corrupted.
 */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { CustomFetchOptions } from 'openid-client';
import { beginRequest } from '../../network/outgoing-requests.ts';

const MAX_ANSWER_BYTES = 1024 * 1024;

/** Fails like `fetch`: with the signal's reason, or a `TypeError` if there is no response. Redirects are returned. */
export async function plainFetch(
  url: string,
  { method, headers, body, signal }: CustomFetchOptions,
): Promise<Response> {
  try {
    const request = beginRequest(url, {
      method,
      headers: { ...headers, 'accept-encoding': 'identity' },
      ...(signal && { signal }),
    });
    // A form, or nothing.
    request.end(body ? String(body) : undefined);
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return new Response(await bytesOf(answer), {
      status: answer.statusCode ?? 0,
      headers: Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      ),
    });
  } catch (cause) {
    signal?.throwIfAborted();
    throw new TypeError(`no answer from ${new URL(url).origin}`, { cause });
  }
}

/** Null if there is no body, as some statuses require. */
async function bytesOf(answer: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer) {
    length += part.length;
    if (length > MAX_ANSWER_BYTES) throw new RangeError('the answer is too long');
    parts.push(part);
  }
  return length === 0 ? null : Buffer.concat(parts);
}
