/** The schedules that the page shows, with who is on call from midnight on: the reader's own, and then the others, page by page. */
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api, unwrap } from '../api/client.ts';
import { useAll } from '../api/queries.ts';
import { useReaderZone } from '../session/session.tsx';
import { instantText } from '../time/format.ts';
import { useNow } from '../time/now.ts';
import { midnightOf, type Scale } from '../timeline/scale.ts';

/** What is drawn. */
export const DAYS_SHOWN = 7;

/** What is read: twice as much, so that the end of a weekly shift and who is next are known at any time in it. */
const DAYS_READ = 14;

const PER_PAGE = 20;

export interface Filter {
  readonly team: string;
  readonly query: string;
}

/** What is asked for, at that time and in that zone. */
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

export function timelinePagesQuery(asked: Asked) {
  return infiniteQueryOptions({
    queryKey: ['/timelines/', asked, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      unwrap(api.GET('/timelines/', { params: { query: { ...asked, page: pageParam, per_page: PER_PAGE } }, signal })),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page * PER_PAGE < meta.total ? meta.page + 1 : undefined),
  });
}

export function useSchedulesShown(filter: Filter) {
  const { known, asked, mine: wanted } = schedulesQuery(filter, useReaderZone(), useNow());
  const mine = useAll('/timelines/', wanted, 'timelines', { keepPrevious: true });
  const all = useInfiniteQuery({ ...timelinePagesQuery(asked), placeholderData: keepPreviousData });
  const own = mine.data ?? [];
  const ownIds = new Set(own.map(({ schedule_reference }) => schedule_reference.id));
  const others = (all.data?.pages ?? [])
    .flatMap(({ timelines }) => timelines)
    .filter(({ schedule_reference }) => !ownIds.has(schedule_reference.id));
  return { known, mine, all, own, others };
}
