import { Button, SimpleGrid, Stack } from '@mantine/core';
import { Link } from 'wouter';
import { TeamCard } from '../teams/team-card.tsx';
import { Empty } from '../ui/feedback/empty.tsx';
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
        Members of its teams, and people in its rotation, may change a schedule.
      </Empty>
    );
  }
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {teams.map((team) => (
          <TeamCard key={team.id} team={team} />
        ))}
      </SimpleGrid>
      {change}
    </Stack>
  );
}
