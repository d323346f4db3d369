import { notifications } from '@mantine/notifications';

/** Says in passing that something is done. */
export function notifyDone(message: string): void {
  notifications.show({ message, withBorder: true });
}

/** Says what went wrong, where the page has no place of its own for that. */
export function notifyFailed(title: string, message: string): void {
  notifications.show({ title, message, color: 'red.8', withBorder: true, autoClose: false });
}
