/** The body of a large answer: what it takes of memory is counted until the client has read it. */
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { nextTurn } from '../../services/shared/turns.ts';
import { isSafeMethod } from '../sign-in/csrf.ts';
import { streamOf, streamOfSlices } from './answer-stream.ts';
import { needsTooMuchMemory } from './answer-too-large.ts';
import type { UnreadAnswers, UnreadLimits } from './unread-answers.ts';

export interface AnswerLimits extends UnreadLimits {
  readonly answerBytes: number;
  /** A client that reads nothing of a large answer for this long loses its connection. */
  readonly stallMs: number;
}

export interface LargeAnswers {
  readonly unread: UnreadAnswers;
  readonly limits: AnswerLimits;
}

export interface CountedBody {
  readonly bytes: number;
  /** Throws if too much is unread. */
  add(text: string | Buffer): void;
  /** For `reply.send`. */
  send(): Readable;
  /** For a body that is not sent. */
  drop(): void;
}

export function beginBody({ unread, limits }: LargeAnswers, request: FastifyRequest, reply: FastifyReply): CountedBody {
  const userId = userOf(request) ?? '';
  const mayRefuse = isReading(request);
  const parts: Buffer[] = [];
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    add(text) {
      const part = typeof text === 'string' ? Buffer.from(text) : text;
      if (mayRefuse) unread.requireRoom(userId, part.length);
      unread.add(userId, part.length);
      bytes += part.length;
      parts.push(part);
    },
    send() {
      reply.header('content-length', bytes);
      const onRead = (count: number) => unread.remove(userId, count);
      return streamOf(reply, parts, { stallMs: limits.stallMs, onRead });
    },
    drop: () => unread.remove(userId, bytes),
  };
}

/** An answer of any size, which is written while the client reads it. What it is written from is kept until then, and counted. */
export interface LazyBody {
  /** Counts further bytes that are kept. Throws if that is too much. */
  keep(bytes: number): void;
  /** For `reply.send`. `bytes`: of all slices. */
  send(slices: Iterator<string, undefined>, bytes: number): Readable;
  /** For a body that is not sent. */
  drop(): void;
}

export function beginLazyBody(
  { unread, limits: { stallMs, userBytes } }: LargeAnswers,
  request: FastifyRequest,
  reply: FastifyReply,
  narrowing: readonly string[],
): LazyBody {
  const userId = userOf(request) ?? '';
  let kept = 0;

  function drop(): void {
    unread.remove(userId, kept);
    kept = 0;
  }

  return {
    keep(bytes) {
      if (kept + bytes > userBytes) throw needsTooMuchMemory(userBytes, narrowing);
      unread.requireRoom(userId, bytes);
      unread.add(userId, bytes);
      kept += bytes;
    },
    send(slices, length) {
      reply.header('content-length', length);
      return streamOfSlices(reply, slices, { stallMs, turn: () => nextTurn(userId), onEnd: drop });
    },
    drop,
  };
}

/** Answers to changes are not refused: the change is done. */
export function isReading(request: FastifyRequest): boolean {
  return isSafeMethod(request) || request.routeOptions.config.access?.onlyReads === true;
}

/** The user whose key, session or calendar feed was used. */
export function userOf({ authenticated, calendarFeed }: FastifyRequest): string | undefined {
  return authenticated?.caller.userId ?? calendarFeed?.user_id;
}
