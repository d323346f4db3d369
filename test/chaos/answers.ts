/**
 * What clients get while things break. A success, or the envelope with 503 and `retry-after`, each in bounded time: anything
 * else is a fault of the service. Where the server itself is killed, connections break too.
 */
import type { Json } from '../support/ledger.ts';

/** More than to wait for a connection (5 s) and for a statement (15 s), as src/db does. */
export const LONGEST_ANSWER_MS = 25_000;

/** The request was not done, or nobody knows. */
export class Unavailable extends Error {}

export interface Answers {
  readonly written: number;
  readonly unavailable: number;
  readonly unavailableReads: number;
  readonly slowestMs: number;
  /** How long after that moment (of `performance.now`) a write was answered that was begun after it; undefined when none was. */
  servedAfter(moment: number): number | undefined;
  /** What should not have been. */
  readonly faults: readonly string[];
  request(url: string, method: string, headers: Readonly<Record<string, string>>, body?: object): Promise<Json>;
  /** Resolves as soon as it is so; looks after every answer. Fails when it takes too long. */
  until(isSo: () => boolean, what: string, withinMs: number): Promise<void>;
}

export function watchAnswers({ breaksConnections }: { readonly breaksConnections: boolean }): Answers {
  const faults: string[] = [];
  const looking = new Set<() => void>();
  const counted = { written: 0, unavailable: 0, unavailableReads: 0, slowestMs: 0 };
  const writes: { readonly begun: number; readonly answered: number }[] = [];

  async function request(
    url: string,
    method: string,
    headers: Readonly<Record<string, string>>,
    body?: object,
  ): Promise<Json> {
    const begun = performance.now();
    const what = `${method} ${new URL(url).pathname}`;
    try {
      const answer = await fetch(url, {
        method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(LONGEST_ANSWER_MS),
      });
      const text = await answer.text();
      if (answer.ok) {
        if (method !== 'GET') noteWrite(begun);
        return text === '' ? undefined : JSON.parse(text);
      }
      noteFailure(what, method, answer, text);
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      if (!(breaksConnections && error instanceof TypeError)) faults.push(`${what}: ${inWords(error)}`);
      throw new Unavailable(what, { cause: error });
    } finally {
      counted.slowestMs = Math.max(counted.slowestMs, performance.now() - begun);
      for (const look of looking) look();
    }
  }

  function noteWrite(begun: number): void {
    counted.written += 1;
    writes.push({ begun, answered: performance.now() });
  }

  function noteFailure(what: string, method: string, { status, headers }: Response, text: string): never {
    if (status === 503 && headers.has('retry-after') && isEnvelope(text)) {
      counted.unavailable += 1;
      if (method === 'GET') counted.unavailableReads += 1;
    } else {
      faults.push(`${what}: ${status} ${text}`);
    }
    throw new Unavailable(`${what}: ${status}`);
  }

  function until(isSo: () => boolean, what: string, withinMs: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      looking.delete(look);
      reject(new Error(`not within ${withinMs / 1000} s: ${what}\n${faults.join('\n')}`));
    }, withinMs);
    function look(): void {
      if (!isSo()) return;
      clearTimeout(timer);
      looking.delete(look);
      resolve();
    }
    looking.add(look);
    look();
    return promise;
  }

  function servedAfter(moment: number): number | undefined {
    const first = writes.find(({ begun }) => begun >= moment);
    return first && first.answered - moment;
  }

  return Object.assign(counted, { faults, servedAfter, request, until });
}

function isEnvelope(text: string): boolean {
  const { error } = JSON.parse(text) as Json;
  return error?.code === 'service_unavailable' && error.status === 503 && typeof error.message === 'string';
}

function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
