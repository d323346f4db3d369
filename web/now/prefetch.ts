/** Starts the requests of the page Now before it is drawn, so that the responses are there when it needs them. */
import type { QueryClient } from '@tanstack/react-query';
import { getAllQuery, getQuery } from '../api/queries.ts';
import { type Session, zoneOf } from '../session/session.tsx';
import { timeOffQuery } from '../time-off/time-off.ts';
import { allTimelinesQuery } from '../timeline/schedule-timelines.ts';
import { myShiftsQuery } from './my-shifts.ts';
import { PENDING } from './pending-requests.ts';
import { schedulesQuery, timelinesPageQuery } from './schedules-shown.ts';

const EVERYTHING = { team: '', query: '' };

export async function prefetchNowPage(client: QueryClient, session: Session, now: number): Promise<void> {
  const zone = zoneOf(session);
  const { asked, mine } = schedulesQuery(EVERYTHING, zone, now);
  await Promise.all([
    client.prefetchQuery(allTimelinesQuery(mine)),
    client.prefetchQuery(timelinesPageQuery(asked, 1)),
    client.prefetchQuery(getQuery('/user/shifts', myShiftsQuery(zone, now).init)),
    client.prefetchQuery(getAllQuery('/coverage_requests/', PENDING, 'coverage_requests')),
    client.prefetchQuery(timeOffQuery(session.user.id)),
    client.prefetchQuery(getQuery('/user/permissions/', { params: { query: {} } })),
  ]);
}
