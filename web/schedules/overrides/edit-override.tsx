import { Button, Drawer, Text } from '@mantine/core';
import type { Schemas } from '../../api/client.ts';
import { namesOf } from '../../people/person.tsx';
import { msOf } from '../../time/format.ts';
import { useNow } from '../../time/now.ts';
import { intervalWithZone } from '../../time/zone-mark.ts';
import { OverrideForm } from './override-form.tsx';

type Override = Schemas['ScheduleOverride'];

interface EditButtonProps {
  readonly schedule: Schemas['Schedule'];
  readonly override: Override;
  readonly onEdit: (override: Override) => void;
}

/** Renders nothing for a past override: the past cannot be changed. */
export function EditOverrideButton({ schedule, override, onEdit }: EditButtonProps) {
  const now = useNow();
  if (msOf(override.end) <= now) return null;
  const when = intervalWithZone(override.start, override.end, schedule.time_zone);
  return (
    <Button
      variant="default"
      size="xs"
      w="fit-content"
      onClick={() => onEdit(override)}
      aria-label={`Edit the override for ${namesOf(override.users)}, ${when}`}
    >
      Edit…
    </Button>
  );
}

interface EditOverrideProps {
  readonly schedule: Schemas['Schedule'];
  /** Absent: closed. Kept by the list, so that it stays open when somebody else deletes the override. */
  readonly override: Override | undefined;
  readonly onClose: () => void;
}

export function EditOverride({ schedule, override, onClose }: EditOverrideProps) {
  return (
    <Drawer
      opened={override !== undefined}
      onClose={onClose}
      position="right"
      size="md"
      title={<Text fw={650}>Change the override</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {override !== undefined && (
        <OverrideForm
          schedule={schedule}
          interval={{ start: msOf(override.start), end: msOf(override.end) }}
          existing={override}
          onDone={onClose}
        />
      )}
    </Drawer>
  );
}
