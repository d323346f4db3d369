/** Who is on call but not in the user group of the chat, and why. Used wherever a group is shown. */
import { Alert, List } from '@mantine/core';
import type { Schemas } from '../../api/client.ts';
import { Icon } from '../../ui/icons.tsx';

export function LeftOutNote({ leftOut }: { readonly leftOut: Schemas['LocalChatGroup']['left_out'] }) {
  return (
    <Alert color="gray" variant="light" title="Left out of the group" role="note" icon={<Icon name="warning" />}>
      <List size="sm">
        {leftOut.map(({ user, reason }) => (
          <List.Item key={user.id}>
            {user.name}: {reason}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** Why a group is empty. */
export function nobodyIn(leftOut: readonly string[]): string {
  return leftOut.length === 0
    ? 'Nobody is on call: only Watchbill itself is in the group.'
    : `Only Watchbill itself is in the group. On call, but left out: ${leftOut.join(', ')}.`;
}
