import { Alert, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Span } from '../../time/moment.tsx';
import { useNow } from '../../time/now.ts';
import { useAway } from '../../time-off/away.ts';
import { shiftsWhileAway } from '../../time-off/shifts-while-away.ts';
import { type Draft, intervalOf, MAX_AGE_MS, peopleOf } from './override-draft.ts';

const NO_TIME = { start: 0, end: 0 };

interface AwayInOverrideProps {
  readonly draft: Draft;
  readonly zone: string;
}

/** A warning before it is saved: somebody who is chosen has time off in this time. Renders nothing otherwise. */
export function AwayInOverride({ draft, zone }: AwayInOverrideProps) {
  const now = useNow();
  const people = useMemo(() => peopleOf(draft), [draft]);
  const { start, end } = intervalOf(draft) ?? NO_TIME;
  const { away } = useAway(people, end - start > MAX_AGE_MS ? { start, end: start + MAX_AGE_MS } : { start, end });
  const absences = shiftsWhileAway([{ start: Math.max(start, now), end, users: people }], away);
  if (absences.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" role="status" title="Somebody is away in this time">
      {absences.map((absence) => (
        <Text key={`${absence.person.id} ${absence.start}`} size="sm">
          {absence.person.name} is away: <Span start={absence.start} end={absence.end} zone={zone} />
        </Text>
      ))}
    </Alert>
  );
}
