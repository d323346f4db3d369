/** The first page: who is on call in every schedule, and when the reader is. */
import { Button, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { Link } from 'wouter';
import type { Schemas } from '../api/client.ts';
import { useAll } from '../api/queries.ts';
import { Subscribe } from '../calendars/subscribe.tsx';
import { isAskedOf } from '../coverage/request.ts';
import { useMay } from '../session/permissions.ts';
import { useMe, useReaderZone, useSession } from '../session/session.tsx';
import { useNow } from '../time/now.ts';
import { AwayWarning } from '../time-off/away-warning.tsx';
import { useTimeOff } from '../time-off/time-off.ts';
import { midnightOf } from '../timeline/scale.ts';
import { ProblemNote } from '../ui/feedback/problem.tsx';
import { loaded } from '../ui/frame/loaded.tsx';
import { Page } from '../ui/frame/page.tsx';
import { Icon } from '../ui/icons.tsx';
import { useFilter } from './filters.tsx';
import { gapsAhead } from './gaps.ts';
import { GapsAheadNote } from './gaps-ahead.tsx';
import { useMyShifts } from './my-shifts.ts';
import { PENDING } from './pending-requests.ts';
import { RequestsToTake } from './requests-to-take.tsx';
import { ScheduleCards } from './schedule-cards.tsx';
import { DAYS_SHOWN, useSchedulesShown } from './schedules-shown.ts';
import { You } from './you.tsx';

const Setup = loaded(async () => (await import('../setup/setup.tsx')).Setup);

export function NowPage() {
  const { user: me, organization } = useSession();
  const { setup } = organization;
  const mayCreate = useMay('create schedule');
  const filter = useFilter();
  const shown = useSchedulesShown(filter);
  const my = useMyShifts();
  const pending = useAll('/coverage_requests/', PENDING, 'coverage_requests');
  const timeOff = useTimeOff(me.id);
  const asked = [my.shifts, pending, shown.mine, shown.first, timeOff];
  const failed = asked.filter(({ data, error }) => data === undefined && error !== null);
  const retry = () => void Promise.all(failed.map(({ refetch }) => refetch()));
  return (
    <Page
      title="Now"
      actions={
        <>
          {me.seat === 'member' && <Subscribe to={{ kind: 'mine' }} what="your shifts" />}
          {mayCreate && (
            <Button component={Link} to="/schedules/new" leftSection={<Icon name="plus" />}>
              New schedule
            </Button>
          )}
        </>
      }
    >
      {setup !== undefined && <Setup step={setup} />}
      <ProblemNote error={failed[0]?.error} onRetry={retry} />
      {asked.every(({ data }) => data !== undefined) ? (
        <>
          {me.seat === 'member' && <You stretches={my.stretches} zoneOf={zonesIn(shown)} />}
          <AwayWarning timeOff={timeOff.data ?? []} />
          <Ahead shown={shown} requests={pending.data ?? []} />
          <ScheduleCards shown={shown} filter={filter} />
        </>
      ) : (
        failed.length === 0 && <Loading />
      )}
    </Page>
  );
}

type Shown = ReturnType<typeof useSchedulesShown>;

function Ahead({ shown, requests }: { shown: Shown; requests: readonly Schemas['CoverageRequest'][] }) {
  const [now, zone, me, mayCover] = [useNow(), useReaderZone(), useMe(), useMay('cover')];
  const within = { start: now, end: midnightOf(now, zone, DAYS_SHOWN) };
  const gaps = gapsAhead([...shown.own, ...shown.others], within, shown.known.end);
  const toTake = mayCover ? requests.filter((request) => isAskedOf(request, me.id)) : [];
  if (gaps.length === 0 && toTake.length === 0) return null;
  return (
    <SimpleGrid cols={{ base: 1, lg: gaps.length > 0 && toTake.length > 0 ? 2 : 1 }}>
      <RequestsToTake requests={toTake} zoneOf={zonesIn(shown)} />
      <GapsAheadNote gaps={gaps} />
    </SimpleGrid>
  );
}

function zonesIn({ own, others }: Shown): (scheduleId: string) => string | undefined {
  // Also because the browser may not know the zone of a broken schedule.
  const working = [...own, ...others].filter(({ broken }) => broken === undefined);
  const zones = new Map(working.map((timeline) => [timeline.schedule_reference.id, timeline.time_zone]));
  return (id) => zones.get(id);
}

/** Everything appears at once, so that nothing moves what the reader already reads. */
function Loading() {
  return (
    <Stack gap="lg" aria-busy="true" aria-label="Loading">
      <Skeleton height={130} />
      <Skeleton height={36} width={300} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Skeleton height={190} />
        <Skeleton height={190} />
        <Skeleton height={190} />
        <Skeleton height={190} />
      </SimpleGrid>
    </Stack>
  );
}
