/** Asks for all that the page shows while it is still being drawn: the answers are there when it wants them. */
import type { QueryClient } from '@tanstack/react-query';
import { getting, gettingAll } from '../api/queries.ts';
import { myShiftsAsked } from './my-shifts.ts';
import { PENDING } from './requests-asked.ts';
import { gettingPages, schedulesAsked } from './schedules-shown.ts';

const EVERYTHING = { team: '', query: '' };

export async function askEarly(client: QueryClient, zone: string, now: number): Promise<void> {
  const { asked, mine } = schedulesAsked(EVERYTHING, zone, now);
  await Promise.all([
    client.prefetchQuery(gettingAll('/timelines/', mine, 'timelines')),
    client.prefetchInfiniteQuery(gettingPages(asked)),
    client.prefetchQuery(getting('/user/shifts', myShiftsAsked(zone, now).init)),
    client.prefetchQuery(gettingAll('/coverage_requests/', PENDING, 'coverage_requests')),
    client.prefetchQuery(getting('/user/permissions/', { params: { query: {} } })),
  ]);
}
