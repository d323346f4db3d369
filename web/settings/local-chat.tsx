/** The built-in chat workspace: its channels with their messages, and its groups with their members. */
import { Anchor, Badge, Box, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useGet } from '../api/queries.ts';
import { Moment } from '../time/moment.tsx';
import { Empty } from '../ui/feedback/empty.tsx';
import { QueryResult } from '../ui/feedback/problem.tsx';
import { useAddress } from '../ui/lists/address.ts';
import { PageTurner, usePageNumber } from '../ui/lists/pagination.tsx';
import { Block } from './block.tsx';
import { LocalGroups } from './local-groups.tsx';
import classes from './rows.module.css';

const FIRST_CHANNEL = 'C0ONCALL';

export function LocalChat() {
  return (
    <>
      <LocalMessages />
      <LocalGroups />
    </>
  );
}

function LocalMessages() {
  const { params, change } = useAddress();
  const channels = useGet('/chat/local/channels/');
  const here = params.get('channel') ?? FIRST_CHANNEL;
  return (
    <Block title="Messages" about="Newest first. Schedules post where their channels are linked.">
      <QueryResult query={channels} height={36}>
        {({ channels }) => (
          <Box>
            <SegmentedControl
              aria-label="Channel"
              data={channels.map(({ id, name }) => ({ value: id, label: `#${name}` }))}
              value={here}
              onChange={(id) => change({ channel: id === FIRST_CHANNEL ? undefined : id, page: undefined })}
            />
          </Box>
        )}
      </QueryResult>
      <MessagesOf channelId={here} />
    </Block>
  );
}

function MessagesOf({ channelId }: { readonly channelId: string }) {
  const messages = useGet(
    '/chat/local/messages/',
    { params: { query: { channel_id: channelId, order: 'newest', page: usePageNumber() } } },
    { keepPrevious: true },
  );
  return (
    <QueryResult query={messages} height={160}>
      {({ messages, meta }) => (
        <>
          {meta.total === 0 && (
            <Empty title="No messages yet">
              Link this channel on the page of a schedule: its handoffs are then posted here.
            </Empty>
          )}
          <Stack gap={0} component="ul" className={classes.rows ?? ''} aria-label="Messages">
            {messages.map(({ id, text, created_at }) => (
              <li key={id} className={classes.row}>
                <Group gap="xs" mb={4}>
                  <Text size="sm" fw={600}>
                    Watchbill
                  </Text>
                  <Badge variant="default" size="xs" radius="sm">
                    app
                  </Badge>
                  <Text size="xs" c="dimmed">
                    <Moment at={created_at} />
                  </Text>
                </Group>
                <Text size="sm" className={classes.message ?? ''} component="div">
                  <MessageText text={text} />
                </Text>
              </li>
            ))}
          </Stack>
          <PageTurner meta={meta} />
        </>
      )}
    </QueryResult>
  );
}

/** `[Accept] [Choose shifts…]`: the buttons of a message, as text. */
const BUTTONS = /^(\[[^\]]+\] ?)+$/;

/** The last line of a message may be a link to the page it is about, and the line before it the buttons. */
function MessageText({ text }: { readonly text: string }) {
  const lines = text.split('\n');
  const page = URL.parse(lines.at(-1) ?? '');
  const hasPage = page?.pathname.startsWith('/app/') === true;
  if (hasPage) lines.pop();
  const buttons = BUTTONS.test(lines.at(-1) ?? '') ? lines.pop() : undefined;
  return (
    <>
      {lines.join('\n')}
      {buttons !== undefined && (
        <Text size="xs" c="dimmed">
          Buttons in Slack: {buttons.slice(1, -1).split('] [').join(', ')}
        </Text>
      )}
      {hasPage && (
        <Text size="sm">
          <Anchor href={page.pathname} inherit>
            Open the page
          </Anchor>
        </Text>
      )}
    </>
  );
}
