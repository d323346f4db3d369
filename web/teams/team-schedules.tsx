import { Box, Button, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import type { Schemas } from '../api/client.ts';
import { useAll } from '../api/queries.ts';
import { handoffsOf, useReadAt } from '../api/read-at.ts';
import { namesOf, PersonAvatar } from '../people/person.tsx';
import { BrokenNote } from '../schedules/broken-note.tsx';
import { isOffHours } from '../schedules/on-call-now.tsx';
import { useMay } from '../session/permissions.ts';
import { Moment } from '../time/moment.tsx';
import { useNow } from '../time/now.ts';
import { QueryResult } from '../ui/feedback/problem.tsx';
import classes from './teams.module.css';

export function TeamSchedules({ team }: { readonly team: Schemas['Team'] }) {
  const schedules = useAll('/schedules', { params: { query: { team_id: team.id } } }, 'schedules');
  useReadAt(handoffsOf(schedules.data ?? []), schedules);
  return (
    <Paper withBorder p="md" component="section" aria-label="Schedules">
      <Stack gap="sm">
        <Title order={2}>Schedules</Title>
        <QueryResult query={schedules} height={160}>
          {(all) =>
            all.length === 0 ? (
              <NoSchedules team={team} />
            ) : (
              <ul className={classes.list} aria-label="Schedules">
                {all.map((schedule) => (
                  <li key={schedule.id}>
                    <TeamSchedule schedule={schedule} />
                  </li>
                ))}
              </ul>
            )
          }
        </QueryResult>
      </Stack>
    </Paper>
  );
}

function TeamSchedule({ schedule }: { readonly schedule: Schemas['Schedule'] }) {
  const { id, name, time_zone, current_oncall_shift: now, next_oncall_shift: next, broken } = schedule;
  const instant = useNow();
  const nobody = broken === undefined && isOffHours(schedule, instant) ? 'Off hours' : 'Nobody is on call now';
  return (
    <>
      <Box miw={0}>
        <Link to={`/schedules/${id}`} className="name-link">
          {name}
        </Link>
        {broken === undefined ? (
          <Text size="sm">
            {now === undefined ? (
              nobody
            ) : (
              <>
                {namesOf(now.users)} until <Moment at={now.end} zone={time_zone} />
              </>
            )}
          </Text>
        ) : (
          <BrokenNote broken={broken} />
        )}
        {next !== undefined && (
          <Text size="xs" c="dimmed">
            Then {namesOf(next.users)}, from <Moment at={next.start} zone={time_zone} />
          </Text>
        )}
      </Box>
      <Box display="flex" style={{ gap: 4 }} visibleFrom="xs">
        {now?.users.map((user) => (
          <PersonAvatar key={user.id} person={user} size={32} />
        ))}
      </Box>
    </>
  );
}

function NoSchedules({ team }: { readonly team: Schemas['Team'] }) {
  const mayCreate = useMay('create schedule');
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm" c="dimmed">
        No schedule belongs to this team yet. Choose the team when you create or edit a schedule.
      </Text>
      {mayCreate && (
        <Button component={Link} to={`/schedules/new?team=${team.id}`} variant="default" size="xs">
          New schedule
        </Button>
      )}
    </Stack>
  );
}
