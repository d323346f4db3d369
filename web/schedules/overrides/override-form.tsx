/** The form that creates or changes an override. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Interval } from '../../../src/engine/schedule.ts';
import { isOutdated, type Schemas } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import { namesOf } from '../../people/person.tsx';
import { useReaderZone } from '../../session/session.tsx';
import { instantText, msOf, written } from '../../time/format.ts';
import { MomentInput, readBack } from '../../time/moment-input.tsx';
import { useNow } from '../../time/now.ts';
import { withZone } from '../../time/zone-mark.ts';
import { ProblemNote } from '../../ui/feedback/problem.tsx';
import { notifyWithUndo } from '../../ui/feedback/undo.tsx';
import { CannotSaveNote } from '../../ui/forms/cannot-save-note.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { useObstacle, useUnsavedInput } from '../../ui/forms/unsaved-input.ts';
import { AwayInOverride } from './away-in-override.tsx';
import { changeOverride, createOverride, type NewOverride, useUndo } from './override-calls.ts';
import { type Draft, faultOf, intervalOf, MAX_REASON, peopleOf } from './override-draft.ts';
import { draftOf, type Edited, useOverrideEdit } from './override-edit.tsx';
import { OverridePeople } from './override-people.tsx';
import { OverridePreview } from './override-preview.tsx';

interface OverrideFormProps {
  readonly schedule: Schemas['Schedule'];
  readonly interval: Interval;
  /** The override to change; absent: a new one is created. */
  readonly existing?: Schemas['ScheduleOverride'] | undefined;
  readonly onDone: () => void;
}

export function OverrideForm({ schedule, interval, existing, onDone }: OverrideFormProps) {
  const now = useNow();
  const [draft, setDraft] = useState<Draft>({
    ...(existing === undefined ? { people: [undefined], reason: '' } : draftOf(existing)),
    start: interval.start,
    end: interval.end,
  });
  const obstacle = useObstacle();
  // Even before anything is typed: the interval may come from a drag on the timeline.
  useUnsavedInput();
  const saving = useSaving(schedule, onDone);
  const isRefused = isOutdated(saving.error);
  const edit = useOverrideEdit({
    schedule,
    existing,
    draft,
    onChange: setDraft,
    saving: {
      isRefused,
      isBusy: saving.isPending,
      save: (edited) => saving.mutate({ draft, edited }),
      reset: saving.reset,
    },
  });
  const hasBegun = existing !== undefined && msOf(existing.start) < now;
  const fault = faultOf(draft, now);
  const isComplete = fault === undefined && intervalOf(draft) !== undefined && peopleOf(draft).length > 0;
  const isReady = isComplete && obstacle === undefined && (existing === undefined || edit.edited !== undefined);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) saving.mutate({ draft, edited: edit.edited });
      }}
    >
      <Stack>
        {obstacle === undefined ? edit.note : <CannotSaveNote title={obstacle} />}
        <Times zone={schedule.time_zone} draft={draft} onChange={setDraft} />
        {fault !== undefined && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {fault}
          </Text>
        )}
        {fault === undefined && draft.start !== undefined && draft.start < now && (
          <Text size="sm" c="dimmed">
            {hasBegun
              ? 'It has begun: its past does not change, and the change applies from now on.'
              : 'It begins now: what has passed stays as it was.'}
          </Text>
        )}
        <OverridePeople people={draft.people} onChange={(people) => setDraft({ ...draft, people })} />
        <AwayInOverride draft={draft} zone={schedule.time_zone} />
        <TextArea
          label="Reason"
          description="Everyone who can see the schedule can read it"
          minRows={1}
          maxRows={5}
          maxLength={MAX_REASON}
          value={draft.reason}
          onChange={({ currentTarget }) => setDraft({ ...draft, reason: currentTarget.value })}
        />
        <OverridePreview schedule={schedule} draft={draft} existing={existing} />
        <ProblemNote error={edit.note === null ? (saving.error ?? edit.error) : null} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isReady} loading={saving.isPending}>
            {existing === undefined ? 'Create override' : 'Save the change'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface Saved {
  readonly draft: Draft;
  /** Undefined: a new override is created. */
  readonly edited: Edited | undefined;
}

function useSaving({ id }: Schemas['Schedule'], onDone: () => void) {
  const undo = useUndo(id);
  return useChange(
    ({ draft, edited }: Saved) =>
      edited === undefined
        ? createOverride(id, bodyOf(draft))
        : changeOverride(id, edited.before.id, bodyOf(draft), edited.etag),
    {
      onDone: (made, { edited }) => {
        if (edited !== undefined) notifyWithUndo('The override is changed', undo.change(edited.before, made));
        else notifyWithUndo(`${namesOf(made.users)} will be on call in that time`, undo.creation(made));
      },
      leave: onDone,
    },
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
    return isSame ? readBack(at, zone) : `${readBack(at, zone)}; for you ${withZone(here ?? '', mine, at)}`;
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

function bodyOf(draft: Draft): NewOverride {
  const { start, end } = intervalOf(draft) ?? { start: 0, end: 0 };
  return {
    start: instantText(start),
    end: instantText(end),
    user_references: peopleOf(draft).map((person) => ({ type: 'internal_user_id', value: person.id })),
    reason: draft.reason,
  };
}
