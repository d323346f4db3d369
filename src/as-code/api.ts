/** A client of the API for commands. Failures are an `ApiError` with a message for the terminal. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { asSingleLine } from '../text/harmless-text.ts';

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

export interface ApiAnswer<T> {
  readonly body: T;
  readonly etag: string | undefined;
  /** Whether it is the stored response of an earlier request with the same idempotency key. */
  readonly isReplay: boolean;
}

export interface Api {
  get<T>(path: string): Promise<ApiAnswer<T>>;
  /** Reads all pages of a list; `field` is its name in the response. */
  list<T>(path: string, field: string): Promise<T[]>;
  send<T>(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    headers?: Headers,
  ): Promise<ApiAnswer<T>>;
}

type Headers = Readonly<Record<string, string>>;

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

  async function request<T>(method: string, path: string, body?: object, more: Headers = {}): Promise<ApiAnswer<T>> {
    // Retries use the same key: a request without a response may have been carried out.
    const headers = { ...(method === 'POST' && { 'idempotency-key': randomUUID() }), ...more };
    for (let waits = 0, retries = 0; ; ) {
      const response = await ask(method, path, body, headers).catch(async (error: unknown) => {
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
      return answerOf<T>(response);
    }
  }

  function ask(method: string, path: string, body: object | undefined, headers: Headers): Promise<Response> {
    return fetch(`${url}${path}`, {
      method,
      headers: {
        'x-api-key': key,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // A redirect would send the key to another host.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  }

  async function answerOf<T>(response: Response): Promise<ApiAnswer<T>> {
    const { status, headers } = response;
    const text = await response.text();
    if (status >= 300 && status < 400) {
      const target = asSingleLine(headers.get('location') ?? 'another address');
      throw new ApiError(`${url} leads to ${target}. Set WATCHBILL_URL to the address of the service.`, status);
    }
    const body = status === 204 ? undefined : parsed(text);
    if (status !== 204 && (typeof body !== 'object' || body === null)) throw notWatchbill(url, status);
    if (status >= 400) throw refusal(body as ErrorBody, status);
    return {
      body: body as T,
      etag: headers.get('etag') ?? undefined,
      isReplay: headers.get('idempotency-replayed') === 'true',
    };
  }

  function refusal({ error }: ErrorBody, status: number): ApiError {
    const message = asSingleLine(error?.message ?? '');
    if (typeof error?.code !== 'string') return notWatchbill(url, status);
    if (status === 401) {
      return new ApiError(`${url} does not accept WATCHBILL_API_KEY: it is unknown, expired or revoked.`, status);
    }
    if (status === 403) return new ApiError(`WATCHBILL_API_KEY may not do this: ${message}`, status);
    return new ApiError(message, status);
  }

  return {
    get: (path) => request('GET', path),
    send: (method, path, body, headers) => request(method, path, body, headers),
    async list<T>(path: string, field: string) {
      const all: T[] = [];
      const join = path.includes('?') ? '&' : '?';
      for (let page = 1; ; page++) {
        const query = `${join}per_page=${PER_PAGE}&page=${page}`;
        const { body } = await request<Record<string, T[]> & { meta?: { total: number } }>('GET', path + query);
        const items = body[field];
        if (!Array.isArray(items) || body.meta === undefined) throw notWatchbill(url, 200);
        all.push(...items);
        if (items.length === 0 || all.length >= body.meta.total) return all;
      }
    },
  };
}

interface ErrorBody {
  readonly error?: { readonly code?: string; readonly message?: string };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
