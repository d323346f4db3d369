/** A client of the API for commands, typed by the OpenAPI document. Failures are an `ApiError` with a message for the terminal. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import createClient, { type Client } from 'openapi-fetch';
import { asSingleLine } from '../text/harmless-text.ts';
import type { ErrorAnswer, PaginationMeta, paths } from './schema.d.ts';

export interface ApiAddress {
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: string;
}

export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Undefined if there was no response. */
  readonly status: number | undefined;

  constructor(message: string, status?: number, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

export type Api = Client<paths>;

interface Answer<T> {
  readonly data?: T;
  readonly response: Response;
}

const PER_PAGE = 100;
const TIMEOUT_MS = 60_000;

/** Rate limits count by the minute. */
const MAX_WAITS = 10;
const MAX_WAIT_S = 61;
const NOTED_WAIT_S = 3;

/** Retries of requests without a response, once the service has responded at all. */
const MAX_RETRIES = 3;
const RETRY_MS = 1_000;

/** `onWait` is called before a wait that the service asks for. */
export function createApi({ url, key }: ApiAddress, onWait: (seconds: number) => void = () => undefined): Api {
  let hasAnswered = false;
  let waiting = 0;

  async function send(request: Request): Promise<Response> {
    // Retries use the same key: a request without a response may have been carried out.
    const { headers } = request;
    if (request.method === 'POST' && !headers.has('idempotency-key')) headers.set('idempotency-key', randomUUID());
    for (let waits = 0, retries = 0; ; ) {
      const response = await ask(request).catch(async (error: unknown) => {
        if (!hasAnswered || retries++ === MAX_RETRIES) throw noAnswer(url, error);
        await sleep(RETRY_MS);
        return undefined;
      });
      if (response === undefined) continue;
      hasAnswered = true;
      const waitS = Number(response.headers.get('retry-after') ?? Number.NaN);
      if (response.status >= 400 && waitS <= MAX_WAIT_S && waits++ < MAX_WAITS) {
        await response.body?.cancel();
        if (waiting++ === 0 && waitS >= NOTED_WAIT_S) onWait(waitS);
        await sleep(waitS * 1_000);
        waiting -= 1;
        continue;
      }
      return checked(response);
    }
  }

  /** A redirect would send the key to another host. */
  function ask(request: Request): Promise<Response> {
    return fetch(request.clone(), { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  }

  async function checked(response: Response): Promise<Response> {
    const { status, headers } = response;
    if (status >= 300 && status < 400) {
      const target = asSingleLine(headers.get('location') ?? 'another address');
      throw new ApiError(`${url} leads to ${target}. Set WATCHBILL_URL to the address of the service.`, status);
    }
    if (status >= 400) throw refusal(await response.json().catch(() => undefined), status);
    if (status !== 204 && !(await hasObject(response.clone()))) throw notWatchbill(url, status);
    return response;
  }

  function refusal(body: unknown, status: number): ApiError {
    const { error } = (body ?? {}) as Partial<ErrorAnswer>;
    const message = asSingleLine(error?.message ?? '');
    if (typeof error?.code !== 'string') return notWatchbill(url, status);
    if (status === 401) {
      return new ApiError(`${url} does not accept WATCHBILL_API_KEY: it is unknown, expired or revoked.`, status);
    }
    if (status === 403) return new ApiError(`WATCHBILL_API_KEY may not do this: ${message}`, status);
    return new ApiError(message, status);
  }

  return createClient<paths>({ baseUrl: url, headers: { 'x-api-key': key }, fetch: send });
}

/** The body of a response. Failures have already been thrown. */
export async function bodyOf<T>(call: Promise<Answer<T>>): Promise<T> {
  return (await call).data as T;
}

/** Reads all pages of a list; `field` is its name in the response. */
export async function everyPage<F extends string, T>(
  field: F,
  read: (query: { page: number; per_page: number }) => Promise<Answer<Record<F, T[]> & { meta: PaginationMeta }>>,
): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; ; page++) {
    const { data, response } = await read({ page, per_page: PER_PAGE });
    const items = data?.[field];
    if (!Array.isArray(items) || !isObject(data?.meta)) {
      throw notWatchbill(new URL(response.url).origin, response.status);
    }
    all.push(...items);
    if (items.length === 0 || all.length >= data.meta.total) return all;
  }
}

async function hasObject(response: Response): Promise<boolean> {
  return isObject(await response.json().catch(() => undefined));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function notWatchbill(url: string, status: number): ApiError {
  return new ApiError(
    `${url} answers with status ${status}, but not as Watchbill does. Is WATCHBILL_URL the address of the service?`,
    status,
  );
}

function noAnswer(url: string, error: unknown): ApiError {
  const { message, cause } = error as Error;
  const reason = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : message;
  return new ApiError(`No answer from ${url} (WATCHBILL_URL): ${reason}`, undefined, { cause: error });
}
