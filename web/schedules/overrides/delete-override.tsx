import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { Schemas } from '../../api/client.ts';
import { useChange, useGet } from '../../api/queries.ts';
import { namesOf } from '../../people/person.tsx';
import { msOf } from '../../time/format.ts';
import { Span } from '../../time/moment.tsx';
import { useNow } from '../../time/now.ts';
import { intervalWithZone } from '../../time/zone-mark.ts';
import { notifyDone } from '../../ui/feedback/notify.ts';
import { notifyWithUndo } from '../../ui/feedback/undo.tsx';
import { ConfirmDeletion } from '../../ui/forms/confirm-deletion.tsx';
import { canBeRestored, deleteOverride, useUndo } from './override-calls.ts';
import { useOverridesIn } from './override-draft.ts';
import { changesMeanwhile, draftOf } from './override-edit.tsx';

interface DeleteOverrideProps {
  readonly schedule: Schemas['Schedule'];
  readonly override: Schemas['ScheduleOverride'];
  readonly onDone?: () => void;
}

/** Renders nothing for a past override: the past cannot be changed. */
export function DeleteOverride(props: DeleteOverrideProps) {
  const { schedule, override } = props;
  const now = useNow();
  const [isOpen, { open, close }] = useDisclosure();
  if (msOf(override.end) <= now) return null;
  const names = namesOf(override.users);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        w="fit-content"
        onClick={open}
        aria-label={`Delete the override for ${names}, ${intervalWithZone(override.start, override.end, schedule.time_zone)}`}
      >
        Delete…
      </Button>
      {isOpen && <Deletion {...props} now={now} onClose={close} />}
    </>
  );
}

interface DeletionProps extends DeleteOverrideProps {
  readonly now: number;
  readonly onClose: () => void;
}

function Deletion({ schedule, override, now, onDone, onClose }: DeletionProps) {
  const undo = useUndo(schedule.id);
  const [opened] = useState(override);
  const path = { schedule_id: schedule.id, override_id: override.id };
  const stored = useGet('/schedules/{schedule_id}/overrides/{override_id}', { params: { path } });
  const latest = stored.data?.override ?? opened;
  const { data: others } = useOverridesIn(schedule.id, { start: msOf(latest.start), end: msOf(latest.end) });
  const isRestorable = others !== undefined && canBeRestored(latest, others);
  const deletion = useChange((etag: string | undefined) => deleteOverride(schedule.id, override.id, etag), {
    deletedId: override.id,
    onDone: () => {
      if (isRestorable) notifyWithUndo('The override is deleted', undo.deletion(latest));
      else notifyDone('The override is deleted');
    },
    leave: () => {
      onClose();
      onDone?.();
    },
  });
  const changes = changesMeanwhile(draftOf(opened), draftOf(latest), draftOf(opened), schedule.time_zone);
  return (
    <ConfirmDeletion
      what="this override"
      title="Delete this override?"
      action="Delete the override"
      {...{ stored, changes, deletion, onClose }}
    >
      <Text size="sm">
        {namesOf(latest.users)}, <Span start={latest.start} end={latest.end} zone={schedule.time_zone} />
      </Text>
      <Text size="sm">
        {msOf(latest.start) < now
          ? 'It is running: it ends now, and what has passed stays in the history.'
          : 'The people who would be on call without it are on call again.'}
      </Text>
      {others !== undefined && !isRestorable && (
        <Text size="sm">It cannot be undone: another override lies over it, and a new one would lie over that.</Text>
      )}
    </ConfirmDeletion>
  );
}
