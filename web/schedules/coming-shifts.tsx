/** The shifts of the coming weeks as a list: for small screens, screen readers and copying. */
import { Badge, Button, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { DAY_MS, HOUR_MS } from '../../src/time/units.ts';
import { useGet } from '../api/queries.ts';
import { useMe } from '../session/session.tsx';
import { msOf } from '../time/format.ts';
import { Span } from '../time/moment.tsx';
import { useNow } from '../time/now.ts';
import { AskForCover } from '../time-off/ask-for-cover.tsx';
import { useAway } from '../time-off/away.ts';
import type { Away } from '../time-off/away-bars.ts';
import { shiftsWhileAway } from '../time-off/shifts-while-away.ts';
import { type Bar, withGaps } from '../timeline/bars.ts';
import { Empty } from '../ui/feedback/empty.tsx';
import { QueryResult } from '../ui/feedback/problem.tsx';
import { latestRotation } from './engine-schedule.ts';
import classes from './people-and-time.module.css';
import { Lines, PeopleAndTime } from './people-and-time.tsx';
import type { SectionProps } from './section-props.ts';

const STEP = 10;
const MOST = 100;

/** As far as the server tells who is away. */
const MOST_AHEAD_MS = 366 * DAY_MS;

export function ComingShifts({ schedule, mayChange }: SectionProps) {
  const me = useMe();
  const now = useNow();
  const [count, setCount] = useState(STEP);
  const query = useGet(
    '/schedules/{schedule_id}/shifts/',
    { params: { path: { schedule_id: schedule.id }, query: { per_page: count } } },
    { keepPrevious: true },
  );
  const coming = query.data?.shifts;
  const people = useMemo(() => (coming ?? []).flatMap(({ users }) => users), [coming]);
  const last = coming?.at(-1);
  const until = last === undefined ? now : msOf(last.end);
  const from = Math.floor(now / HOUR_MS) * HOUR_MS;
  const { away } = useAway(people, { start: from, end: Math.min(until, from + MOST_AHEAD_MS) });
  return (
    <QueryResult query={query} height={46 * STEP}>
      {({ shifts, meta }) => {
        if (shifts.length === 0) return <NoShifts schedule={schedule} mayChange={mayChange} />;
        const bars = shifts.map(
          (shift): Bar => ({
            start: msOf(shift.start),
            end: msOf(shift.end),
            users: shift.users,
            kind: 'rotation',
          }),
        );
        const end = bars.at(-1)?.end ?? now;
        return (
          <Stack>
            <Lines label="Coming shifts">
              {withGaps(bars, { start: now, end }, latestRotation(schedule)).map((bar) => (
                <PeopleAndTime
                  key={bar.start}
                  people={bar.users}
                  isOffHours={bar.kind === 'off hours'}
                  start={bar.start}
                  end={bar.end}
                  zone={schedule.time_zone}
                  details={<Absences schedule={schedule} shift={bar} away={away} mayChange={mayChange} />}
                  note={
                    <Note isMine={bar.users.some(({ id }) => id === me.id)} isNow={bar.start <= now && now < bar.end} />
                  }
                />
              ))}
            </Lines>
            {meta.total > count && count < MOST && (
              <Button variant="default" w="fit-content" onClick={() => setCount(Math.min(MOST, count + 3 * STEP))}>
                Show more
              </Button>
            )}
          </Stack>
        );
      }}
    </QueryResult>
  );
}

interface AbsencesProps extends SectionProps {
  readonly shift: Bar;
  readonly away: readonly Away[];
}

/** Who of the shift is away in it, and one click to ask for cover. */
function Absences({ schedule, shift, away, mayChange }: AbsencesProps) {
  const me = useMe();
  const now = useNow();
  return shiftsWhileAway([shift], away)
    .filter(({ end }) => end > now)
    .map(({ person, start, end }) => (
      <div key={`${person.id} ${start}`}>
        <Text size="sm" className={classes.away ?? ''}>
          {person.name} is away: <Span start={start} end={end} zone={schedule.time_zone} />
        </Text>
        {(mayChange || person.id === me.id) && (
          <AskForCover person={person} shifts={[{ start, end, schedule_reference: schedule }]} />
        )}
      </div>
    ));
}

function NoShifts({ schedule, mayChange }: SectionProps) {
  const isEmpty = schedule.layers.every(({ users }) => users.length === 0);
  return (
    <Empty
      title="Nobody is on call in the next 30 days"
      action={
        mayChange && (
          <Button component={Link} to={`/schedules/${schedule.id}/edit`} variant="default" mt="xs">
            {isEmpty ? 'Add people' : 'Edit the schedule'}
          </Button>
        )
      }
    >
      {isEmpty ? 'There is nobody in the rotation.' : 'The rotation has no shift in this time.'}
    </Empty>
  );
}

function Note({ isMine, isNow }: { readonly isMine: boolean; readonly isNow: boolean }) {
  return (
    <>
      {isMine && (
        <Badge color="accent" tt="none">
          You
        </Badge>
      )}
      {isNow && (
        <Badge color="teal.9" tt="none">
          Now
        </Badge>
      )}
    </>
  );
}
