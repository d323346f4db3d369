/** The timelines of all schedules of a team, one above the other, on one axis in the reader's zone. */
import { Skeleton, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { Link, useLocation } from 'wouter';
import type { Schemas } from '../api/client.ts';
import { TimelineToolbar } from '../schedules/timeline/timeline-toolbar.tsx';
import { useReaderZone } from '../session/session.tsx';
import { instantText } from '../time/format.ts';
import { useNow } from '../time/now.ts';
import { useAway } from '../time-off/away.ts';
import { type Away, awayBars, withAway } from '../time-off/away-bars.ts';
import { knownBars } from '../timeline/bars.ts';
import { type ManyRow, ManyTimelines } from '../timeline/many-timelines.tsx';
import { allTimelinesQuery, type ScheduleTimeline } from '../timeline/schedule-timelines.ts';
import { type AxisView, dateAt, dateNamed, scaleOf, viewNamed } from '../timeline/views.ts';
import { ProblemNote } from '../ui/feedback/problem.tsx';
import { useAddress } from '../ui/lists/address.ts';

const VIEWS: readonly AxisView[] = ['day', 'week', 'fortnight'];

export function TeamTimelines({ team }: { readonly team: Schemas['Team'] }) {
  const now = useNow();
  const zone = useReaderZone();
  const [, navigate] = useLocation();
  const { params } = useAddress();
  const named = viewNamed(params.get('view'), 'week');
  const view = named === 'month' ? 'fortnight' : named;
  const date = dateNamed(params.get('from'), now, zone);
  const scale = useMemo(() => scaleOf(view, date, zone), [view, date, zone]);
  const query = { team_id: team.id, from: instantText(scale.start), to: instantText(scale.end) };
  const { data, error, refetch } = useQuery({
    ...allTimelinesQuery({ params: { query } }),
    placeholderData: keepPreviousData,
  });
  const known = useMemo(() => (data ?? []).map(rowOf), [data]);
  const people = useMemo(() => known.flatMap(({ bars }) => bars.flatMap(({ users }) => users)), [known]);
  const { away, isKnown } = useAway(people, scale);
  const rows = useMemo(() => withAbsences(known, away, zone), [known, away, zone]);
  const onOpen = useCallback<(row: ManyRow, at: number) => void>(
    ({ id, zone: theirs }, at) => id !== AWAY && navigate(`/schedules/${id}?from=${dateAt(at, theirs)}`),
    [navigate],
  );
  if (data === undefined && error !== null) return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined || !isKnown)
    return <Skeleton height={160} role="status" aria-busy="true" aria-label="Loading" />;
  if (data.length === 0) return null;
  return (
    <Stack gap="sm" component="section" aria-label="Who is on call in each schedule">
      <TimelineToolbar {...{ view, date, scale, zone }} views={VIEWS} />
      <ManyTimelines {...{ view, scale, zone, now, rows, onOpen }} />
    </Stack>
  );
}

/** The id of the row for time off; no schedule has it. */
const AWAY = 'away';

function withAbsences(rows: readonly ManyRow[], away: readonly Away[], zone: string): ManyRow[] {
  const marked = rows.map((row) => ({ ...row, bars: withAway(row.bars, away) }));
  if (away.length === 0) return marked;
  return [...marked, { id: AWAY, zone, label: 'Away', head: 'Away', bars: awayBars(away), empty: '' }];
}

function rowOf(timeline: ScheduleTimeline): ManyRow {
  const { schedule_reference: schedule, time_zone, broken } = timeline;
  return {
    id: schedule.id,
    zone: time_zone,
    label: schedule.name,
    head: (
      <Link to={`/schedules/${schedule.id}`} className="name-link">
        {schedule.name}
      </Link>
    ),
    bars: knownBars(timeline),
    empty: broken === undefined ? '' : 'Its shifts cannot be computed',
  };
}
