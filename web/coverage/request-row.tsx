/** A coverage request in a list: who asks, for what, when and why, with a link to its page. */
import { Box, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { PersonAvatar } from '../people/person.tsx';
import { Span } from '../time/moment.tsx';
import classes from './coverage.module.css';
import { type CoverageRequest, extentOf, sharedZone } from './request.ts';

interface RequestRowProps {
  readonly request: CoverageRequest;
  readonly isMine?: boolean;
  readonly zoneOf: (scheduleId: string) => string | undefined;
  readonly children?: ReactNode;
}

export function RequestRow({ request, isMine = false, zoneOf, children }: RequestRowProps) {
  const { user, reason, shifts, remaining_shifts } = request;
  // For an open request, only what can still be taken.
  const { start, end, schedules, amount } = extentOf(
    remaining_shifts.length > 0 && !isMine ? remaining_shifts : shifts,
  );
  return (
    <li className={classes.row}>
      <Group gap="sm" wrap="nowrap" align="flex-start" className={classes.what ?? ''}>
        {!isMine && <PersonAvatar person={user} size={34} />}
        <Box miw={0}>
          <Link to={`/coverage/${request.id}`} className={classes.name ?? ''}>
            {isMine ? '' : `${user.name}: `}
            {schedules.map(({ name }) => name).join(', ')}
          </Link>
          <Text size="sm" component="div">
            <Span start={start} end={end} {...sharedZone(schedules, zoneOf)} />
          </Text>
          <Text size="sm" c="dimmed">
            {amount}
          </Text>
          <Text size="sm" c="dimmed" lineClamp={2}>
            “{reason}”
          </Text>
        </Box>
      </Group>
      <Group gap="xs">{children}</Group>
    </li>
  );
}
