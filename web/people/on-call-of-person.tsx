/** When and in which schedules a person is on call. */
import { Box, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Schemas } from '../api/client.ts';
import type { Person } from '../session/session.tsx';
import { duration, fromNow, msOf } from '../time/format.ts';
import { Moment, Span } from '../time/moment.tsx';
import { useNow } from '../time/now.ts';
import { AwayOfPerson } from '../time-off/away-of-person.tsx';
import classes from './person.module.css';
import { namesOf } from './person.tsx';
import { Section } from './section.tsx';

type OnCall = Schemas['UserOnCall'];
type Shift = Schemas['UserShift'];

interface OnCallOfPersonProps {
  readonly person: Person;
  readonly onCall: OnCall;
}

export function OnCallOfPerson({ person, onCall }: OnCallOfPersonProps) {
  const { current_shifts, next_shifts, schedules, teams, hours, has_more = false } = onCall;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Stack gap="md">
          <Section title="On call now">
            {current_shifts.length === 0 && <Quiet>Not on call.</Quiet>}
            <Shifts shifts={current_shifts} person={person} isCurrent />
          </Section>
          {hours !== undefined && <Hours hours={hours} />}
          <Section title="Schedules">
            {schedules.length === 0 && <Quiet>In no schedule.</Quiet>}
            <Links things={schedules} to="/schedules" label="Schedules" />
          </Section>
          <AwayOfPerson person={person} />
        </Stack>
        <Stack gap="md">
          <Section title="Next">
            {next_shifts.length === 0 && <Quiet>No shift in the coming year.</Quiet>}
            <Shifts shifts={next_shifts} person={person} />
          </Section>
          <Section title="Teams">
            {teams.length === 0 && <Quiet>In no team.</Quiet>}
            <Links things={teams} to="/teams" label="Teams" />
          </Section>
        </Stack>
      </SimpleGrid>
      {has_more && <Quiet>Only the first 100 schedules and teams are shown and counted.</Quiet>}
    </Stack>
  );
}

interface ShiftsProps {
  readonly shifts: readonly Shift[];
  readonly person: Person;
  readonly isCurrent?: boolean;
}

function Shifts({ shifts, person, isCurrent = false }: ShiftsProps) {
  const now = useNow();
  if (shifts.length === 0) return null;
  return (
    <Stack component="ul" gap="sm" fz="sm" className={classes.plain ?? ''}>
      {shifts.map(({ schedule_reference, start, end, users }) => {
        const others = users.filter(({ id }) => id !== person.id);
        return (
          <li key={`${schedule_reference.id} ${start}`}>
            <Link to={`/schedules/${schedule_reference.id}`} className="name-link">
              {schedule_reference.name}
            </Link>
            <Text size="sm" component="div">
              {isCurrent ? (
                <>
                  until <Moment at={end} />, {fromNow(end, now)}
                </>
              ) : (
                <>
                  <Span start={start} end={end} />{' '}
                  <Text span inherit c="dimmed">
                    · {duration(msOf(end) - msOf(start))}, {fromNow(start, now)}
                  </Text>
                </>
              )}
            </Text>
            {others.length > 0 && (
              <Text size="sm" c="dimmed">
                with {namesOf(others)}
              </Text>
            )}
          </li>
        );
      })}
    </Stack>
  );
}

interface LinksProps {
  readonly things: readonly { readonly id: string; readonly name: string }[];
  readonly to: string;
  readonly label: string;
}

function Links({ things, to, label }: LinksProps) {
  if (things.length === 0) return null;
  return (
    <Stack component="ul" gap={6} fz="sm" className={classes.plain ?? ''} aria-label={label}>
      {things.map(({ id, name }) => (
        <li key={id}>
          <Link to={`${to}/${id}`} className="name-link">
            {name}
          </Link>
        </li>
      ))}
    </Stack>
  );
}

function Hours({ hours }: { readonly hours: NonNullable<OnCall['hours']> }) {
  return (
    <Section title="Hours on call">
      <Box component="dl" className={classes.hours ?? ''}>
        <dt>Last 30 days</dt>
        <dd>{hoursText(hours.last_30_days)}</dd>
        <dt>Next 30 days</dt>
        <dd>{hoursText(hours.next_30_days)}</dd>
      </Box>
      <Quiet>Time in several schedules at once counts once.</Quiet>
    </Section>
  );
}

function hoursText(hours: number): string {
  return `${Math.round(hours * 10) / 10} h`;
}

function Quiet({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}
