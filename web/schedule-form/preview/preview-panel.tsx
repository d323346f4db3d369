/** The next shifts if the draft were saved now. */
import { Stack, Table, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Interval } from '../../../src/engine/schedule.ts';
import { HOUR_MS, WEEK_MS } from '../../../src/time/units.ts';
import { namesOf, PersonAvatar, PersonName } from '../../people/person.tsx';
import { useMe, useReaderZone } from '../../session/session.tsx';
import { duration, hours, msOf, written } from '../../time/format.ts';
import { Moment, Span } from '../../time/moment.tsx';
import { useAway } from '../../time-off/away.ts';
import { ordinal, type ShiftWhileAway, shiftsWhileAway } from '../../time-off/shifts-while-away.ts';
import { Strip, type StripShift } from '../../timeline/strip.tsx';
import { Panel } from './panel.tsx';
import { type Plan, type Preview, previewOf } from './preview.ts';
import classes from './preview-panel.module.css';

/** As many as people read. The strip shows the rest. */
const LISTED = 12;
const LISTED_GAPS = 3;
const LISTED_AWAY = 4;

export type FindPerson = (id: string) => { readonly id: string; readonly name: string };

const SHOWN = [
  { value: '14', label: '2 weeks' },
  { value: '28', label: '4 weeks' },
];

interface PreviewPanelProps {
  readonly plan: Plan | undefined;
  /** Why there is nothing to show. */
  readonly missing: string | undefined;
  readonly zone: string;
  readonly find: FindPerson;
}

export function PreviewPanel({ plan, missing, zone, find }: PreviewPanelProps) {
  const [days, setDays] = useState('14');
  return (
    <Panel title="Next shifts" choice="How much is shown" choices={SHOWN} chosen={days} onChoose={setDays}>
      {plan === undefined ? (
        <Text size="sm" c="dimmed">
          {missing}
        </Text>
      ) : (
        <Shown preview={previewOf(plan, Number(days))} zone={zone} find={find} />
      )}
    </Panel>
  );
}

interface ShownProps {
  readonly preview: Preview;
  readonly zone: string;
  readonly find: FindPerson;
}

function Shown({ preview, zone, find }: ShownProps) {
  const shifts = useMemo(
    () => preview.shifts.map((shift) => ({ ...shift, users: shift.users.map(find) })),
    [preview, find],
  );
  const people = useMemo(() => shifts.flatMap(({ users }) => users), [shifts]);
  const { away } = useAway(people, inWholeHours(preview.within));
  const collisions = shiftsWhileAway(shifts, away);
  if (shifts.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nobody would be on call. Add people to the rotation to see their shifts.
      </Text>
    );
  }
  return (
    <>
      <Text size="sm" c="dimmed">
        From <Moment at={preview.within.start} zone={zone} />
      </Text>
      <Weeks within={preview.within} shifts={shifts} gaps={preview.gaps} away={collisions} />
      <Gaps preview={preview} zone={zone} />
      <NeverOnCall preview={preview} find={find} />
      <ol className={classes.shifts} aria-label="Next shifts">
        {shifts.slice(0, LISTED).map(({ start, end, users }) => (
          <li key={start}>
            <span className={classes.marks}>
              {users.map((user) => (
                <PersonAvatar key={user.id} person={user} size={24} />
              ))}
            </span>
            <Text span fw={600} size="sm">
              {namesOf(users)}
            </Text>
            <Text span size="sm">
              <Span start={start} end={end} zone={zone} />
            </Text>
          </li>
        ))}
      </ol>
      {shifts.length > LISTED && (
        <Text size="xs" c="dimmed">
          … and {shifts.length - LISTED} more.
        </Text>
      )}
      <Shares preview={preview} find={find} />
      <AwayInShifts collisions={collisions} />
    </>
  );
}

/** In whole hours, so that a tick of the clock causes no request. Each response ticks the clock, so the page would request without end. */
function inWholeHours({ start, end }: Interval): Interval {
  return { start: Math.floor(start / HOUR_MS) * HOUR_MS, end: Math.ceil(end / HOUR_MS) * HOUR_MS };
}

