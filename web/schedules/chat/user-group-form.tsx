import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import { ProblemNote } from '../../ui/feedback/problem.tsx';

interface UserGroupFormProps {
  readonly schedule: Schemas['Schedule'];
  /** The group to rename; absent: a new one. */
  readonly group?: Schemas['FollowedUserGroup'];
  readonly action: string;
  readonly onDone?: () => void;
}

export function UserGroupForm({ schedule, group, action, onDone }: UserGroupFormProps) {
  const [name, setName] = useState(group?.name ?? `${schedule.name} on call`);
  const [handle, setHandle] = useState(group?.handle ?? handleFrom(schedule.name));
  const path = { schedule_id: schedule.id };
  const attaching = useChange(
    () =>
      unwrap(
        api.PUT('/schedules/{schedule_id}/chat_user_group/', {
          params: { path },
          body: { name: name.trim(), handle: handle.trim() },
        }),
      ),
    { onDone: () => onDone?.() },
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        attaching.mutate(undefined);
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Group name"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={60}
          required
        />
        <TextInput
          label="Handle"
          description="Lower case letters, digits, -, _ and ."
          leftSection="@"
          value={handle}
          onChange={({ currentTarget }) => setHandle(currentTarget.value)}
          maxLength={60}
          required
        />
        <ProblemNote error={attaching.error} />
        <Group gap="xs">
          <Button type="submit" loading={attaching.isPending}>
            {action}
          </Button>
          {onDone !== undefined && (
            <Button variant="default" onClick={onDone}>
              Cancel
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** `payments-oncall`, for a schedule called Payments. */
function handleFrom(name: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return [...words, 'oncall'].join('-').slice(-60);
}
