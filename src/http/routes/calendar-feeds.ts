import { AppError } from '../../errors.ts';
import {
  Calendar,
  CalendarFeedAnswer,
  CalendarFeedsAnswer,
  CalendarFeedsQuery,
  CalendarParams,
  NewCalendarFeed,
  NotModified,
} from '../../schemas/calendar-feeds.ts';
import {
  createFeed,
  deleteOwnFeed,
  findFeed,
  listFeeds,
  type OpenFeed,
} from '../../services/calendars/calendar-feeds.ts';
import { readCalendar } from '../../services/calendars/calendars.ts';
import type { Services } from '../../services/shared/services.ts';
import { requireRoom } from '../answers/large-answers.ts';
import { hasTag, sendTag } from '../entity-tags.ts';
import { operationsOf } from '../operations.ts';
import type { App } from '../typed-app.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The feed that the address of a calendar opens. */
    calendarFeed: OpenFeed | null;
  }
}

type PublicUrl = () => string;

export function calendarFeedRoutes(app: App, services: Services, publicUrl: PublicUrl): void {
  const { get, post, del } = operationsOf(app, services, 'Calendar feeds');

  get('/user/calendar_feeds/', {
    operationId: 'listOwnCalendarFeeds',
    summary: 'The calendar feeds of the user, with their secret addresses',
    query: CalendarFeedsQuery,
    answer: CalendarFeedsAnswer,
    run: ({ caller, query }) => listFeeds(services, caller, query, publicUrl()),
  });

  post('/user/calendar_feeds/', {
    operationId: 'createOwnCalendarFeed',
    summary: 'Create a secret address that a calendar can subscribe to',
    floor: 'viewer',
    idempotency: 'none',
    body: NewCalendarFeed,
    errors: ['not_found', 'unprocessable_entity'],
    status: 201,
    answer: CalendarFeedAnswer,
    run: async ({ caller, body }) => ({ calendar_feed: await createFeed(services, caller, body, publicUrl()) }),
  });

  del('/user/calendar_feeds/:calendar_feed_id', {
    operationId: 'deleteOwnCalendarFeed',
    summary: 'Delete a calendar feed of the user: its address stops working at once',
    floor: 'viewer',
    run: ({ caller, params }) => deleteOwnFeed(services, caller, params.calendar_feed_id),
  });
}

/** Public: the address is the secret. */
export function calendarRoutes(app: App, services: Services, publicUrl: PublicUrl): void {
  app.get(
    '/calendars/:token.ics',
    {
      config: {
        mayBeLarge: true,
        access: {
          who: 'anyone',
          async countedFor(request) {
            const { token } = request.params as { readonly token: string };
            request.calendarFeed = (await findFeed(services, token)) ?? null;
            // Rule BUD-6: all feeds of a person share one rate limit.
            return request.calendarFeed === null ? undefined : `feeds of ${request.calendarFeed.user_id}`;
          },
        },
      },
      schema: {
        tags: ['Calendar feeds'],
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
      requireRoom(request);
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