interface WeeksProps {
  readonly within: Interval;
  readonly shifts: readonly StripShift[];
  readonly gaps: readonly Interval[];
  readonly away: readonly ShiftWhileAway[];
}

/** A line for each week, so that names fit, also on a phone. */
function Weeks({ within, shifts, gaps, away }: WeeksProps) {
  const me = useMe();
  const zone = useReaderZone();
  const starts = Array.from({ length: (within.end - within.start) / WEEK_MS }, (_, i) => within.start + i * WEEK_MS);
  return (
    <div className={classes.weeks}>
      {starts.map((start) => {
        const scale = { start, end: start + WEEK_MS };
        return (
          <div key={start}>
            <Text size="xs" c="dimmed">
              {written(start, zone, 'day')}
            </Text>
            <Strip
              scale={scale}
              shifts={shifts.filter((shift) => msOf(shift.start) < scale.end && msOf(shift.end) > start)}
              gaps={gaps}
              away={away}
              mine={me.id}
              label={`Shifts in the week from ${written(start, zone, 'day')}`}
            />
          </div>
        );
      })}
    </div>
  );
}

function Gaps({ preview: { gaps, offHoursMs, firstStart }, zone }: Pick<ShownProps, 'preview' | 'zone'>) {
  const isWhole = gaps.length === 0 && offHoursMs === 0;
  if (isWhole && firstStart === undefined) return <Text size="sm">Someone is on call all the time.</Text>;
  return (
    <Stack gap={2}>
      {firstStart !== undefined && (
        <Text size="sm" className={classes.gap ?? ''}>
          Until the first shift, <Moment at={firstStart} zone={zone} />, nobody is on call.
        </Text>
      )}
      {isWhole && <Text size="sm">From then on, someone is on call all the time.</Text>}
      {offHoursMs > 0 && (
        <Text size="sm">Outside the windows, nobody is on call: {hours(offHoursMs)} of the time shown.</Text>
      )}
      {gaps.slice(0, LISTED_GAPS).map(({ start, end }) => (
        <Text key={start} size="sm" className={classes.gap ?? ''}>
          Nobody is on call: <Span start={start} end={end} zone={zone} /> ({duration(end - start)})
        </Text>
      ))}
    </Stack>
  );
}

function NeverOnCall({ preview, find }: Pick<ShownProps, 'preview' | 'find'>) {
  const people = preview.neverOnCall.map(find);
  if (people.length === 0) return null;
  return (
    <Text size="sm" role="status" className={classes.gap ?? ''}>
      {namesOf(people)} would never be on call: their turns fall outside the windows.
    </Text>
  );
}

function AwayInShifts({ collisions }: { readonly collisions: readonly ShiftWhileAway[] }) {
  if (collisions.length === 0) return null;
  return (
    <Stack gap={2} role="status">
      {collisions.slice(0, LISTED_AWAY).map(({ person, count, start, end }) => (
        <Text key={`${person.id} ${start}`} size="sm" className={classes.away ?? ''}>
          {person.name} is away in their {ordinal(count)} shift: <Span start={start} end={end} />
        </Text>
      ))}
      {collisions.length > LISTED_AWAY && (
        <Text size="sm" c="dimmed">
          … and in {collisions.length - LISTED_AWAY} more shifts somebody is away.
        </Text>
      )}
    </Stack>
  );
}

function Shares({ preview, find }: Pick<ShownProps, 'preview' | 'find'>) {
  return (
    <Table verticalSpacing={4} aria-label="Time on call in four weeks">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>In 4 weeks</Table.Th>
          <Table.Th ta="right" className={classes.number ?? ''}>
            Hours
          </Table.Th>
          <Table.Th ta="right" className={classes.number ?? ''}>
            Shifts
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {preview.shares.map(({ user, ms, shifts }) => (
          <Table.Tr key={user}>
            <Table.Td className={classes.who ?? ''}>
              <PersonName person={find(user)} size={22} />
            </Table.Td>
            <Table.Td ta="right" className={classes.number ?? ''}>
              {hours(ms)}
            </Table.Td>
            <Table.Td ta="right" className={classes.number ?? ''}>
              {shifts}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
