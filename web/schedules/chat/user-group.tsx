/** The user group of the schedule in the chat, and the state of its sync. */
import { Alert, Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { api, ifMatch, type Schemas, unwrap } from '../../api/client.ts';
import { useChange, useGet } from '../../api/queries.ts';
import { Moment } from '../../time/moment.tsx';
import { QueryResult } from '../../ui/feedback/problem.tsx';
import { CannotSaveNote } from '../../ui/forms/cannot-save-note.tsx';
import { ConfirmDeletion } from '../../ui/forms/confirm-deletion.tsx';
import { changesMeanwhile } from '../../ui/forms/field-change.ts';
import { lossText, ObstacleContext, useHasUnsavedInput, useKept, useObstacle } from '../../ui/forms/unsaved-input.ts';
import { isNoSuchThing } from '../../ui/frame/no-such-thing.tsx';
import type { SectionProps } from '../section-props.ts';
import { LeftOutNote, nobodyIn } from './left-out.tsx';
import { AttachUserGroup, LABELS, RenameUserGroup, valuesOf } from './user-group-form.tsx';

interface UserGroupProps extends SectionProps {
  readonly isPaid: boolean;
}

export function UserGroup({ schedule, mayChange, isPaid }: UserGroupProps) {
  const query = useGet('/schedules/{schedule_id}/chat_user_group/', { params: { path: { schedule_id: schedule.id } } });
  const { data, error, isKept } = useKept(query);
  const hasInput = useHasUnsavedInput();
  const hasNone = data === undefined && isNoSuchThing(error);
  // If somebody else attaches a group meanwhile, the form stays with what was typed in it.
  const [isAttaching, setAttaching] = useState(hasNone);
  const isOpen = hasNone || (isAttaching && hasInput);
  if (isOpen !== isAttaching) setAttaching(isOpen);
  const taken = isOpen && !hasNone ? 'Somebody else has attached a group' : undefined;
  const obstacle = useObstacle() ?? (isKept ? lossText(error, 'This group was detached') : taken);
  return (
    <Paper withBorder p="md" component="section" aria-label="User group">
      <Title order={3} mb="sm">
        User group
      </Title>
      <ObstacleContext value={obstacle}>
        {obstacle !== undefined && hasInput && <CannotSaveNote title={obstacle} />}
        {isOpen ? (
          <NoGroup schedule={schedule} mayChange={mayChange && isPaid} isPaid={isPaid} />
        ) : (
          <QueryResult query={query}>
            {({ user_group, etag }) => <Attached {...{ schedule, etag, mayChange }} group={user_group} />}
          </QueryResult>
        )}
      </ObstacleContext>
    </Paper>
  );
}

function NoGroup({ schedule, mayChange, isPaid }: UserGroupProps) {
  return (
    <Stack gap="sm">
      <Text size="sm">
        {isPaid
          ? 'None yet. The members of a user group are the people on call: mention it to reach them.'
          : 'The chat has a free plan. User groups need a paid one.'}
      </Text>
      {mayChange && <AttachUserGroup schedule={schedule} />}
    </Stack>
  );
}

interface AttachedProps extends SectionProps {
  readonly group: Schemas['FollowedUserGroup'];
  readonly etag: string | undefined;
}

function Attached({ schedule, group, etag, mayChange }: AttachedProps) {
  const [isRenaming, setRenaming] = useState(false);
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Text fw={650}>@{group.handle}</Text>
        <Text c="dimmed" size="sm">
          {group.name}
        </Text>
        <SyncBadge sync={group.sync} />
      </Group>
      <Members group={group} />
      <SyncDetails sync={group.sync} />
      {isRenaming && <RenameUserGroup {...{ schedule, group, etag }} onClose={() => setRenaming(false)} />}
      {mayChange && !isRenaming && (
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={() => setRenaming(true)}>
            Rename
          </Button>
          <Detach schedule={schedule} group={group} />
        </Group>
      )}
    </Stack>
  );
}

type Sync = Schemas['FollowedUserGroup']['sync'];

const STATES = {
  in_sync: { label: 'In sync', color: 'teal.9' },
  pending: { label: 'Pending', color: 'gray.7' },
  failing: { label: 'Failing', color: 'red.8' },
} as const;

function SyncBadge({ sync }: { readonly sync: Sync }) {
  const { label, color } = STATES[sync.state];
  return (
    <Badge color={color} tt="none">
      {label}
    </Badge>
  );
}

function Members({ group: { members, sync } }: Pick<AttachedProps, 'group'>) {
  const names = members.map(({ name }) => name).join(', ');
  const nobody = nobodyIn(sync.left_out.map(({ user }) => user.name));
  if (members.length === 0) return <Text size="sm">{nobody}</Text>;
  return (
    <Text size="sm">{sync.state === 'in_sync' ? `In the group: ${names}` : `Should be in the group: ${names}`}</Text>
  );
}

function SyncDetails({ sync }: { readonly sync: Sync }) {
  return (
    <>
      {sync.last_success_at !== undefined && (
        <Text size="sm" c="dimmed">
          Last successful sync: <Moment at={sync.last_success_at} />
        </Text>
      )}
      {sync.last_error !== undefined && (
        <Alert color="red" variant="light" title="The user group could not be synced">
          {sync.last_error}
        </Alert>
      )}
      {sync.left_out.length > 0 && <LeftOutNote leftOut={sync.left_out} />}
    </>
  );
}

type DetachProps = Pick<AttachedProps, 'schedule' | 'group'>;

function Detach({ schedule, group }: DetachProps) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        Detach…
      </Button>
      {isOpen && <Detachment {...{ schedule, group }} onClose={close} />}
    </>
  );
}

function Detachment({ schedule, group, onClose }: DetachProps & { readonly onClose: () => void }) {
  const [opened] = useState(group);
  const path = { schedule_id: schedule.id };
  const stored = useGet('/schedules/{schedule_id}/chat_user_group/', { params: { path } });
  const deletion = useChange(
    (etag: string | undefined) =>
      unwrap(api.DELETE('/schedules/{schedule_id}/chat_user_group/', { params: { path, ...ifMatch(etag) } })),
    { leave: onClose },
  );
  const changes = changesMeanwhile(valuesOf(opened), valuesOf(group), { labels: LABELS });
  return (
    <ConfirmDeletion
      what="this group"
      title={`Detach @${group.handle}?`}
      action="Detach the group"
      actionAnyway="Detach it anyway"
      {...{ stored, changes, deletion, onClose }}
    >
      <Text size="sm">It no longer follows this schedule, and is disabled in the chat.</Text>
    </ConfirmDeletion>
  );
}
