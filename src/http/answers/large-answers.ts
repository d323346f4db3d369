/**
 * Large answers (rules BUD-1 and BUD-4): they are written as JSON in slices, sent in pieces as the client reads them, and counted until then. Routes
 * without `mayBeLarge` answer with some hundred KB at most: those are written at once, and then sent and counted in the same way.
 */
import type { FastifyInstance, FastifyRequest, onSendHookHandler, preSerializationHookHandler } from 'fastify';
import type { TSchema } from 'typebox';
import { nextTurn } from '../../services/shared/turns.ts';
import { callerLeft, MAX_ANSWER_BYTES } from '../../services/shared/work.ts';
import { releaseWork } from '../limits/held-work.ts';
import { answerTooLarge, narrowingIn } from './answer-too-large.ts';
import { type AnswerLimits, beginBody, isReading, type LargeAnswers, userOf } from './counted-body.ts';
import { isOneSlice, jsonSlices, type Written } from './json-slices.ts';
import { countUnreadAnswers } from './unread-answers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly largeAnswers: LargeAnswers;
  }
  interface FastifyContextConfig {
    /** The answer may have megabytes. It is refused before it is computed if the user has too many unread ones. */
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

/** For an app without routes. */
export function installLargeAnswers(app: FastifyInstance, limits: AnswerLimits): void {
  const unread = countUnreadAnswers(limits);
  const answers: LargeAnswers = { unread, limits };
  app.decorate('largeAnswers', answers);
  app.addHook('onRoute', (route) => {
    const narrowing = narrowingIn(route.schema?.querystring as TSchema | undefined);
    route.onSend = [countTexts(answers, narrowing), ...[route.onSend ?? []].flat()];
    if (route.config?.mayBeLarge !== true) return;
    route.preHandler = [requireRoom, ...[route.preHandler ?? []].flat()];
    route.preSerialization = [writeInSlices(answers, narrowing), ...[route.preSerialization ?? []].flat()];
  });

  async function requireRoom(request: FastifyRequest): Promise<void> {
    if (isReading(request)) unread.requireRoom(userOf(request) ?? '', LARGE_BYTES);
  }
}

/** For answers that are one text: small JSON, calendars, CSV. */
function countTexts(answers: LargeAnswers, narrowing: readonly string[]): onSendHookHandler {
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

function writeInSlices(answers: LargeAnswers, narrowing: readonly string[]): preSerializationHookHandler {
  return (request, reply, answer, done) => {
    if (typeof answer !== 'object' || answer === null || isOneSlice(answer)) {
      done(null, answer);
      return;
    }
    // What is written is not serialized again.
    reply.serializer((text) => text as string);
    const body = beginBody(answers, request, reply);
    const finish = (error?: Error) => {
      // The request may have timed out meanwhile, with an answer of its own.
      const isAnswered = reply.raw.headersSent;
      if (error !== undefined || isAnswered) body.drop();
      if (isAnswered) return;
      if (error === undefined) done(null, body.send());
      else done(error);
    };
    writeSlices(answer).then(() => finish(), finish);

    /** The first slice waits for its turn too: many may be asked for at once. */
    async function writeSlices(answer: object): Promise<void> {
      const written: Written = { bytes: 0, elementBytes: [] };
      const slices = jsonSlices(answer, written);
      let isDone: boolean | undefined = false;
      while (!isDone) {
        await nextTurn(userOf(request) ?? '');
        if (request.raw.socket.destroyed) throw callerLeft();
        const slice = slices.next();
        requireSize(answers, request, written, narrowing);
        body.add(slice.value);
        isDone = slice.done;
      }
    }
  };
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
