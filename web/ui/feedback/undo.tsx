/** A notification that something is done, with a button to undo it. */
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { notifyDone, notifyFailed } from './notify.ts';

/** Long enough to read it and to reach the button with the tab key. */
const OFFERED_MS = 20_000;

/** `undo` returns the text to show when it is done. */
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
