import { Button, Drawer, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Schemas } from '../../api/client.ts';
import { namesOf } from '../../people/person.tsx';
import { msOf, writtenInterval } from '../../time/format.ts';
import { useNow } from '../../time/now.ts';
import { OverrideForm } from './override-form.tsx';

interface EditOverrideProps {
  readonly schedule: Schemas['Schedule'];
  readonly override: Schemas['ScheduleOverride'];
}

/** Renders nothing for a past override: the past cannot be changed. */
export function EditOverride({ schedule, override }: EditOverrideProps) {
  const now = useNow();
  const [isOpen, { open, close }] = useDisclosure();
  if (msOf(override.end) <= now) return null;
  const interval = { start: msOf(override.start), end: msOf(override.end) };
  const when = writtenInterval(override.start, override.end, schedule.time_zone);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        w="fit-content"
        onClick={open}
        aria-label={`Edit the override for ${namesOf(override.users)}, ${when}`}
      >
        Edit…
      </Button>
      <Drawer
        opened={isOpen}
        onClose={close}
        position="right"
        size="md"
        title={<Text fw={650}>Change the override</Text>}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <OverrideForm schedule={schedule} interval={interval} existing={override} onDone={close} />
      </Drawer>
    </>
  );
}
