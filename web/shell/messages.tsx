/** Short messages at the edge of the page: what was done, and what failed. */
import { Notifications } from '@mantine/notifications';

export function Messages() {
  return <Notifications position="bottom-right" />;
}
