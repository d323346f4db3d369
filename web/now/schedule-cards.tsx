/** All schedules as cards, the reader's own first. */
import { Button, Group, SimpleGrid, Stack, Title } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'wouter';
import type { Named } from '../people/named.ts';
import { useMay } from '../session/permissions.ts';
import { useAway } from '../time-off/away.ts';
import type { Away } from '../time-off/away-bars.ts';
import type { Scale } from '../timeline/scale.ts';
import type { ScheduleTimeline } from '../timeline/schedule-timelines.ts';
import { Empty } from '../ui/feedback/empty.tsx';
import { ProblemNote } from '../ui/feedback/problem.tsx';
import { Filters } from './filters.tsx';
import { ScheduleCard } from './schedule-card.tsx';
import type { Filter, useSchedulesShown } from './schedules-shown.ts';

interface ScheduleCardsProps {
  readonly shown: ReturnType<typeof useSchedulesShown>;
  readonly filter: Filter;
}

export function ScheduleCards({ shown: { own, others, known, more }, filter }: ScheduleCardsProps) {
  const isFiltered = filter.team !== '' || filter.query !== '';
  const people = useMemo(() => [...own, ...others].flatMap(peopleOf), [own, others]);
  const { away } = useAway(people, known);
  const isEmpty = own.length === 0 && others.length === 0 && !more.isThere;
  if (isEmpty && !isFiltered) return <NoSchedules />;
  return (
    <Stack gap="lg">
      <Filters />
      {isEmpty && <Empty title="No schedule matches">Try another name or team.</Empty>}
      <Cards title="Your schedules" timelines={own} known={known} away={away} />
      <Cards title={own.length > 0 ? 'Other schedules' : 'Schedules'} timelines={others} known={known} away={away} />
      <ProblemNote error={more.failed[0]?.error} onRetry={() => more.failed.forEach(({ refetch }) => void refetch())} />
      {(more.isThere || more.isLoading) && (
        <Group justify="center">
          <Button variant="default" loading={more.isLoading} onClick={more.show}>
            Show more
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface CardsProps {
  readonly title: string;
  readonly timelines: readonly ScheduleTimeline[];
  readonly known: Scale;
  readonly away: readonly Away[];
}

function peopleOf({ shifts }: ScheduleTimeline): Named[] {
  return shifts.flatMap(({ users }) => users);
}

function Cards({ title, timelines, known, away }: CardsProps) {
  if (timelines.length === 0) return null;
  return (
    <Stack component="section" aria-label={title} gap="sm">
      <Title order={2}>{title}</Title>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {timelines.map((timeline) => (
          <ScheduleCard key={timeline.schedule_reference.id} timeline={timeline} known={known} away={away} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

function NoSchedules() {
  const mayCreate = useMay('create schedule');
  return (
    <Empty
      title="No schedules yet"
      action={
        mayCreate && (
          <Button component={Link} to="/schedules/new" mt="sm">
            Create the first one
          </Button>
        )
      }
    >
      A schedule says who is on call when.{' '}
      {mayCreate
        ? 'Name it, choose who takes turns, and see their shifts.'
        : 'Ask someone with a member seat to create one.'}
    </Empty>
  );
}
