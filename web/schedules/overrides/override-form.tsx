import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { Interval } from '../../../src/engine/schedule.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import { namesOf } from '../../people/person.tsx';
import { useReaderZone } from '../../session/session.tsx';
import { cityOf, instantText, written } from '../../time/format.ts';
import { MomentInput } from '../../time/moment-input.tsx';
import { useNow } from '../../time/now.ts';
import { ProblemNote } from '../../ui/problem.tsx';
import { type Draft, faultOf, intervalOf, peopleOf } from './override-draft.ts';
import { OverridePeople } from './override-people.tsx';
import { OverridePreview } from './override-preview.tsx';

interface OverrideFormProps {
  readonly schedule: Schemas['Schedule'];
  readonly interval: Interval;
  readonly onDone: () => void;
}

export function OverrideForm({ schedule, interval, onDone }: OverrideFormProps) {
  const now = useNow();
  const [draft, setDraft] = useState<Draft>({ start: interval.start, end: interval.end, people: [undefined] });
  const creation = useChange((made: Draft) => createOverride(schedule, made), {
    onDone: (_, made) => {
      notifications.show({ message: `${namesOf(peopleOf(made))} will be on call in that time` });
      onDone();
    },
  });
  const fault = faultOf(draft, now);
  const isReady = fault === undefined && intervalOf(draft) !== undefined && peopleOf(draft).length > 0;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) creation.mutate(draft);
      }}
    >
      <Stack>
        <Times zone={schedule.time_zone} draft={draft} onChange={setDraft} />
        {fault !== undefined && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {fault}
          </Text>
        )}
        {fault === undefined && draft.start !== undefined && draft.start < now && (
          <Text size="sm" c="dimmed">
            It begins now: what has passed stays as it was.
          </Text>
        )}
        <OverridePeople people={draft.people} onChange={(people) => setDraft({ ...draft, people })} />
        <OverridePreview schedule={schedule} draft={draft} />
        <ProblemNote error={creation.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isReady} loading={creation.isPending}>
            Create override
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface TimesProps {
  readonly zone: string;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

function Times({ zone, draft, onChange }: TimesProps) {
  const mine = useReaderZone();
  const inBoth = (at: number | undefined) => {
    const here = at === undefined ? undefined : written(at, mine, 'moment');
    const isSame = at === undefined || here === written(at, zone, 'moment');
    return isSame ? `In ${cityOf(zone)}` : `In ${cityOf(zone)}; for you ${here}`;
  };
  return (
    <>
      <MomentInput
        label="Start"
        zone={zone}
        value={draft.start}
        description={inBoth(draft.start)}
        onChange={(start) => onChange({ ...draft, start })}
      />
      <MomentInput
        label="End"
        zone={zone}
        value={draft.end}
        description={inBoth(draft.end)}
        onChange={(end) => onChange({ ...draft, end })}
      />
    </>
  );
}

function createOverride({ id }: Schemas['Schedule'], draft: Draft) {
  const { start, end } = intervalOf(draft) ?? { start: 0, end: 0 };
  return unwrap(
    api.POST('/schedules/{schedule_id}/overrides/', {
      params: { path: { schedule_id: id } },
      body: {
        start: instantText(start),
        end: instantText(end),
        user_references: peopleOf(draft).map((person) => ({ type: 'internal_user_id' as const, value: person.id })),
      },
    }),
  );
}
