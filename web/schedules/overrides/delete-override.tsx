import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Schemas } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import { namesOf } from '../../people/person.tsx';
import { msOf, writtenInterval } from '../../time/format.ts';
import { Span } from '../../time/moment.tsx';
import { useNow } from '../../time/now.ts';
import { Confirm } from '../../ui/feedback/confirm.tsx';
import { notifyDone } from '../../ui/feedback/notify.ts';
import { notifyWithUndo } from '../../ui/feedback/undo.tsx';
import { canBeRestored, deleteOverride, useUndo } from './override-calls.ts';
import { useOverridesIn } from './override-draft.ts';

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
        aria-label={`Delete the override for ${names}, ${writtenInterval(override.start, override.end, schedule.time_zone)}`}
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
  const { data: others } = useOverridesIn(schedule.id, { start: msOf(override.start), end: msOf(override.end) });
  const isRestorable = others !== undefined && canBeRestored(override, others);
  const deletion = useChange(() => deleteOverride(schedule.id, override.id), {
    onDone: () => {
      if (isRestorable) notifyWithUndo('The override is deleted', undo.deletion(override));
      else notifyDone('The override is deleted');
    },
    leave: () => {
      onClose();
      onDone?.();
    },
  });
  return (
    <Confirm
      isOpen
      title="Delete this override?"
      action="Delete the override"
      isBusy={deletion.isPending}
      error={deletion.error}
      onConfirm={() => deletion.mutate(undefined)}
      onClose={onClose}
    >
      <Text size="sm">
        {namesOf(override.users)}, <Span start={override.start} end={override.end} zone={schedule.time_zone} />
      </Text>
      <Text size="sm">
        {msOf(override.start) < now
          ? 'It is running: it ends now, and what has passed stays in the history.'
          : 'The people who would be on call without it are on call again.'}
      </Text>
      {others !== undefined && !isRestorable && (
        <Text size="sm">It cannot be undone: another override lies over it, and a new one would lie over that.</Text>
      )}
    </Confirm>
  );
}
