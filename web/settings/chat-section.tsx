import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { useChange, useGet } from '../api/queries.ts';
import { useMay } from '../session/permissions.ts';
import { ProblemNote, QueryResult } from '../ui/feedback/problem.tsx';
import { clearButton } from '../ui/forms/clear-button.ts';
import { SearchSelect } from '../ui/forms/search-select.tsx';
import { Block } from './block.tsx';
import { LocalChat } from './local-chat.tsx';

type Chat = Schemas['Chat'];

const PROVIDERS: Record<Chat['provider'], string> = {
  none: 'No chat is connected',
  local: 'The built-in workspace',
  slack: 'Slack',
};

export function ChatSection() {
  const chat = useGet('/chat/');
  return (
    <QueryResult query={chat} height={200}>
      {(answer) => (
        <Stack gap="lg">
          <Connection chat={answer.chat} />
          {answer.chat.provider === 'local' && <LocalChat />}
        </Stack>
      )}
    </QueryResult>
  );
}

function Connection({ chat }: { readonly chat: Chat }) {
  const isAdmin = useMay('change organization');
  return (
    <Block title="Chat" about={aboutOf(chat)}>
      <Text fw={500}>
        {PROVIDERS[chat.provider]}
        {chat.plan !== undefined && (
          <Text span c="dimmed" fw={400}>
            {' '}
            · {chat.plan === 'paid' ? 'paid plan' : 'free plan, without user groups'}
          </Text>
        )}
      </Text>
      {isAdmin && chat.provider !== 'none' && <ChatTest />}
    </Block>
  );
}

function aboutOf({ provider }: Chat): string {
  if (provider === 'none')
    return 'The operator of the service can connect one: see CHAT_PROVIDER in the documentation.';
  if (provider === 'slack') return 'Handoffs, reminders and user groups go to Slack.';
  return 'Messages for a chat are shown here, so that you can try it without an account anywhere.';
}

function ChatTest() {
  const { data } = useGet('/chat/channels/', { params: { query: { per_page: 100 } } });
  const [channel, setChannel] = useState<string | null>(null);
  const test = useChange(() =>
    unwrap(api.POST('/chat/test', { body: channel === null ? {} : { channel_id: channel } })),
  );
  const usable = (data?.channels ?? []).filter(({ is_private, is_archived }) => !is_private && !is_archived);
  const nameOf = (id: string | null) => usable.find((one) => one.id === id)?.name;
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="sm">
        <SearchSelect
          label="Post a test message to"
          placeholder="Nowhere: only test the connection"
          data={usable.map(({ id, name }) => ({ value: id, label: `#${name}` }))}
          clearable
          clearButtonProps={clearButton('Post it nowhere')}
          value={channel}
          onChange={(picked) => {
            test.reset();
            setChannel(picked);
          }}
          flex="1 1 240px"
          maw={340}
        />
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate(undefined)}>
          Test the chat
        </Button>
      </Group>
      <ProblemNote error={test.error} title="The test failed" />
      {test.data !== undefined && (
        <Alert color="teal" variant="light" title="The chat works" role="status">
          Watchbill is {test.data.chat_test.bot_user_id} there, on a {test.data.chat_test.plan} plan.
          {channel !== null && ` A message was posted to #${nameOf(channel)}.`}
        </Alert>
      )}
    </Stack>
  );
}
