/** The schedules on the page Now, with who is on call from midnight on: the reader's own, then the others, page by page. */
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getPageQuery } from '../api/queries.ts';
import { useReaderZone } from '../session/session.tsx';
import { instantText } from '../time/format.ts';
import { useNow } from '../time/now.ts';
import { midnightOf, type Scale } from '../timeline/scale.ts';
import { allTimelinesQuery, timelinesIn } from '../timeline/schedule-timelines.ts';

/** Days that are drawn. */
export const DAYS_SHOWN = 7;

/** Days that are read: twice as many, so that the end of a weekly shift and the next person are always known. */
const DAYS_READ = 14;

const PER_PAGE = 20;

export interface Filter {
  readonly team: string;
  readonly query: string;
}

/** The query for one page of schedules, from this instant and in this zone. */
export function schedulesQuery({ team, query }: Filter, zone: string, now: number) {
  const known: Scale = { start: midnightOf(now, zone), end: midnightOf(now, zone, DAYS_READ) };
  const asked = {
    from: instantText(known.start),
    to: instantText(known.end),
    ...(team !== '' && { team_id: team }),
    ...(query !== '' && { query }),
  };
  return { known, asked, mine: { params: { query: { ...asked, mine: true } } } };
}

type Asked = ReturnType<typeof schedulesQuery>['asked'];

export function timelinesPageQuery(asked: Asked, page: number) {
  return getPageQuery('/timelines/', { params: { query: { ...asked, page, per_page: PER_PAGE } } }, page);
}

/**
 * Keeps the number of pages, and reads each page by its own query. If one query read all pages, a live event during the read of the next page would
 * abort it, and "Show more" would do nothing.
 */
export function useSchedulesShown(filter: Filter) {
  const { known, asked, mine: wanted } = schedulesQuery(filter, useReaderZone(), useNow());
  const [pagesWanted, setPagesWanted] = useState(1);
  const mine = useQuery({ ...allTimelinesQuery(wanted), placeholderData: keepPreviousData });
  const first = useQuery({ ...timelinesPageQuery(asked, 1), placeholderData: keepPreviousData });
  const pageCount = Math.ceil((first.data?.meta.total ?? 0) / PER_PAGE);
  const further = useQueries({
    queries: Array.from({ length: Math.max(0, Math.min(pagesWanted, pageCount) - 1) }, (_, i) =>
      timelinesPageQuery(asked, i + 2),
    ),
  });
  const own = mine.data ?? [];
  const others = new Map(
    [first, ...further]
      .flatMap(({ data }) => (data === undefined ? [] : timelinesIn(data)))
      .map((timeline) => [timeline.schedule_reference.id, timeline]),
  );
  for (const { schedule_reference } of own) others.delete(schedule_reference.id);
  const more = {
    isThere: pageCount > pagesWanted,
    isLoading: further.some(({ isPending }) => isPending),
    failed: further.filter(({ data, error }) => data === undefined && error !== null),
    show: () => setPagesWanted(Math.min(pagesWanted, pageCount) + 1),
  };
  return { known, mine, first, more, own, others: [...others.values()] };
}
