/** Who is on call now, until when, and who is next. */
import { Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { offHoursIn } from '../../src/engine/timeline.ts';
import type { Schemas } from '../api/client.ts';
import { PersonName } from '../people/person.tsx';
import { fromNow } from '../time/format.ts';
import { Moment } from '../time/moment.tsx';
import { useNow } from '../time/now.ts';
import { latestRotation } from './engine-schedule.ts';
import classes from './on-call-now.module.css';

export function OnCallNow({ schedule }: { readonly schedule: Schemas['Schedule'] }) {
  const { current_oncall_shift: current, next_oncall_shift: next, time_zone } = schedule;
  const now = useNow();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <Side
        title="On call now"
        people={current?.users}
        nobody={isOffHours(schedule, now) ? 'Off hours' : 'Nobody'}
        isLit={current !== undefined}
      >
        {current !== undefined && (
          <>
            until <Moment at={current.end} zone={time_zone} />, {fromNow(current.end, now)}
          </>
        )}
      </Side>
      <Side title="Next" people={next?.users} nobody="Nobody in the coming year">
        {next !== undefined && (
          <>
            from <Moment at={next.start} zone={time_zone} />, {fromNow(next.start, now)}
          </>
        )}
      </Side>
    </SimpleGrid>
  );
}

/** Nobody is on call, as planned. */
export function isOffHours(schedule: Schemas['Schedule'], now: number): boolean {
  return offHoursIn(latestRotation(schedule), { start: now, end: now + 1 }).length > 0;
}

interface SideProps {
  readonly title: string;
  readonly people: readonly Schemas['User'][] | undefined;
  readonly nobody: string;
  /** Whether somebody is on call at this moment. */
  readonly isLit?: boolean;
  readonly children: ReactNode;
}

function Side({ title, people, nobody, isLit = false, children }: SideProps) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="xs">
        <Text size="sm" c="dimmed" component="h2" fw={500} className={classes.title}>
          {isLit && <span className={classes.lamp} />}
          {title}
        </Text>
        {people === undefined ? (
          <Text fw={600} className={classes.who}>
            {nobody}
          </Text>
        ) : (
          <Group gap="6px 16px">
            {people.map((person) => (
              <Text key={person.id} fw={600} className={classes.who} component="div" maw="100%">
                <Link to={`/people/${person.id}`} className={classes.person ?? ''}>
                  <PersonName person={person} size={36} />
                </Link>
              </Text>
            ))}
          </Group>
        )}
        <Text size="sm" className={classes.when}>
          {children}
        </Text>
      </Stack>
    </Paper>
  );
}
