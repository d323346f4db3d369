/** The form of an existing override while others may change it too (rule STO-8): its saved state, and what they changed since it was opened. */
import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../api/client.ts';
import { useGet } from '../../api/queries.ts';
import { namesOf } from '../../people/person.tsx';
import { msOf } from '../../time/format.ts';
import { momentWithZone } from '../../time/zone-mark.ts';
import { CannotSaveNote } from '../../ui/forms/cannot-save-note.tsx';
import { ChangedMeanwhile } from '../../ui/forms/changed-meanwhile.tsx';
import type { FieldChange } from '../../ui/forms/field-change.ts';
import { lossText, useDenial } from '../../ui/forms/unsaved-input.ts';
import { type Draft, peopleOf } from './override-draft.ts';

type Override = Schemas['ScheduleOverride'];

const LABELS = { start: 'Start', end: 'End', people: 'Who is on call', reason: 'Reason' } as const;
const FIELDS = Object.keys(LABELS) as (keyof Draft)[];

export function draftOf({ start, end, users, reason = '' }: Override): Draft {
  return { start: msOf(start), end: msOf(end), people: users, reason };
}

interface Saving {
  readonly isRefused: boolean;
  readonly isBusy: boolean;
  readonly save: (edited: Edited) => void;
  readonly reset: () => void;
}

/** What a save is based on. */
export interface Edited {
  /** The override before the change. */
  readonly before: Override;
  readonly etag: string | undefined;
}

interface OverrideEdit {
  /** Undefined: it is not read yet, or somebody has changed it since the form was opened. */
  readonly edited: Edited | undefined;
  readonly error: Error | null;
  /** Rendered in the form; null if nobody else changed anything. */
  readonly note: ReactNode;
}

interface EditOptions {
  readonly schedule: Schemas['Schedule'];
  readonly existing: Override | undefined;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly saving: Saving;
}

/** For a new override, nothing is read. */
export function useOverrideEdit({ schedule, existing, draft, onChange, saving }: EditOptions): OverrideEdit {
  const path = { schedule_id: schedule.id, override_id: existing?.id ?? '' };
  const query = useGet(
    '/schedules/{schedule_id}/overrides/{override_id}',
    { params: { path } },
    { enabled: existing !== undefined },
  );
  const { data, error } = query;
  const denial = useDenial(query);
  const [opened, setOpened] = useState(existing);
  if (denial !== null) {
    const note = <CannotSaveNote title={lossText(denial, 'This override was deleted')} />;
    return { edited: undefined, error: null, note };
  }
  if (data === undefined || opened === undefined) return { edited: undefined, error, note: null };
  const [before, theirs] = [draftOf(opened), draftOf(data.override)];
  const changes = changesMeanwhile(before, theirs, draft, schedule.time_zone);
  const edited = { before: data.override, etag: data.etag };
  // The own change is read again before the form is closed: nobody else has made it.
  if (changes.length === 0 || (saving.isBusy && !saving.isRefused)) return { edited, error, note: null };

  function takeOver(merged: Draft): void {
    onChange(merged);
    setOpened(data?.override);
    saving.reset();
  }

  const note = (
    <ChangedMeanwhile
      what="this override"
      changes={changes}
      isRefused={saving.isRefused}
      isBusy={saving.isBusy}
      onMerge={() => takeOver(merged(before, theirs, draft))}
      onOverwrite={() => saving.save(edited)}
      onBeginAgain={() => takeOver(theirs)}
    />
  );
  return { edited: undefined, error, note };
}

function keyOf(draft: Draft, field: keyof Draft): string {
  return field === 'people'
    ? peopleOf(draft)
        .map(({ id }) => id)
        .join()
    : `${draft[field]}`;
}

function textOf(draft: Draft, field: keyof Draft, zone: string): string {
  if (field === 'people') return namesOf(peopleOf(draft));
  if (field === 'reason') return draft.reason;
  const at = draft[field];
  return at === undefined ? '' : momentWithZone(at, zone);
}

function isChanged(before: Draft, after: Draft, field: keyof Draft): boolean {
  return keyOf(before, field) !== keyOf(after, field);
}

export function changesMeanwhile(before: Draft, theirs: Draft, mine: Draft, zone: string): FieldChange[] {
  return FIELDS.filter((field) => isChanged(before, theirs, field)).map((field) => ({
    field: LABELS[field],
    theirs: textOf(theirs, field, zone),
    ...(isChanged(before, mine, field) && isChanged(theirs, mine, field) && { mine: textOf(mine, field, zone) }),
  }));
}

/** Their changes, and the own ones; if both changed a field, the own one. */
function merged(before: Draft, theirs: Draft, mine: Draft): Draft {
  const own = FIELDS.filter((field) => isChanged(before, mine, field));
  return { ...theirs, ...Object.fromEntries(own.map((field) => [field, mine[field]])) };
}
