/** What a request would hold, as the server computes it. */
import { Box, Text } from '@mantine/core';
import type { Schemas } from '../api/client.ts';
import { useAll } from '../api/queries.ts';
import { instantText } from '../time/format.ts';
import { Span } from '../time/moment.tsx';
import { Answered } from '../ui/problem.tsx';
import classes from './coverage.module.css';
import { extentOf } from './request.ts';
import { hasSchedule, isWhole, type WholeWish, type Wish } from './wish.ts';
import { useZones } from './zones.ts';

interface WishSummaryProps {
  readonly wish: Wish;
  readonly now: number;
}

export function WishSummary({ wish, now }: WishSummaryProps) {
  return (
    <Box className={classes.summary ?? ''} aria-live="polite">
      {isWhole(wish) && wish.end > now ? (
        <ShiftsInWish wish={wish} now={now} />
      ) : (
        <Text size="sm" c="dimmed">
          {isWhole(wish) ? 'This time is over.' : 'Pick shifts, or say from when to when.'}
        </Text>
      )}
    </Box>
  );
}

function ShiftsInWish({ wish, now }: { readonly wish: WholeWish; readonly now: number }) {
  const query = {
    from: instantText(Math.max(wish.start, now)),
    to: instantText(wish.end),
    clip_to_interval: true,
  };
  const found = useAll('/user/shifts', { params: { query } }, 'shifts', { keepPrevious: true });
  return (
    <Answered query={found} height={60}>
      {(shifts) => (
        <Held shifts={shifts.filter(({ schedule_reference }) => hasSchedule(wish, schedule_reference.id))} />
      )}
    </Answered>
  );
}

function Held({ shifts }: { readonly shifts: readonly Schemas['UserShift'][] }) {
  const { schedules, amount } = extentOf(shifts);
  const zoneOf = useZones(schedules.map(({ id }) => id));
  if (shifts.length === 0) return <Text size="sm">You are not on call in this time: there is nothing to cover.</Text>;
  return (
    <>
      <Text size="sm" fw={600}>
        {amount} in all
      </Text>
      <ul className={classes.list} aria-label="In this request">
        {shifts.map(({ schedule_reference: { id, name }, start, end }) => {
          const zone = zoneOf(id);
          return (
            <li key={`${id} ${start}`}>
              {name}: <Span start={start} end={end} {...(zone !== undefined && { zone })} />
            </li>
          );
        })}
      </ul>
    </>
  );
}
