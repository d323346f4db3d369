/**
 * Rule HOOK-3: one call to an endpoint. The name is resolved once and all its addresses are checked; the connection goes to the first of these
 * addresses, so that a name cannot lead elsewhere a moment later. Redirects are not followed. The whole call takes at most 15 seconds.
 *
 * Rule BUD-8: the status decides. Only the beginning of the body is read, for a second at most.
 */
import { lookup as lookUpInDns } from 'node:dns/promises';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { beginRequest } from '../network/outgoing-requests.ts';
import type { AddressRules } from './public-addresses.ts';

/** Shorter than a lease of the worker. */
export const CALL_TIMEOUT_MS = 15_000;

/** The body is only shown to admins: it must not keep a slot of the worker busy. */
const BODY_TIMEOUT_MS = 1_000;

const MAX_ANSWER_BYTES = 16_384;
const MAX_ANSWER_CHARACTERS = 2_000;

/** A longer `retry-after` is ignored. */
const MAX_RETRY_AFTER_SECONDS_LENGTH = 24 * 60 * 60;

/** Control characters and unpaired surrogates cannot be stored; bidirectional controls must not be shown. */
const UNSTORABLE = /[^\P{Cc}\n\t]|[\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

export interface Endpoints extends AddressRules {
  /** All addresses of a name. Replaced in tests. */
  readonly lookUp?: (name: string) => Promise<readonly string[]>;
  readonly timeoutMs?: number;
}

export interface EndpointAnswer {
  readonly status: number;
  /** The beginning of the body. */
  readonly body: string;
  readonly retryAfterMs: number | undefined;
}

/** There was no response. The message is a whole sentence, shown to admins. */
export class EndpointError extends Error {
  override readonly name = 'EndpointError';
}

export async function callEndpoint(
  endpoints: Endpoints,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<EndpointAnswer> {
  const timeoutMs = endpoints.timeoutMs ?? CALL_TIMEOUT_MS;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await call(endpoints, new URL(url), headers, body, signal);
  } catch (error) {
    if (error instanceof EndpointError) throw error;
    if (signal.aborted) throw new EndpointError(`The endpoint did not answer within ${timeoutMs / 1000} seconds.`);
    throw new EndpointError(`The endpoint could not be reached: ${reasonOf(error)}.`, { cause: error });
  }
}

async function call(
  endpoints: Endpoints,
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<EndpointAnswer> {
  const address = await addressFor(endpoints, url, signal);
  const request = beginRequest(url, {
    method: 'POST',
    agent: false,
    signal,
    // Called for the name only, and returns the checked address.
    lookup: (_name, { all = false }, done) => {
      const family = isIP(address);
      if (all) done(null, [{ address, family }]);
      else done(null, address, family);
    },
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
  });
  request.on('error', () => undefined);
  request.end(body);
  const [answer] = (await once(request, 'response', { signal })) as [IncomingMessage];
  try {
    return { status: answer.statusCode ?? 0, body: await beginningOf(answer), retryAfterMs: retryAfterOf(answer) };
  } finally {
    request.destroy();
  }
}

async function addressFor(endpoints: Endpoints, { hostname, protocol }: URL, signal: AbortSignal): Promise<string> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await resolve(endpoints, host, signal) : [host];
  const refused = addresses.find((address) => !endpoints.isAllowed(address));
  if (refused !== undefined) throw new EndpointError(notAllowed(host, refused));
  if (protocol !== 'https:' && !addresses.every(endpoints.isNamed)) throw new EndpointError(NOT_HTTPS);
  const [address] = addresses;
  if (address === undefined) throw new EndpointError(`The name ${host} has no address.`);
  return address;
}

export const NOT_HTTPS =
  'The address must begin with https://. Without it, only addresses that WATCHBILL_WEBHOOK_ALLOW names are called.';

export function notAllowed(host: string, address: string): string {
  const where = host === address ? address : `${host} leads to ${address}, which`;
  return `${where} is not a public address. The operator can allow it with WATCHBILL_WEBHOOK_ALLOW.`;
}

async function resolve(
  { lookUp = systemLookUp }: Endpoints,
  name: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const aborted = once(signal, 'abort').then(() => {
    throw signal.reason;
  });
  // Only one of the two is awaited.
  aborted.catch(() => undefined);
  return Promise.race([lookUp(name), aborted]);
}

async function systemLookUp(name: string): Promise<readonly string[]> {
  return (await lookUpInDns(name, { all: true })).map(({ address }) => address);
}

/** The status decides: if the body is cut off or hangs, what has arrived is used. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => answer.destroy(), BODY_TIMEOUT_MS);
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MAX_ANSWER_BYTES) break;
    }
  } catch {
  } finally {
    clearTimeout(timer);
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks)).replace(UNSTORABLE, '\u{fffd}');
  return [...text].slice(0, MAX_ANSWER_CHARACTERS).join('');
}

function retryAfterOf({ headers }: IncomingMessage): number | undefined {
  const seconds = headers['retry-after'] ?? '';
  if (!/^\d{1,9}$/.test(seconds)) return undefined;
  return Math.min(Number(seconds), MAX_RETRY_AFTER_SECONDS_LENGTH) * 1000;
}

/** The code of Node, which names the reason in a word that can be looked up. */
function reasonOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : 'the connection failed';
}
