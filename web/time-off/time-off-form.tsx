/** The form that creates or changes time off, usually whole days. */
import { Button, Group, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DAY_MS } from '../../src/time/units.ts';
import { api, unwrap } from '../api/client.ts';
import { useChange } from '../api/queries.ts';
import { type Person, useMe } from '../session/session.tsx';
import { cityOf, instantText, msOf, written } from '../time/format.ts';
import { MomentInput } from '../time/moment-input.tsx';
import { useNow } from '../time/now.ts';
import { midnightOf } from '../timeline/scale.ts';
import { notifyDone } from '../ui/feedback/notify.ts';
import { ProblemNote } from '../ui/feedback/problem.tsx';
import { FormDialog } from '../ui/forms/form-dialog.tsx';
import { TextArea } from '../ui/forms/text-area.tsx';
import { dateOf, isWholeDays, startOfDate, type TimeOff, useZoneOf } from './time-off.ts';

interface TimeOffFormProps {
  readonly person: Person;
  /** Absent: new time off. */
  readonly existing?: TimeOff;
  readonly onClose: () => void;
}

interface Draft {
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly isWholeDays: boolean;
  readonly reason: string;
}

export function TimeOffForm({ person, existing, onClose }: TimeOffFormProps) {
  const me = useMe();
  const zone = useZoneOf(person);
  const now = useNow();
  const [draft, setDraft] = useState<Draft>(() => draftOf(existing, zone, now));
  const { start, end } = draft;
  const saving = useChange(
    (body: { start: string; end: string; reason: string | undefined }) => save(person.id, existing, body),
    {
      onDone: () => notifyDone('The time off is saved.'),
      leave: onClose,
    },
  );
  const isWhole = start !== undefined && end !== undefined && start < end;
  return (
    <FormDialog title={existing === undefined ? 'Time off' : 'Change time off'} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isWhole) return;
          const reason = draft.reason.trim();
          saving.mutate({
            start: instantText(start),
            end: instantText(end),
            reason: reason === '' ? undefined : reason,
          });
        }}
      >
        <Stack>
          <Switch
            label="Whole days"
            checked={draft.isWholeDays}
            onChange={({ currentTarget: { checked } }) => setDraft({ ...draft, isWholeDays: checked })}
          />
          <Interval draft={draft} zone={zone} onChange={(changes) => setDraft({ ...draft, ...changes })} />
          {start !== undefined && end !== undefined && end <= start && (
            <Text size="sm" c="red" role="alert">
              It has to end after it starts.
            </Text>
          )}
          <TextArea
            label="Reason"
            description={
              person.id === me.id
                ? 'You may leave it empty. Only you and admins see it.'
                : `You may leave it empty. Only ${person.name} and admins see it.`
            }
            maxLength={300}
            minRows={1}
            value={draft.reason}
            onChange={({ currentTarget: { value } }) => setDraft({ ...draft, reason: value })}
          />
          <ProblemNote error={saving.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isPending} disabled={!isWhole}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </FormDialog>
  );
}

interface IntervalProps {
  readonly draft: Draft;
  readonly zone: string;
  readonly onChange: (changes: Partial<Draft>) => void;
}

function Interval({ draft: { start, end, isWholeDays: isForDays }, zone, onChange }: IntervalProps) {
  if (!isForDays) {
    return (
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <MomentInput label="Start" zone={zone} value={start} onChange={(at) => onChange({ start: at })} />
        <MomentInput label="End" zone={zone} value={end} onChange={(at) => onChange({ end: at })} />
      </SimpleGrid>
    );
  }
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput
        type="date"
        label="First day"
        description={dayIn(start, zone)}
        value={start === undefined ? '' : dateOf(start, zone)}
        onChange={({ currentTarget: { value } }) => onChange({ start: startOfDate(value, zone) })}
      />
      <TextInput
        type="date"
        label="Last day"
        description={dayIn(end === undefined ? undefined : end - 1, zone)}
        value={end === undefined ? '' : dateOf(end - 1, zone)}
        onChange={({ currentTarget: { value } }) => onChange({ end: startOfDate(value, zone, 1) })}
      />
    </SimpleGrid>
  );
}

function draftOf(existing: TimeOff | undefined, zone: string, now: number): Draft {
  if (existing === undefined) {
    const start = midnightOf(now, zone, 1);
    return { start, end: midnightOf(start + DAY_MS / 2, zone, 1), isWholeDays: true, reason: '' };
  }
  const { start, end, reason = '' } = existing;
  return { start: msOf(start), end: msOf(end), isWholeDays: isWholeDays(start, end, zone), reason };
}

async function save(
  userId: string,
  existing: TimeOff | undefined,
  { start, end, reason }: { readonly start: string; readonly end: string; readonly reason: string | undefined },
): Promise<unknown> {
  if (existing === undefined) {
    const body = { start, end, ...(reason !== undefined && { reason }) };
    return unwrap(api.POST('/users/{user_id}/time_off/', { params: { path: { user_id: userId } }, body }));
  }
  const path = { user_id: userId, time_off_id: existing.id };
  // Only what was changed here: the person and an admin may change it at the same time.
  const body = {
    ...(start !== existing.start && { start }),
    ...(end !== existing.end && { end }),
    ...(reason !== existing.reason && { reason: reason ?? null }),
  };
  if (Object.keys(body).length === 0) return undefined;
  return unwrap(api.PATCH('/users/{user_id}/time_off/{time_off_id}', { params: { path }, body }));
}

/** In the reader's format, which the input does not have. */
function dayIn(at: number | undefined, zone: string): string {
  return at === undefined ? `In ${cityOf(zone)}` : `${written(at, zone, 'day')} in ${cityOf(zone)}`;
}
