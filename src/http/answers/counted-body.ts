/** The body of a large answer, whose bytes are counted from when they are written until the client has read them. */
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSafeMethod } from '../sign-in/csrf.ts';
import { streamOf } from './answer-stream.ts';
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

/** Answers to changes are not refused: the change is done. */
export function isReading(request: FastifyRequest): boolean {
  return isSafeMethod(request) || request.routeOptions.config.onlyReads === true;
}

/** The user whose key, session or calendar feed was used. */
export function userOf({ authenticated, calendarFeed }: FastifyRequest): string | undefined {
  return authenticated?.caller.userId ?? calendarFeed?.user_id;
}
