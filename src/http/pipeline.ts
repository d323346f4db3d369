/**
 * The way of a request, from top to bottom. Only this file adds hooks.
 *
 *   onRequest      the access log notes the address, the time limit starts, and the guard decides (request-guard.ts), before a byte of the body is read:
 *                    common headers · who calls · rate limit (a 401 counts for its network) · origin · API version · 404, 405
 *                    · 401, read-only key, session, least role and seat (access.ts)
 *   preParsing     of changes: an empty body
 *   parsing        the body as JSON, within the limit of the route (app.ts)
 *   validation     of body, query and path against the schemas of the route (validation.ts)
 *   handler        of an operation: idempotency key, work, tag, links, large answers (operations.ts)
 *   onSend         the time of the answer, bytes that the client has not read, the count of responses
 *   onResponse     the access log
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, preParsingHookHandler, RouteOptions } from 'fastify';
import type { Log } from '../process/log.ts';
import type { Clock } from '../time/clock.ts';
import { BODY_BYTES, OPEN_BODY_BYTES } from './access.ts';
import { answerTime } from './answers/answer-time.ts';
import type { AnswerLimits } from './answers/counted-body.ts';
import { countTexts } from './answers/large-answers.ts';
import { countUnreadAnswers } from './answers/unread-answers.ts';
import { limitRequestTime } from './limits/request-timeout.ts';
import { createAccessLog } from './metrics/access-log.ts';
import type { ResponseCounter } from './metrics/response-counts.ts';
import { createRequestGuard, type RequestGuardOptions } from './request-guard.ts';
import { PLAIN_ROUTES } from './routes/plain-routes.ts';
import { isSafeMethod } from './sign-in/csrf.ts';

export interface PipelineOptions extends RequestGuardOptions {
  readonly clock: Clock;
  readonly responses: ResponseCounter;
  /** Undefined: requests are not logged. */
  readonly requestLog: Log | undefined;
  readonly answerWithinMs: number | undefined;
  readonly answerLimits: AnswerLimits;
  readonly workMs: number | undefined;
  /** Ends what would keep the server from closing. */
  readonly beforeClose: () => void;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** How long the work of a request may take; undefined: 24 s. */
    readonly workMs: number | undefined;
  }
}

/** For an app without routes. */
export function installPipeline(app: FastifyInstance, options: PipelineOptions): void {
  const { services, methods, responses, clock, answerWithinMs, beforeClose } = options;
  const guard = createRequestGuard(options);
  const accessLog = options.requestLog && createAccessLog(options.requestLog);
  const largeAnswers = { unread: countUnreadAnswers(options.answerLimits), limits: options.answerLimits };

  app.decorateRequest('authenticated', null);
  app.decorateRequest('calendarFeed', null);
  app.decorateRequest('arrivedAt', 0);
  app.decorateRequest('heldUntilAnswered', null);
  app.decorateReply('isPlanned', false);
  app.decorate('workMs', options.workMs);
  app.decorate('largeAnswers', largeAnswers);
  app.decorate('responses', responses);
  app.decorate('tools', []);
  app.decorate('isShuttingDown', false);

  app.addHook('onRoute', (route) => {
    requireReason(route);
    const { access = {} } = route.config ?? {};
    route.bodyLimit = access.bodyBytes ?? (access.who === 'anyone' ? OPEN_BODY_BYTES : BODY_BYTES);
    // Reads have no body, and a hook costs time in each of them.
    if (route.method !== 'GET' && route.method !== 'HEAD') route.preParsing = giveEmptyBody;
    route.onSend = [
      answerTime(clock),
      countTexts(largeAnswers, route),
      responses.ofRoute(route),
      // Fastify's own: the end of an answer to HEAD.
      ...[route.onSend ?? []].flat(),
    ];
    methods.add(route);
  });

  app.addHook('onRequest', (request, reply, done) => {
    request.arrivedAt = performance.now();
    accessLog?.noteAddress(request);
    if (answerWithinMs !== undefined) limitRequestTime(reply, answerWithinMs);
    const begin = () => void guard(request, reply).then(() => done(), done);
    if (isSafeMethod(request)) services.db.asOneReader(begin);
    else begin();
  });

  app.addHook('onResponse', (request, reply, done) => {
    accessLog?.write(request, reply);
    done();
  });

  app.addHook('preClose', async () => beforeClose());
}

/** A route is an operation, or its reason not to be one is in the list. */
function requireReason({ url, config }: RouteOptions): void {
  if (config?.isOperation || config?.isRefusal || url in PLAIN_ROUTES) return;
  throw new Error(`${url} is neither an operation nor in the list of plain routes`);
}

/**
 * With `optimizeEmptyRequests`, the stream of a request without a body has ended before anyone listens, and the parser of its content type would wait for
 * the end forever. It gets an empty stream instead.
 */
const giveEmptyBody: preParsingHookHandler = (request, _, payload, done) => {
  done(null, request.raw.readableEnded ? Readable.from([]) : payload);
};
