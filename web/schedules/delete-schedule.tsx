import { Button, List, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { api, ifMatch, type Schemas, unwrap } from '../api/client.ts';
import { useChange, useGet } from '../api/queries.ts';
import { notifyDone } from '../ui/feedback/notify.ts';
import { ConfirmDeletion } from '../ui/forms/confirm-deletion.tsx';
import { changesMeanwhile } from '../ui/forms/field-change.ts';

interface DeleteScheduleProps {
  readonly schedule: Schemas['Schedule'];
}

export function DeleteSchedule({ schedule }: DeleteScheduleProps) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={open}>
        Delete…
      </Button>
      {isOpen && <Deletion schedule={schedule} onClose={close} />}
    </>
  );
}

function Deletion({ schedule, onClose }: DeleteScheduleProps & { readonly onClose: () => void }) {
  const [, goTo] = useLocation();
  const [opened] = useState(schedule);
  const path = { schedule_id: schedule.id };
  const stored = useGet('/schedules/{schedule_id}', { params: { path } });
  const deletion = useChange(
    (etag: string | undefined) =>
      unwrap(api.DELETE('/schedules/{schedule_id}', { params: { path, ...ifMatch(etag) } })),
    {
      deletedId: schedule.id,
      onDone: () => notifyDone(`${schedule.name} is deleted.`),
      leave: () => goTo('/', { replace: true }),
    },
  );
  const changes = changesMeanwhile(valuesOf(opened), valuesOf(schedule), { labels: LABELS });
  return (
    <ConfirmDeletion
      what="this schedule"
      title={`Delete ${schedule.name}?`}
      action="Delete the schedule"
      {...{ stored, changes, deletion, onClose }}
    >
      <Text size="sm">Nobody will be on call for it. These are deleted with it:</Text>
      <List size="sm">
        <List.Item>the rotation, its history and all overrides</List.Item>
        <List.Item>its place in coverage requests that are still open</List.Item>
        <List.Item>the links to chat channels; its user group is disabled in the chat</List.Item>
      </List>
      <Text size="sm">Teams and people stay. This cannot be undone.</Text>
    </ConfirmDeletion>
  );
}

const LABELS = { name: 'Name', description: 'Description', teams: 'Teams', rotation: 'Rotation' };

function valuesOf({ name, description = '', teams, current_revision }: Schemas['Schedule']) {
  return {
    name,
    description,
    teams: teams.map((team) => team.name).join(', '),
    rotation: `revision ${current_revision}`,
  };
}
