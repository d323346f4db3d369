/** The history of a rotation: its revisions, newest first. */
import { Badge, Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { validityOf } from '../../../src/engine/revisions.ts';
import type { Schemas } from '../../api/client.ts';
import { Moment } from '../../time/moment.tsx';
import { useNow } from '../../time/now.ts';
import { QueryResult } from '../../ui/feedback/problem.tsx';
import { nowFor, revisionsOf } from '../engine-schedule.ts';
import type { SectionProps } from '../section-props.ts';
import { useRevisions } from '../timeline/timeline-data.ts';
import { layerText, revisionChanges } from './revision-changes.ts';

type Revision = Schemas['ScheduleRevision'];

/** More cards at once would be slow. */
const STEP = 50;

export function History({ schedule, mayChange }: SectionProps) {
  const query = useRevisions(schedule.id);
  const now = useNow();
  const [count, setCount] = useState(STEP);
  return (
    <QueryResult query={query}>
      {(revisions) => {
        const newestFirst = [...revisions].sort((a, b) => b.number - a.number);
        const stateOf = statesOf(revisions, nowFor(revisions, now));
        const isAll = newestFirst.length <= count;
        return (
          <Stack gap="sm">
            {newestFirst.slice(0, count).map((revision, i) => (
              <RevisionCard
                key={revision.number}
                revision={revision}
                previous={newestFirst[i + 1]}
                zone={schedule.time_zone}
                {...(mayChange && { editPath: `/schedules/${schedule.id}/edit` })}
                state={stateOf(revision)}
              />
            ))}
            {!isAll && (
              <Button variant="default" w="fit-content" onClick={() => setCount(count + STEP)}>
                Show more
              </Button>
            )}
            {isAll && (newestFirst.at(-1)?.number ?? 0) > 0 && (
              <Text size="sm" c="dimmed">
                Older revisions are not shown here. The API lists them all.
              </Text>
            )}
          </Stack>
        );
      }}
    </QueryResult>
  );
}

const STATES = {
  past: { label: 'Past', color: 'gray.7' },
  'in force': { label: 'In force', color: 'teal.9' },
  planned: { label: 'Planned', color: 'accent' },
  'never in force': { label: 'Never in force', color: 'gray.7' },
} as const;

type State = keyof typeof STATES;

function statesOf(revisions: readonly Revision[], now: number): (revision: Revision) => State {
  const validities = new Map(
    validityOf(revisions.flatMap(revisionsOf)).map((validity) => [validity.revision.number, validity]),
  );
  return ({ number }) => {
    const validity = validities.get(number);
    if (validity === undefined) return 'never in force';
    if (now < validity.start) return 'planned';
    return now < validity.end ? 'in force' : 'past';
  };
}

interface RevisionCardProps {
  readonly revision: Revision;
  readonly previous: Revision | undefined;
  readonly zone: string;
  readonly state: State;
  /** Present if the reader may restore the revision. */
  readonly editPath?: string;
}

function RevisionCard({ revision, previous, zone, state, editPath }: RevisionCardProps) {
  const { label, color } = STATES[state];
  return (
    <Paper withBorder p="md" component="article" aria-label={`Revision ${revision.number}`}>
      <Group gap="xs">
        <Title order={3}>Revision {revision.number}</Title>
        <Badge color={color} tt="none">
          {label}
        </Badge>
        {editPath !== undefined && state !== 'in force' && revision.layers.length > 0 && (
          <Button
            component={Link}
            to={`${editPath}?${state === 'planned' ? 'plan' : 'restore'}=${revision.number}`}
            size="compact-sm"
            variant="default"
            ml="auto"
          >
            {state === 'planned' ? 'Edit this' : 'Restore this'}
          </Button>
        )}
      </Group>
      <Text size="sm" mt={2}>
        Valid from <Moment at={revision.valid_from} zone={zone} shape="date" />
      </Text>
      <Text size="sm" c="dimmed">
        Made {revision.created_by !== undefined && `by ${revision.created_by.name} `}on{' '}
        <Moment at={revision.created_at} shape="date" />
      </Text>
      <List size="sm" mt="xs" spacing={2}>
        {changesOf(revision, previous, zone).map((change) => (
          <List.Item key={change}>{change}</List.Item>
        ))}
      </List>
    </Paper>
  );
}

function changesOf({ layers: [after] }: Revision, previous: Revision | undefined, zone: string): string[] {
  const before = previous?.layers[0];
  if (after === undefined) return [];
  return before === undefined ? layerText(after, zone) : revisionChanges(before, after, zone);
}
