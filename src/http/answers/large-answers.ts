/**
 * Large answers (rules BUD-1 and BUD-4): they are written as JSON in slices, sent in pieces as the client reads them, and counted until then. Operations
 * without `mayBeLarge` answer with some hundred KB at most: those are written at once, and then sent and counted in the same way.
 */
import type { FastifyReply, FastifyRequest, onSendHookHandler, RouteOptions } from 'fastify';
import type { TSchema } from 'typebox';
import { nextTurn } from '../../services/shared/turns.ts';
import { callerLeft, MAX_ANSWER_BYTES } from '../../services/shared/work.ts';
import { releaseWork } from '../limits/held-work.ts';
import { answerTooLarge, narrowingIn } from './answer-too-large.ts';
import { type AnswerLimits, beginBody, isReading, type LargeAnswers, userOf } from './counted-body.ts';
import { isOneSlice, jsonSlices, type Written } from './json-slices.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly largeAnswers: LargeAnswers;
  }
  interface FastifyContextConfig {
    /** The answer may have megabytes. */
    mayBeLarge?: true;
  }
}

export const ANSWER_LIMITS: AnswerLimits = {
  answerBytes: MAX_ANSWER_BYTES,
  userBytes: 20_000_000,
  nodeBytes: 256_000_000,
  stallMs: 30_000,
};

/** Smaller answers fit into the buffers of a connection. They are not counted. */
const LARGE_BYTES = 64 * 1024;

/** Before a large answer is computed: throws if the user has too many unread ones. */
export function requireRoom(request: FastifyRequest): void {
  if (isReading(request)) request.server.largeAnswers.unread.requireRoom(userOf(request) ?? '', LARGE_BYTES);
}

/** For answers that are one text: small JSON, calendars, CSV. */
export function countTexts(answers: LargeAnswers, route: RouteOptions): onSendHookHandler {
  const narrowing = narrowingIn(route.schema?.querystring as TSchema | undefined);
  return (request, reply, payload, done) => {
    releaseWork(request);
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!isText || payload.length <= LARGE_BYTES || userOf(request) === undefined) {
      done(null, payload);
      return;
    }
    const body = beginBody(answers, request, reply);
    try {
      body.add(payload);
      requireSize(answers, request, { bytes: body.bytes, elementBytes: [] }, narrowing);
    } catch (error) {
      body.drop();
      done(error as Error);
      return;
    }
    done(null, body.send());
  };
}

/** The answer as `reply.send` takes it: as it is if it is small, or written in slices. */
export async function written(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: object,
  query: TSchema | undefined,
): Promise<unknown> {
  if (isOneSlice(answer)) return answer;
  const answers = request.server.largeAnswers;
  const narrowing = narrowingIn(query);
  const body = beginBody(answers, request, reply);
  const soFar: Written = { bytes: 0, elementBytes: [] };
  const slices = jsonSlices(answer, soFar);
  try {
    let isDone: boolean | undefined = false;
    while (!isDone) {
      // The first slice waits for its turn too: many may be asked for at once.
      await nextTurn(userOf(request) ?? '');
      if (request.raw.socket.destroyed) throw callerLeft();
      const slice = slices.next();
      requireSize(answers, request, soFar, narrowing);
      body.add(slice.value);
      isDone = slice.done;
    }
  } catch (error) {
    body.drop();
    throw error;
  }
  // The request has timed out meanwhile, with an answer of its own.
  if (reply.sent) {
    body.drop();
    return null;
  }
  reply.type('application/json; charset=utf-8');
  return body.send();
}

function requireSize(
  { limits }: LargeAnswers,
  request: FastifyRequest,
  written: Written,
  narrowing: readonly string[],
): void {
  const maxBytes = limits.answerBytes;
  if (written.bytes > maxBytes && isReading(request)) throw answerTooLarge({ maxBytes, narrowing }, written);
}
