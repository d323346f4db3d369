import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import { namesOf } from '../../people/person.tsx';
import { msOf, writtenInterval } from '../../time/format.ts';
import { Span } from '../../time/moment.tsx';
import { useNow } from '../../time/now.ts';
import { Confirm } from '../../ui/confirm.tsx';

interface DeleteOverrideProps {
  readonly schedule: Schemas['Schedule'];
  readonly override: Schemas['ScheduleOverride'];
  readonly onDone?: () => void;
}

/** Nothing when it is over: what has passed stays. */
export function DeleteOverride({ schedule, override, onDone }: DeleteOverrideProps) {
  const now = useNow();
  const [isOpen, { open, close }] = useDisclosure();
  const path = { schedule_id: schedule.id, override_id: override.id };
  const deletion = useChange(
    () => unwrap(api.DELETE('/schedules/{schedule_id}/overrides/{override_id}', { params: { path } })),
    {
      onDone: () => {
        notifications.show({ message: 'The override is deleted' });
        close();
        onDone?.();
      },
    },
  );
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
      <Confirm
        isOpen={isOpen}
        title="Delete this override?"
        action="Delete the override"
        isBusy={deletion.isPending}
        error={deletion.error}
        onConfirm={() => deletion.mutate(undefined)}
        onClose={close}
      >
        <Text size="sm">
          {names}, <Span start={override.start} end={override.end} zone={schedule.time_zone} />
        </Text>
        <Text size="sm">
          {msOf(override.start) < now
            ? 'It is running: it ends now, and what has passed stays in the history.'
            : 'Whoever would be on call without it is on call again.'}
        </Text>
      </Confirm>
    </>
  );
}
