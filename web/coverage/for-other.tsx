/** Asking for cover on behalf of somebody else: whose shifts, and what the request would contain. */
import { Box, Button, Paper, Stack, Text, Title } from '@mantine/core';
import type { Schemas } from '../api/client.ts';
import { PersonSearch } from '../people/person-search.tsx';
import { QueryResult } from '../ui/feedback/problem.tsx';
import { type CandidatesOf, useCandidates } from './candidates.ts';
import classes from './coverage.module.css';
import { HeldShifts } from './draft-summary.tsx';

interface ForOtherProps {
  readonly person: Schemas['User'] | undefined;
  readonly onPick: (person: Schemas['User'] | undefined) => void;
  readonly onBack: () => void;
}

export function ForOther({ person, onPick, onBack }: ForOtherProps) {
  return (
    <Paper withBorder p="md">
      <Stack>
        <Title order={2}>For someone else</Title>
        <Text size="sm" c="dimmed">
          When somebody cannot ask, you can. You must be allowed to change all the schedules that the request is about.
        </Text>
        <PersonSearch label="Whose shifts" value={person} onPick={onPick} />
        <Button variant="subtle" size="compact-sm" onClick={onBack} style={{ alignSelf: 'flex-start' }}>
          Ask for yourself
        </Button>
      </Stack>
    </Paper>
  );
}

export function SummaryForOther({ person, draft, now }: CandidatesOf) {
  const { query, isReady } = useCandidates({ draft, person, now });
  return (
    <Box className={classes.summary ?? ''} aria-live="polite">
      {person === undefined || !isReady ? (
        <Text size="sm" c="dimmed">
          Choose a person, and enter a start and an end.
        </Text>
      ) : (
        <QueryResult query={query} height={60}>
          {({ shifts }) => <HeldShifts shifts={shifts} />}
        </QueryResult>
      )}
    </Box>
  );
}
