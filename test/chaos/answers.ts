/**
 * Collects the responses that clients get while things break. Allowed are a success, or 503 with the envelope and `retry-after`, each in bounded
 * time. Connections may break only while the server itself is killed.
 */
import type { Json } from '../support/drivers/calls.ts';

/** A little more than the service's own request timeout of 24 s (src/commands/serve.ts). */
export const MAX_ANSWER_MS = 25_000;

/** Everything recovers faster, so a longer `retry-after` would be wrong. */
const MAX_RETRY_AFTER_S = 30;

/** The request was not carried out, or that is unknown. */
export class Unavailable extends Error {}

export interface Answers {
  readonly written: number;
  readonly unavailable: number;
  readonly unavailableReads: number;
  readonly slowestMs: number;
  /**
   * How long after that moment (of `performance.now`) the node at that address completed a write that began after it; undefined if it has completed
   * none.
   */
  servedAfter(moment: number, address: string): number | undefined;
  /** The number of 503 responses that took at least that long. */
  unavailableAfter(leastMs: number): number;
  /** Responses that are not allowed. */
  readonly faults: readonly string[];
  request(url: string, method: string, headers: Readonly<Record<string, string>>, body?: object): Promise<Json>;
  /** During `work`, the server is down: requests that began before its end may get no response. */
  duringOutage(work: () => Promise<void>): Promise<void>;
  /** Resolves as soon as the condition is true; it is checked after every response. Fails after the time limit. */
  until(isTrue: () => boolean, what: string, withinMs: number): Promise<void>;
}

/** Both are moments of `performance.now`. */
interface Outage {
  readonly from: number;
  until: number;
}

export function watchAnswers(): Answers {
  const faults: string[] = [];
  const looking = new Set<() => void>();
  const outages: Outage[] = [];
  const counted = { written: 0, unavailable: 0, unavailableReads: 0, slowestMs: 0 };
  const waitedForUnavailable: number[] = [];
  const writes: { readonly address: string; readonly begun: number; readonly answered: number }[] = [];

  async function request(
    url: string,
    method: string,
    headers: Readonly<Record<string, string>>,
    body?: object,
  ): Promise<Json> {
    const begun = performance.now();
    const { origin, pathname } = new URL(url);
    const what = `${method} ${pathname}`;
    try {
      const answer = await fetch(url, {
        method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(MAX_ANSWER_MS),
      });
      const text = await answer.text();
      if (answer.ok) {
        if (method !== 'GET') noteWrite(origin, begun);
        return text === '' ? undefined : JSON.parse(text);
      }
      noteFailure(what, method, begun, answer, text);
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      if (!(error instanceof TypeError && wasInOutage(begun))) faults.push(`${what}: ${inWords(error)}`);
      throw new Unavailable(what, { cause: error });
    } finally {
      counted.slowestMs = Math.max(counted.slowestMs, performance.now() - begun);
      for (const look of looking) look();
    }
  }

  function noteWrite(address: string, begun: number): void {
    counted.written += 1;
    writes.push({ address, begun, answered: performance.now() });
  }

  function noteFailure(
    what: string,
    method: string,
    begun: number,
    { status, headers }: Response,
    text: string,
  ): never {
    const retryAfter = headers.get('retry-after');
    if (status === 503 && isSensibleWait(retryAfter) && isEnvelope(text)) {
      counted.unavailable += 1;
      if (method === 'GET') counted.unavailableReads += 1;
      waitedForUnavailable.push(performance.now() - begun);
    } else {
      faults.push(`${what}: ${status}, retry-after ${retryAfter}: ${text}`);
    }
    throw new Unavailable(`${what}: ${status}`);
  }

  async function duringOutage(work: () => Promise<void>): Promise<void> {
    const outage = { from: performance.now(), until: Number.POSITIVE_INFINITY };
    outages.push(outage);
    await work();
    outage.until = performance.now();
  }

  /** For a request that began then and has just failed. */
  function wasInOutage(begun: number): boolean {
    return outages.some(({ from, until }) => begun <= until && performance.now() >= from);
  }

  function until(isTrue: () => boolean, what: string, withinMs: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      looking.delete(look);
      reject(new Error(`not within ${withinMs / 1000} s: ${what}\n${faults.join('\n')}`));
    }, withinMs);
    function look(): void {
      if (!isTrue()) return;
      clearTimeout(timer);
      looking.delete(look);
      resolve();
    }
    looking.add(look);
    look();
    return promise;
  }

  function servedAfter(moment: number, address: string): number | undefined {
    const first = writes.find((write) => write.address === address && write.begun >= moment);
    return first && first.answered - moment;
  }

  function unavailableAfter(leastMs: number): number {
    return waitedForUnavailable.filter((waitedMs) => waitedMs >= leastMs).length;
  }

  return Object.assign(counted, { faults, servedAfter, unavailableAfter, request, duringOutage, until });
}

/** In whole seconds. */
function isSensibleWait(retryAfter: string | null): boolean {
  return /^[1-9]\d*$/.test(retryAfter ?? '') && Number(retryAfter) <= MAX_RETRY_AFTER_S;
}

function isEnvelope(text: string): boolean {
  const { error } = JSON.parse(text) as Json;
  return error?.code === 'service_unavailable' && error.status === 503 && typeof error.message === 'string';
}

function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
