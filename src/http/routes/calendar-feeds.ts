import { AppError } from '../../errors.ts';
import {
  Calendar,
  CalendarFeedAnswer,
  CalendarFeedParams,
  CalendarFeedsAnswer,
  CalendarFeedsQuery,
  CalendarParams,
  NewCalendarFeed,
  NotModified,
} from '../../schemas/calendar-feeds.ts';
import { NoContent } from '../../schemas/fields.ts';
import {
  createFeed,
  deleteOwnFeed,
  findFeed,
  listFeeds,
  type OpenFeed,
} from '../../services/calendars/calendar-feeds.ts';
import { readCalendar } from '../../services/calendars/calendars.ts';
import type { Services } from '../../services/shared/services.ts';
import { hasTag, sendTag } from '../entity-tags.ts';
import { callerOf } from '../request-guard.ts';
import type { App } from '../typed-app.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The feed that the address of a calendar opens. */
    calendarFeed: OpenFeed | null;
  }
}

type PublicUrl = () => string;

export function calendarFeedRoutes(app: App, services: Services, publicUrl: PublicUrl): void {
  const tags = ['Calendar feeds'];

  app.get(
    '/user/calendar_feeds/',
    {
      schema: {
        tags,
        operationId: 'listOwnCalendarFeeds',
        summary: 'The calendar feeds of the user, with their secret addresses',
        querystring: CalendarFeedsQuery,
        response: { 200: CalendarFeedsAnswer },
      },
    },
    async (request) => listFeeds(services, callerOf(request), request.query, publicUrl()),
  );

  app.post(
    '/user/calendar_feeds/',
    {
      config: { idempotency: 'none' },
      schema: {
        tags,
        operationId: 'createOwnCalendarFeed',
        summary: 'Create a secret address that a calendar can subscribe to',
        body: NewCalendarFeed,
        errors: ['not_found', 'unprocessable_entity'],
        response: { 201: CalendarFeedAnswer },
      },
    },
    async (request, reply) => {
      const calendarFeed = await createFeed(services, callerOf(request), request.body, publicUrl());
      return reply.code(201).send({ calendar_feed: calendarFeed });
    },
  );

  app.delete(
    '/user/calendar_feeds/:calendar_feed_id',
    {
      schema: {
        tags,
        operationId: 'deleteOwnCalendarFeed',
        summary: 'Delete a calendar feed of the user: its address stops working at once',
        params: CalendarFeedParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await deleteOwnFeed(services, callerOf(request), request.params.calendar_feed_id);
      return reply.code(204).send(null);
    },
  );
}

/** Public: the address is the secret. */
export function calendarRoutes(app: App, services: Services, publicUrl: PublicUrl): void {
  app.decorateRequest('calendarFeed', null);
  app.get(
    '/calendars/:token.ics',
    {
      config: {
        mayBeLarge: true,
        bucketOf: async (request) => {
          const { token } = request.params as { readonly token: string };
          request.calendarFeed = (await findFeed(services, token)) ?? null;
          // Rule BUD-6: all feeds of a person share one rate limit.
          return request.calendarFeed === null ? undefined : `feeds of ${request.calendarFeed.user_id}`;
        },
      },
      schema: {
        tags: ['Calendar feeds'],
        security: [],
        operationId: 'getCalendar',
        summary: 'The shifts of a feed as an iCalendar file; no key needed',
        params: CalendarParams,
        errors: ['schedule_broken', 'too_much_work'],
        response: { 200: Calendar, 304: NotModified },
      },
    },
    async (request, reply) => {
      const { calendarFeed } = request;
      if (calendarFeed === null) throw new AppError('not_found', 'There is no calendar at this address.');
      const calendar = await readCalendar(services, calendarFeed, publicUrl());
      sendTag(reply, calendar.tag);
      reply.header('cache-control', 'private, no-cache');
      if (hasTag(request, calendar.tag))
        return reply
          .code(304)
          .serializer(() => '')
          .send(null);
      const bytes: unknown = await calendar.text();
      // The schema describes it as a text.
      return reply.type('text/calendar; charset=utf-8').send(bytes as string);
    },
  );
}
