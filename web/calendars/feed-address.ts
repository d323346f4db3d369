/** Calendar feeds: which one a button is about, and the addresses by which calendars take it. */

import type { QueryClient } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { getAllQuery } from '../api/queries.ts';

export type CalendarFeed = Schemas['CalendarFeed'];

/** What someone subscribes to. */
export type FeedSubject =
  | { readonly kind: 'mine' }
  | { readonly kind: 'schedule'; readonly schedule_id: string }
  | { readonly kind: 'team'; readonly team_id: string };

export const ALL_FEEDS = getAllQuery('/user/calendar_feeds/', {}, 'calendar_feeds');

/** The feed that the reader has of it already, or a new one: nobody needs two of the same. */
export async function findOrMakeFeed(client: QueryClient, subject: FeedSubject): Promise<CalendarFeed> {
  const feeds = await client.fetchQuery({ ...ALL_FEEDS, staleTime: 0 });
  const known = feeds.find((feed) => feed.url !== undefined && isOf(feed, subject));
  return known ?? (await unwrap(api.POST('/user/calendar_feeds/', { body: subject }))).calendar_feed;
}

function isOf({ kind, schedule_reference, team_reference }: CalendarFeed, subject: FeedSubject): boolean {
  if (kind !== subject.kind) return false;
  if (subject.kind === 'schedule') return schedule_reference?.id === subject.schedule_id;
  return subject.kind === 'mine' || team_reference?.id === subject.team_id;
}

/** Opens the calendar of the device. */
export function webcalAddress(url: string): string {
  return url.replace(/^https?:/, 'webcal:');
}

export function googleAddress(url: string): string {
  return `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcalAddress(url))}`;
}

export function nameOfFeed({ kind, schedule_reference, team_reference }: CalendarFeed): string {
  if (kind === 'mine') return 'Your shifts';
  if (kind === 'schedule') return schedule_reference?.name ?? 'A deleted schedule';
  return team_reference?.name ?? 'A deleted team';
}
