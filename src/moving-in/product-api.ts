/**
 * Reads JSON from the API of another product. It waits for rate limits, retries failures of the server, and limits time, size and
 * pages. Redirects are refused, because they would send the key to another host. No message shows the key.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { asSingleLine } from '../text/harmless-text.ts';
import { SourceError } from './source.ts';

export interface Api {
  /** An object or a list. */
  readonly get: (path: string) => Promise<object>;
  readonly post: (path: string, body: unknown) => Promise<object>;
  /** The path of an address on the same host: for links to the next page. */
  readonly pathOf: (address: string) => string;
}

export interface ApiOptions {
  /** The name in messages. */
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Replaced in tests. */
  readonly wait?: (ms: number) => Promise<unknown>;
  readonly timeoutMs?: number;
}

const REQUEST_TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 50 * 1024 * 1024;
const MAX_ATTEMPTS = 6;
const FIRST_BACKOFF_MS = 1_000;

/** If asked to wait longer, it gives up with a message. */
const MAX_WAIT_MS = 5 * 60 * 1_000;

const SHOWN_CHARACTERS = 200;

/** Shorter parts of a header are words, such as `Bearer`. */
const MIN_SECRET_LENGTH = 9;

/** The most pages of one list. */
export const MAX_PAGES = 2_000;

export function createApi(options: ApiOptions): Api {
  const { name, url } = options;
  const base = URL.parse(url);
  if (base === null || !/^https?:$/.test(base.protocol)) {
    throw new SourceError(`The address of ${name} must begin with https:// or http://; it is ${asSingleLine(url)}.`);
  }
  if (base.username !== '' || base.password !== '') {
    throw new SourceError(`The address of ${name} must not have a user name or password in it.`);
  }
  const root = base.href.replace(/\/+$/, '');
  return {
    get: (path) => request(options, `${root}${path}`, {}),
    post: (path, body) =>
      request(options, `${root}${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    pathOf(address) {
      const next = URL.parse(address, base);
      if (next === null || next.origin !== base.origin) {
        throw new SourceError(
          `${name} names a next page on another host (${asSingleLine(address)}); it is not followed.`,
        );
      }
      const path = `${next.pathname}${next.search}`;
      const prefix = base.pathname.replace(/\/+$/, '');
      return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
    },
  };
}

async function request(options: ApiOptions, url: string, init: RequestInit): Promise<object> {
  const { name, wait = delay } = options;
  for (let attempt = 1; ; attempt++) {
    const answer = await call(options, url, init).catch((error: unknown) => {
      if (attempt < MAX_ATTEMPTS && !(error instanceof SourceError)) return undefined;
      throw error instanceof SourceError ? error : new SourceError(`${name} cannot be reached: ${reasonOf(error)}.`);
    });
    if (answer?.isOk === true) return parsed(answer.text, name, url);
    const waitMs = answer?.retryAfterMs ?? FIRST_BACKOFF_MS * 2 ** (attempt - 1);
    if (answer !== undefined && !(answer.status === 429 || answer.status >= 500)) throw refusal(options, url, answer);
    if (attempt === MAX_ATTEMPTS || waitMs > MAX_WAIT_MS) {
      if (answer?.status === 429)
        throw new SourceError(`${name} limits the rate of requests, even after waiting. Try again later.`);
      throw answer === undefined ? new SourceError(`${name} cannot be reached.`) : refusal(options, url, answer);
    }
    await wait(waitMs);
  }
}

interface Answer {
  readonly isOk: boolean;
  readonly status: number;
  readonly text: string;
  readonly retryAfterMs: number | undefined;
}

async function call(
  { name, headers, timeoutMs = REQUEST_TIMEOUT_MS }: ApiOptions,
  url: string,
  init: RequestInit,
): Promise<Answer> {
  const response = await fetch(url, {
    ...init,
    headers: { accept: 'application/json', ...headers, ...(init.headers as Record<string, string> | undefined) },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  return {
    isOk: response.ok,
    status: response.status,
    text: await textOf(response, name),
    retryAfterMs: retryAfterMs(response.headers),
  };
}

async function textOf(response: Response, name: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > MAX_ANSWER_BYTES)
      throw new SourceError(`A response of ${name} is larger than ${MAX_ANSWER_BYTES / 1024 / 1024} MB.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Seconds or a date. PagerDuty and others have their own header with the seconds until the limit ends. */
function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? headers.get('ratelimit-reset') ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1_000;
  const date = headers.get('date');
  if (text === '' || date === null) return undefined;
  return Math.max(0, httpDate(text) - httpDate(date)) || undefined;
}

/** Both dates are the server's, so its clock and ours need not agree. */
function httpDate(text: string): number {
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  const match = /(\d\d) (\w{3}) (\d{4}) (\d\d:\d\d:\d\d) GMT$/.exec(text);
  const month = months.indexOf(match?.[2] ?? '') + 1;
  if (match === null || month === 0) return Number.NaN;
  return Temporal.Instant.from(`${match[3]}-${String(month).padStart(2, '0')}-${match[1]}T${match[4]}Z`)
    .epochMilliseconds;
}

function refusal({ name, headers }: ApiOptions, url: string, { status, text }: Answer): SourceError {
  const path = new URL(url).pathname;
  if (status === 401 || status === 403) return new SourceError(`${name} refuses the key (${status} for ${path}).`);
  if (status >= 300 && status < 400) {
    return new SourceError(`${name} answers ${path} with a redirect (${status}). Name the address that it leads to.`);
  }
  let shown = asSingleLine(text).trim();
  for (const secret of Object.values(headers).flatMap(secretsIn)) shown = shown.replaceAll(secret, '…');
  shown = shown.slice(0, SHOWN_CHARACTERS);
  return new SourceError(`${name} answers ${path} with ${status}${shown === '' ? '' : `: ${shown}`}.`);
}

/** The header and the key in it: a server may repeat either in a message. */
function secretsIn(header: string): string[] {
  return [header, ...header.split(/[ =]/)].filter((part) => part.length >= MIN_SECRET_LENGTH);
}

function parsed(text: string, name: string, url: string): object {
  const path = new URL(url).pathname;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new SourceError(`The response of ${name} to ${path} is not JSON.`);
  }
  if (typeof value !== 'object' || value === null)
    throw new SourceError(`The response of ${name} to ${path} is not a JSON object.`);
  return value;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'it does not answer in time';
  const { cause } = error;
  return asSingleLine(cause instanceof Error && cause.message !== '' ? cause.message : error.message);
}
