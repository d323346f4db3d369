/** Short messages at the edge of the page: what was done, and what failed. In the middle they cover no button of a panel at the right. */
import { Notifications } from '@mantine/notifications';

export function Messages() {
  return <Notifications position="bottom-center" />;
}
