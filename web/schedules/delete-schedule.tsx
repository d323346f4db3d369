import { Button, List, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLocation } from 'wouter';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { useChange } from '../api/queries.ts';
import { Confirm } from '../ui/feedback/confirm.tsx';
import { notifyDone } from '../ui/feedback/notify.ts';

export function DeleteSchedule({ schedule }: { readonly schedule: Schemas['Schedule'] }) {
  const [isOpen, { open, close }] = useDisclosure();
  const [, goTo] = useLocation();
  const path = { schedule_id: schedule.id };
  const deletion = useChange(() => unwrap(api.DELETE('/schedules/{schedule_id}', { params: { path } })), {
    deletedId: schedule.id,
    onDone: () => notifyDone(`${schedule.name} is deleted.`),
    leave: () => goTo('/', { replace: true }),
  });
  return (
    <>
      <Button variant="default" onClick={open}>
        Delete…
      </Button>
      <Confirm
        isOpen={isOpen}
        title={`Delete ${schedule.name}?`}
        action="Delete the schedule"
        isBusy={deletion.isPending}
        error={deletion.error}
        onConfirm={() => deletion.mutate(undefined)}
        onClose={close}
      >
        <Text size="sm">Nobody will be on call for it. These are deleted with it:</Text>
        <List size="sm">
          <List.Item>the rotation, its history and all overrides</List.Item>
          <List.Item>its place in coverage requests that are still open</List.Item>
          <List.Item>the links to chat channels; its user group is disabled in the chat</List.Item>
        </List>
        <Text size="sm">Teams and people stay. This cannot be undone.</Text>
      </Confirm>
    </>
  );
}
