/** The chat section of a schedule: its user group, and the channels that get its messages. */
import { SimpleGrid } from '@mantine/core';
import { useGet } from '../../api/queries.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { QueryResult } from '../../ui/feedback/problem.tsx';
import type { SectionProps } from '../section-props.ts';
import { LinkedChannels } from './linked-channels.tsx';
import { UserGroup } from './user-group.tsx';

export function ChatSection(props: SectionProps) {
  const chat = useGet('/chat/');
  return (
    <QueryResult query={chat} height={220}>
      {({ chat: { provider, plan } }) =>
        provider === 'none' ? (
          <Empty title="No chat is connected">
            With a chat, a user group follows who is on call, and channels get handoffs. An operator connects it.
          </Empty>
        ) : (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            <UserGroup {...props} isPaid={plan !== 'free'} />
            <LinkedChannels {...props} />
          </SimpleGrid>
        )
      }
    </QueryResult>
  );
}
