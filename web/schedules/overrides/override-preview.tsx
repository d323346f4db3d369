/** The preview of an override: who is on call before and after, slice by slice. */
import { Box, Group, Paper, Stack, Text } from '@mantine/core';
import { samePeople } from '../../../src/engine/rotation.ts';
import type { Schemas } from '../../api/client.ts';
import type { Named } from '../../people/named.ts';
import { namesOf } from '../../people/person.tsx';
import { Span } from '../../time/moment.tsx';
import { useNow } from '../../time/now.ts';
import { namesFrom } from '../engine-schedule.ts';
import { peopleIn, useRevisions } from '../timeline/timeline-data.ts';
import type { Slice } from './comparison.ts';
import { changesBy, type Draft, eitherOf, faultOf, intervalOf, peopleOf, useOverridesIn } from './override-draft.ts';

interface OverridePreviewProps {
  readonly schedule: Schemas['Schedule'];
  readonly draft: Draft;
  /** The override that is changed. */
  readonly existing?: Schemas['ScheduleOverride'] | undefined;
}

/** For more slices, only their number is shown. */
const SHOWN = 6;

export function OverridePreview({ schedule, draft, existing }: OverridePreviewProps) {
  const now = useNow();
  const interval = intervalOf(draft);
  const { data: revisions } = useRevisions(schedule.id);
  // From the start of the interval, not from now, so that a tick of the clock does not refetch.
  const either = interval && eitherOf(interval, existing, 0);
  const { data: overrides } = useOverridesIn(schedule.id, either);
  const isKnown = interval !== undefined && revisions !== undefined && overrides !== undefined;
  if (!isKnown || faultOf(draft, now) !== undefined) return null;
  const people = peopleOf(draft);
  const zone = schedule.time_zone;
  const slices = changesBy(people, interval, { zone, revisions, overrides }, now, existing);
  const nameOf = namesFrom([...peopleIn(revisions), ...overrides.flatMap(({ users }) => users), ...people]);
  return (
    <Paper withBorder p="sm" component="section" aria-label="What changes">
      <Text size="sm" fw={600} mb={6}>
        {people.length === 0 ? 'On call in this time' : 'What changes'}
      </Text>
      <Stack gap={8}>
        {slices.length === 0 && <Text size="sm">Nobody’s time changes.</Text>}
        {slices.slice(0, SHOWN).map((slice) => (
          <SliceLine key={slice.start} {...{ slice, nameOf, zone }} hasAfter={people.length > 0} />
        ))}
        {slices.length > SHOWN && (
          <Text size="sm" c="dimmed">
            and {slices.length - SHOWN} more such changes
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

interface SliceLineProps {
  readonly slice: Slice;
  readonly nameOf: (id: string) => Named;
  readonly zone: string;
  readonly hasAfter: boolean;
}

function SliceLine({ slice, nameOf, zone, hasAfter }: SliceLineProps) {
  const names = (ids: Slice['before']) => (ids.length === 0 ? 'Nobody' : namesOf(ids.map(nameOf)));
  const isSame = samePeople(slice.before, slice.after);
  return (
    <Box>
      <Group gap={6}>
        <Text size="sm" {...(hasAfter && !isSame && { td: 'line-through', c: 'dimmed' })}>
          {names(slice.before)}
        </Text>
        {hasAfter && (
          <Text size="sm" fw={600}>
            {isSame ? 'stays' : `→ ${names(slice.after)}`}
          </Text>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        <Span start={slice.start} end={slice.end} zone={zone} />
      </Text>
    </Box>
  );
}
