/** One schedule: who has it, until when, who is next, and the coming week. */
import { Badge, Box, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import type { Schemas } from '../api/client.ts';
import { namesOf, PersonMark } from '../people/person.tsx';
import { useMe, useReaderZone } from '../session/session.tsx';
import { cityOf, fromNow } from '../time/format.ts';
import { Moment } from '../time/moment.tsx';
import { useNow } from '../time/now.ts';
import { midnightOf, type Scale } from '../timeline/scale.ts';
import { Strip } from '../timeline/strip.tsx';
import classes from './now.module.css';
import { DAYS_SHOWN } from './schedules-shown.ts';
import { type Standing, standingOf } from './standing.ts';

interface ScheduleCardProps {
  readonly timeline: Schemas['ScheduleTimeline'];
  /** What the shifts in the timeline cover. */
  readonly known: Scale;
}

export function ScheduleCard({ timeline, known }: ScheduleCardProps) {
  const { schedule_reference: schedule, time_zone: zone, teams, shifts, gaps } = timeline;
  const [now, me, readerZone] = [useNow(), useMe(), useReaderZone()];
  const standing = standingOf(timeline, now, known.end);
  const scale = { start: known.start, end: midnightOf(now, readerZone, DAYS_SHOWN) };
  return (
    <Paper component="article" aria-label={schedule.name} withBorder p="md" className={classes.card ?? ''}>
      <Group justify="space-between" gap="xs" align="flex-start">
        <Title order={3} miw={0}>
          <Link to={`/schedules/${schedule.id}`} className={classes.name ?? ''}>
            {schedule.name}
          </Link>
        </Title>
        <Group gap={6}>
          {teams.map(({ id, name }) => (
            <Badge key={id} variant="default" tt="none" fw={500}>
              {name}
            </Badge>
          ))}
          <Text size="xs" c="dimmed" title={zone}>
            {cityOf(zone)}
          </Text>
        </Group>
      </Group>
      <WhoHasIt standing={standing} zone={zone} now={now} />
      <div className={classes.strip}>
        <Strip
          scale={scale}
          shifts={shifts.filter(({ start }) => Date.parse(start) < scale.end)}
          gaps={gaps}
          now={now}
          mine={me.id}
          label={`${schedule.name}: the coming ${DAYS_SHOWN} days`}
        />
      </div>
    </Paper>
  );
}

interface WhoHasItProps {
  readonly standing: Standing;
  readonly zone: string;
  readonly now: number;
}

function WhoHasIt({ standing, zone, now }: WhoHasItProps) {
  const { onCall, until } = standing;
  return (
    <Stack gap={10}>
      <Group gap="sm" wrap="nowrap">
        {onCall.length > 0 && (
          <Group gap={4} flex="none" maw={{ base: 84, xs: 'none' }}>
            {onCall.map((person) => (
              <PersonMark key={person.id} person={person} size={38} />
            ))}
          </Group>
        )}
        <Box miw={0}>
          {onCall.length > 0 ? <Text fw={650}>{namesOf(onCall)}</Text> : <Nobody isPlanned={standing.isOffHours} />}
          <Text size="sm" component="div">
            {until === undefined ? (
              'for the coming two weeks at least'
            ) : (
              <>
                until <Moment at={until} zone={zone} /> <Dimmed>({fromNow(until, now)})</Dimmed>
              </>
            )}
          </Text>
        </Box>
      </Group>
      <Next standing={standing} zone={zone} />
    </Stack>
  );
}

function Nobody({ isPlanned }: { readonly isPlanned: boolean }) {
  if (isPlanned) return <Text fw={650}>Off hours</Text>;
  return <Text className={classes.nobody ?? ''}>Nobody is on call</Text>;
}

function Next({ standing: { next, until }, zone }: Omit<WhoHasItProps, 'now'>) {
  if (until === undefined || next === undefined) return null;
  const { users, start, end } = next;
  return (
    <Text size="sm" component="div">
      <Dimmed>Next:</Dimmed> {namesOf(users)}
      {start !== until && (
        <>
          {' '}
          from <Moment at={start} zone={zone} />
        </>
      )}
      {end !== undefined && (
        <>
          {' '}
          until <Moment at={end} zone={zone} />
        </>
      )}
    </Text>
  );
}

function Dimmed({ children }: { readonly children: string | readonly string[] }) {
  return (
    <Text span inherit c="dimmed">
      {children}
    </Text>
  );
}
