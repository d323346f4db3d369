/** Who is asked to cover: everyone, or a choice of candidates, the best first. */
import { Badge, Checkbox, Group, Input, SegmentedControl, Stack, Text } from '@mantine/core';
import { HOUR_MS } from '../../src/time/units.ts';
import type { Schemas } from '../api/client.ts';
import { PersonName } from '../people/person.tsx';
import { QueryResult } from '../ui/feedback/problem.tsx';
import { type CandidatesOf, useCandidates } from './candidates.ts';
import classes from './coverage.module.css';

/** The best candidates are first; nobody reads further. */
const SHOWN = 12;

interface AskedPeopleProps extends CandidatesOf {
  /** Ids of users; undefined means everyone. */
  readonly asked: readonly string[] | undefined;
  readonly onChange: (asked: readonly string[] | undefined) => void;
}

export function AskedPeople({ asked, onChange, ...of }: AskedPeopleProps) {
  return (
    <Input.Wrapper label="Who is asked" labelElement="div">
      <SegmentedControl
        size="xs"
        display="flex"
        mt={4}
        aria-label="Who is asked"
        data={[
          { value: 'everyone', label: 'Everyone' },
          { value: 'some', label: 'Some people' },
        ]}
        value={asked === undefined ? 'everyone' : 'some'}
        onChange={(value) => onChange(value === 'everyone' ? undefined : [])}
      />
      {asked !== undefined && <Candidates {...of} asked={asked} onChange={onChange} />}
    </Input.Wrapper>
  );
}

interface CandidatesProps extends CandidatesOf {
  readonly asked: readonly string[];
  readonly onChange: (asked: readonly string[]) => void;
}

function Candidates({ asked, onChange, ...of }: CandidatesProps) {
  const { query, isReady } = useCandidates(of);
  if (!isReady) {
    return (
      <Text size="sm" c="dimmed" mt="xs">
        Pick shifts first: who could cover depends on them.
      </Text>
    );
  }
  return (
    <QueryResult query={query} height={120}>
      {({ coverage_candidates: found }) =>
        found.length === 0 ? (
          <Text size="sm" c="dimmed" mt="xs">
            Nobody else is in the rotation or in a team of these schedules.
          </Text>
        ) : (
          <Stack gap={10} mt="sm" component="ul" className={classes.taken ?? ''} aria-label="Who could cover">
            {found.slice(0, SHOWN).map((candidate) => (
              <li key={candidate.user.id}>
                <Candidate
                  candidate={candidate}
                  isAsked={asked.includes(candidate.user.id)}
                  onToggle={() => onChange(toggled(asked, candidate.user.id))}
                />
              </li>
            ))}
          </Stack>
        )
      }
    </QueryResult>
  );
}

interface CandidateProps {
  readonly candidate: Schemas['CoverageCandidate'];
  readonly isAsked: boolean;
  readonly onToggle: () => void;
}

function Candidate({ candidate, isAsked, onToggle }: CandidateProps) {
  const { user, is_free, conflicts, away_ms, in_rotation, waking_share, past_ms, coming_ms } = candidate;
  const elsewhere = [...new Set(conflicts.map(({ schedule_reference }) => schedule_reference.name))].join(', ');
  return (
    <Checkbox
      checked={isAsked}
      onChange={onToggle}
      label={
        <span>
          <Group gap={8} component="span">
            <PersonName person={user} size={22} />
            <Badge variant="light" color={is_free ? 'teal' : 'yellow'} tt="none" fw={500}>
              {is_free ? 'Free' : away_ms > 0 ? 'Away' : `On call in ${elsewhere}`}
            </Badge>
          </Group>
          <Text span size="xs" c="dimmed" display="block">
            {in_rotation ? 'In the rotation' : 'In the team'} · {Math.round(waking_share * 100)} % in their waking hours
            · {hours(past_ms)} on call in the last 90 days, {hours(coming_ms)} to come
          </Text>
        </span>
      }
    />
  );
}

function hours(ms: number): string {
  return `${Math.round(ms / HOUR_MS)} h`;
}

function toggled(ids: readonly string[], id: string): readonly string[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
}
