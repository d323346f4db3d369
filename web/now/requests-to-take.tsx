import { Button, Group, Paper, Title } from '@mantine/core';
import { Link } from 'wouter';
import classes from '../coverage/coverage.module.css';
import type { CoverageRequest } from '../coverage/request.ts';
import { RequestRow } from '../coverage/request-row.tsx';

const SHOWN = 3;

interface RequestsToTakeProps {
  readonly requests: readonly CoverageRequest[];
  readonly zoneOf: (scheduleId: string) => string | undefined;
}

export function RequestsToTake({ requests, zoneOf }: RequestsToTakeProps) {
  if (requests.length === 0) return null;
  return (
    <Paper component="section" aria-label="Cover wanted" withBorder p="md" pb={4}>
      <Group justify="space-between" gap="xs">
        <Title order={2}>Can you cover?</Title>
        {requests.length > SHOWN && (
          <Button component={Link} to="/coverage" variant="subtle" size="compact-sm">
            All {requests.length}
          </Button>
        )}
      </Group>
      <ul className={classes.rows}>
        {requests.slice(0, SHOWN).map((request) => (
          <RequestRow key={request.id} request={request} zoneOf={zoneOf}>
            <Button
              component={Link}
              to={`/coverage/${request.id}`}
              size="compact-sm"
              variant="default"
              aria-label={`See what ${request.user.name} asks for`}
            >
              See it
            </Button>
          </RequestRow>
        ))}
      </ul>
    </Paper>
  );
}
