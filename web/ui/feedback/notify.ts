import { notifications } from '@mantine/notifications';

/** A short notification that something is done. */
export function notifyDone(message: string): void {
  notifications.show({ message, withBorder: true });
}

/** A notification of an error, if the page has no place for it. */
export function notifyFailed(title: string, message: string): void {
  notifications.show({ title, message, color: 'red.8', withBorder: true, autoClose: false });
}
