/** A row of a list: who, when in both zones, how long, and its actions. */
import { Box, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Named } from '../people/named.ts';
import { PersonName } from '../people/person.tsx';
import { duration } from '../time/format.ts';
import { Span } from '../time/moment.tsx';
import classes from './people-and-time.module.css';

interface PeopleAndTimeProps {
  /** Empty: nobody. */
  readonly people: readonly Named[];
  /** Nobody is on call, as planned. */
  readonly isOffHours?: boolean;
  readonly start: number;
  readonly end: number;
  readonly zone: string;
  readonly note?: ReactNode;
  /** Further details, shown below. */
  readonly details?: ReactNode;
  readonly action?: ReactNode;
}

export function PeopleAndTime(props: PeopleAndTimeProps) {
  const { people, isOffHours = false, start, end, zone, note, details, action } = props;
  return (
    <li className={classes.line} data-gap={people.length === 0 && !isOffHours} data-off-hours={isOffHours}>
      <Box className={classes.people}>
        {people.length === 0 && (
          <Text size="sm" {...(isOffHours ? { c: 'dimmed' } : { fw: 600 })}>
            {isOffHours ? 'Off hours' : 'Nobody'}
          </Text>
        )}
        {people.map((person) => (
          <Text key={person.id} fw={600} size="sm" component="div">
            <PersonName person={person} size={24} />
          </Text>
        ))}
      </Box>
      <Text size="sm" className={classes.when} component="div">
        <Span start={start} end={end} zone={zone} />
        {details}
      </Text>
      <Group gap="xs" className={classes.rest}>
        {note}
        <Text size="sm" c="dimmed">
          {duration(end - start)}
        </Text>
        {action}
      </Group>
    </li>
  );
}

export function Lines({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Paper withBorder component="ul" className={classes.lines} aria-label={label}>
      {children}
    </Paper>
  );
}
