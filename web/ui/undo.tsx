/** Says in passing that something is done, and offers to undo it for a while. */
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { notifyDone, notifyFailed } from './notify.ts';

/** Long enough to read it and to reach the button with the tab key. */
const OFFERED_MS = 20_000;

/** `undo` gives what to say when it is done. */
export function notifyWithUndo(message: string, undo: () => Promise<string>): void {
  const id = crypto.randomUUID();
  async function undoOnce(): Promise<void> {
    notifications.hide(id);
    try {
      notifyDone(await undo());
    } catch (error) {
      notifyFailed('Not undone', error instanceof Error ? error.message : String(error));
    }
  }
  notifications.show({
    id,
    withBorder: true,
    autoClose: OFFERED_MS,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text span inherit>
          {message}
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => void undoOnce()}>
          Undo
        </Button>
      </Group>
    ),
  });
}
