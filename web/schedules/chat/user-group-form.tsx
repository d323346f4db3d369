import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, ifMatch, isOutdated, type Schemas, unwrap } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import { notifyFailed } from '../../ui/feedback/notify.ts';
import { FormBody, type FormBodyProps } from '../../ui/forms/form-body.tsx';
import { useUnsavedInput } from '../../ui/forms/unsaved-input.ts';
import { useEdit } from '../../ui/forms/use-edit.tsx';

type Draft = Readonly<Record<'name' | 'handle', string>>;

export const LABELS = { name: 'Group name', handle: 'Handle' };

export function valuesOf({ name, handle }: Schemas['FollowedUserGroup']): Draft {
  return { name, handle };
}

export function AttachUserGroup({ schedule }: { readonly schedule: Schemas['Schedule'] }) {
  const [draft, setDraft] = useState<Draft>({
    name: `${schedule.name} on call`,
    handle: handleFrom(schedule.name),
  });
  const [isTyped, setTyped] = useState(false);
  const attaching = useChange(() => attach(schedule.id, draft));
  useUnsavedInput(isTyped && !attaching.isPending && !attaching.isSuccess);
  return (
    <UserGroupFields
      draft={draft}
      action="Attach group"
      isBusy={attaching.isPending}
      error={attaching.error}
      onChange={(changes) => {
        setDraft({ ...draft, ...changes });
        setTyped(true);
      }}
      onSave={() => attaching.mutate(undefined)}
    />
  );
}

interface RenameUserGroupProps {
  readonly schedule: Schemas['Schedule'];
  readonly group: Schemas['FollowedUserGroup'];
  readonly etag: string | undefined;
  readonly onClose: () => void;
}

export function RenameUserGroup({ schedule, group: { name, handle }, etag, onClose }: RenameUserGroupProps) {
  const edit = useEdit<Draft>({
    what: 'this group',
    latest: { values: { name, handle }, etag },
    labels: LABELS,
    send: (changes, tag) => putGroup(schedule.id, { name, handle, ...changes }, ifMatch(tag)),
    leave: onClose,
  });
  return (
    <UserGroupFields
      draft={edit.draft}
      isBusy={edit.isBusy}
      error={edit.error}
      note={edit.note}
      onChange={edit.change}
      onSave={edit.save}
      onClose={onClose}
    />
  );
}

/** If somebody else has just attached a group, it is shown instead of this form, with a notification. */
async function attach(scheduleId: string, draft: Draft): Promise<unknown> {
  try {
    return await putGroup(scheduleId, draft, { header: { 'if-none-match': '*' } });
  } catch (error) {
    if (isOutdated(error as Error)) notifyFailed('Your group was not attached', (error as Error).message);
    throw error;
  }
}

interface Condition {
  readonly header?: { readonly 'if-match'?: string; readonly 'if-none-match'?: '*' };
}

async function putGroup(scheduleId: string, { name, handle }: Draft, condition: Condition): Promise<unknown> {
  const params = { path: { schedule_id: scheduleId }, ...condition };
  const body = { name: name.trim(), handle: handle.trim() };
  return unwrap(api.PUT('/schedules/{schedule_id}/chat_user_group/', { params, body }));
}

interface UserGroupFieldsProps extends FormBodyProps {
  readonly draft: Draft;
  readonly onChange: (changes: Partial<Draft>) => void;
}

function UserGroupFields({ draft, onChange, ...form }: UserGroupFieldsProps) {
  return (
    <FormBody {...form}>
      <TextInput
        label={LABELS.name}
        value={draft.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        maxLength={60}
        required
      />
      <TextInput
        label={LABELS.handle}
        description="Lower case letters, digits, -, _ and ."
        leftSection="@"
        value={draft.handle}
        onChange={({ currentTarget }) => onChange({ handle: currentTarget.value })}
        maxLength={60}
        required
      />
    </FormBody>
  );
}

/** `payments-oncall`, for a schedule called Payments. */
function handleFrom(name: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return [...words, 'oncall'].join('-').slice(-60);
}
