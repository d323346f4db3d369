/**
 * Rule IDEM-1: the header `Idempotency-Key` of every `POST` with a key or a session. A route whose response contains a secret ignores it, since the
 * response would be stored.
 */
import type { FastifyContextConfig, FastifyInstance, FastifyReply, RouteHandlerMethod } from 'fastify';
import { IdempotencyKey } from '../schemas/fields.ts';
import { lockOfSchedule } from '../services/plan/schedule-changes.ts';
import { answerOnce, type StoredAnswer } from '../services/shared/idempotency.ts';
import type { Services } from '../services/shared/services.ts';
import { callerOf } from './request-guard.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `none`: the route ignores the key. `afterwards`: its work is not one transaction, and the response is stored at the end. */
    idempotency?: 'none' | 'afterwards';
    /** Whether a request with this body only reads, as a preview does: it is then no transaction, and its response is stored at the end. */
    isPreview?: (body: unknown) => boolean;
  }
}

/** For an app without routes. */
export function acceptIdempotencyKeys(app: FastifyInstance, services: Services): void {
  app.addHook('onRoute', (route) => {
    const { idempotency, isPreview = () => false } = (route.config ?? {}) as FastifyContextConfig;
    if (route.method !== 'POST' || idempotency === 'none' || route.schema === undefined) return;
    const { handler, url } = route;
    // The schema object itself is changed, because the description of the route already refers to it.
    route.schema.headers = IdempotencyKey;
    route.handler = async function (request, reply) {
      const key = request.headers['idempotency-key'];
      if (typeof key !== 'string') return handler.call(this, request, reply);
      const caller = callerOf(request);
      const { schedule_id: scheduleId } = request.params as { readonly schedule_id?: string };
      const locks = scheduleId === undefined ? [] : [lockOfSchedule(caller, scheduleId)];
      const asked = { key, route: `POST ${url}`, path: request.url, body: request.body, locks };
      const work = () => capture(handler, this, request);
      const isShared = idempotency !== 'afterwards' && !isPreview(request.body);
      const { status, body, isReplay } = await answerOnce(services, caller, asked, work, isShared);
      if (isReplay) reply.header('idempotency-replayed', 'true');
      return reply.code(status).send(body);
    };
  });
}

/** The response of the handler, which is not sent yet: its transaction may have to be retried. */
async function capture(
  handler: RouteHandlerMethod,
  app: ThisParameterType<RouteHandlerMethod>,
  request: Parameters<RouteHandlerMethod>[0],
): Promise<StoredAnswer> {
  let [status, body]: [number, unknown] = [200, undefined];
  const reply = {
    code(given: number) {
      status = given;
      return reply;
    },
    send(given: unknown) {
      body = given;
      return reply;
    },
  };
  const returned = await handler.call(app, request, reply as unknown as FastifyReply);
  return { status, body: returned === reply ? body : returned };
}
