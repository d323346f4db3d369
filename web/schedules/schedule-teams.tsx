import { Anchor, Button, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { Empty } from '../ui/empty.tsx';
import type { SectionProps } from './section-props.ts';

export function ScheduleTeams({ schedule: { id, teams }, mayChange }: SectionProps) {
  const change = mayChange && (
    <Button component={Link} to={`/schedules/${id}/edit`} variant="default" w="fit-content">
      Change teams
    </Button>
  );
  if (teams.length === 0) {
    return (
      <Empty title="No team has this schedule" action={change}>
        Members of its teams may change a schedule, as those who rotate in it may.
      </Empty>
    );
  }
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {teams.map((team) => (
          <Paper key={team.id} withBorder p="md">
            <Anchor component={Link} to={`/teams/${team.id}`} fw={600}>
              {team.name}
            </Anchor>
            {team.description !== undefined && <Text size="sm">{team.description}</Text>}
          </Paper>
        ))}
      </SimpleGrid>
      {change}
    </Stack>
  );
}
