/**
 * Open streams of server-sent events (rule LIVE-1). An event is a hint. A stream begins with `reset`: the reader has to read everything again, since
 * earlier events are not repeated. `alive` shows that the stream works.
 *
 * A stream ends with its key or session, when its reader does not read for too long, and when the service stops.
 */
import type { FastifyReply } from 'fastify';
import { AppError, PlannedRefusal } from '../errors.ts';
import { counters } from '../process/counters.ts';
import type { Change } from '../schemas/events.ts';
import type { LiveChanges } from '../services/live/changes.ts';
import { type StreamHolder, validHolders } from '../services/live/stream-holders.ts';
import type { Services } from '../services/shared/services.ts';
import { NodeIsStopping } from './shutdown.ts';

/** Several browsers and some scripts of one person. */
const MAX_PER_USER = 10;

/** Shorter than proxies wait for the next byte: 60 s in nginx, 30 s in some load balancers. */
const ALIVE_INTERVAL_MS = 15_000;

/** Minimum time between two checks of who may still read. */
const CHECK_INTERVAL_MS = 1_000;

/** A reader with this much unread data does not read. */
const MAX_WAITING_BYTES = 64 * 1024;

/** When a node stops, its readers reconnect at different times. */
const RETRY_MS = [1_000, 5_000] as const;

const ALIVE = 'event: alive\ndata: {}\n\n';
const RESET = 'event: reset\ndata: {}\n\n';

export interface Stream extends StreamHolder {
  readonly userId: string;
}

export interface EventStreams {
  /** Responds with a stream; throws if there are too many. */
  open(stream: Stream, reply: FastifyReply): Promise<void>;
  endAll(): void;
}

interface OpenStream extends Stream {
  send(text: string): void;
  end(): void;
}

export function createEventStreams(services: Services, changes: LiveChanges, most: number): EventStreams {
  const streams = new Set<OpenStream>();
  const countByUser = new Map<string, number>();
  let keepingAlive: NodeJS.Timeout | undefined;
  /** Including streams that wait for their first check of the database. */
  let entered = 0;
  let isEnded = false;
  let lastCheckAt = Number.NEGATIVE_INFINITY;
  let checking: NodeJS.Timeout | undefined;

  changes.onCommit(checkSoon);

  function checkSoon(): void {
    if (checking !== undefined || streams.size === 0) return;
    const waitMs = Math.max(0, lastCheckAt + CHECK_INTERVAL_MS - performance.now());
    checking = setTimeout(() => void check(), waitMs).unref();
  }

  async function check(): Promise<void> {
    lastCheckAt = performance.now();
    checking = undefined;
    const asked = [...streams];
    try {
      const valid = await validHolders(services, asked);
      for (const stream of asked) {
        const id = stream.sessionId ?? stream.apiKeyId;
        if (id === undefined || !valid.has(id)) stream.end();
      }
    } catch (error) {
      services.log?.warn('could not check who may still read events', { error });
    }
  }

  function keepAlive(): void {
    for (const stream of streams) stream.send(ALIVE);
    // Keys expire without a commit.
    checkSoon();
  }

  function enter({ userId }: Stream): void {
    const count = countByUser.get(userId) ?? 0;
    if (count >= MAX_PER_USER) {
      throw new AppError('too_many_requests', `A user may have ${MAX_PER_USER} event streams open at a time.`, {
        retryAfterS: 60,
      });
    }
    if (isEnded) throw new NodeIsStopping();
    if (entered >= most) {
      throw new PlannedRefusal('This node accepts no more event streams: poll every 15 seconds instead.', {
        retryAfterS: 60,
      });
    }
    countByUser.set(userId, count + 1);
    entered++;
  }

  function leave({ userId }: Stream): void {
    entered--;
    const left = (countByUser.get(userId) ?? 0) - 1;
    if (left > 0) countByUser.set(userId, left);
    else countByUser.delete(userId);
  }

  async function open(stream: Stream, reply: FastifyReply): Promise<void> {
    const { raw } = reply;
    // The reader left while being authenticated: no `close` will come.
    if (raw.closed) return;
    enter(stream);
    let stopListening: (() => void) | undefined;
    let isClosed = false;
    const opened: OpenStream = {
      ...stream,
      send(text) {
        if (!streams.has(opened)) return;
        raw.write(text);
        if (raw.writableLength > MAX_WAITING_BYTES) raw.destroy();
      },
      end: () => raw.end(),
    };
    raw.once('close', () => {
      isClosed = true;
      if (streams.delete(opened)) counters.eventStreams--;
      stopListening?.();
      leave(stream);
      if (streams.size > 0) return;
      clearInterval(keepingAlive);
      keepingAlive = undefined;
    });
    // From here on no change is missed; `reset` covers earlier ones.
    stopListening = await changes.listen(stream.organizationId, (told) => opened.send(textOf(told)));
    if (isClosed) {
      stopListening();
      return;
    }
    if (isEnded) throw new NodeIsStopping();
    reply.hijack();
    raw.writeHead(200, { ...reply.getHeaders(), ...STREAM_HEADERS } as Record<string, string>);
    raw.write(`retry: ${retryMs()}\n${RESET}`);
    streams.add(opened);
    counters.eventStreams++;
    keepingAlive ??= setInterval(keepAlive, ALIVE_INTERVAL_MS).unref();
    // The key may have ended since the caller was authenticated.
    checkSoon();
  }

  return {
    open,
    endAll() {
      isEnded = true;
      for (const stream of streams) stream.end();
      changes.close();
    },
  };
}

/** The last one is for nginx, which otherwise buffers the response. */
const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

function retryMs(): number {
  const [least, most] = RETRY_MS;
  return Math.round(least + Math.random() * (most - least));
}

/** The listeners of an organization get the same text, one after the other. */
let last: { readonly told: readonly Change[]; readonly text: string } | undefined;

function textOf(told: readonly Change[] | 'reset'): string {
  if (told === 'reset') return RESET;
  if (last?.told !== told) last = { told, text: `event: change\ndata: ${JSON.stringify({ changes: told })}\n\n` };
  return last.text;
}
