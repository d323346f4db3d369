/** Calendar feeds: finds or creates the feed for a button, and builds the addresses that calendars accept. */

import type { QueryClient } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { getAllQuery } from '../api/queries.ts';

export type CalendarFeed = Schemas['CalendarFeed'];

/** What the feed is about. */
export type FeedSubject =
  | { readonly kind: 'mine' }
  | { readonly kind: 'schedule'; readonly schedule_id: string }
  | { readonly kind: 'team'; readonly team_id: string };

export const ALL_FEEDS = getAllQuery('/user/calendar_feeds/', {}, 'calendar_feeds');

/** Returns the reader's existing feed of this subject, or creates one: nobody needs two. */
export async function findOrMakeFeed(client: QueryClient, subject: FeedSubject): Promise<CalendarFeed> {
  const feeds = await client.fetchQuery({ ...ALL_FEEDS, staleTime: 0 });
  return feedOf(feeds, subject) ?? (await unwrap(api.POST('/user/calendar_feeds/', { body: subject }))).calendar_feed;
}

/** The reader's feed of this subject, if its address is known. */
export function feedOf(feeds: readonly CalendarFeed[], subject: FeedSubject): CalendarFeed | undefined {
  return feeds.find((feed) => feed.url !== undefined && isOf(feed, subject));
}

function isOf({ kind, schedule_reference, team_reference }: CalendarFeed, subject: FeedSubject): boolean {
  if (kind !== subject.kind) return false;
  if (subject.kind === 'schedule') return schedule_reference?.id === subject.schedule_id;
  return subject.kind === 'mine' || team_reference?.id === subject.team_id;
}

/** An address that opens the device's calendar. */
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
