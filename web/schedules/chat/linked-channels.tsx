/** The channels that get messages about handoffs, gaps and changes. */
import { ActionIcon, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { useAll, useChange } from '../../api/queries.ts';
import { ProblemNote, QueryResult } from '../../ui/feedback/problem.tsx';
import { SearchSelect } from '../../ui/forms/search-select.tsx';
import { Icon } from '../../ui/icons.tsx';
import type { SectionProps } from '../section-props.ts';

export function LinkedChannels({ schedule, mayChange }: SectionProps) {
  const linked = useAll(
    '/schedules/{schedule_id}/chat_channels/',
    { params: { path: { schedule_id: schedule.id } } },
    'channels',
  );
  const unlinking = useChange((channelId: string) =>
    unwrap(
      api.DELETE('/schedules/{schedule_id}/chat_channels/{channel_id}', {
        params: { path: { schedule_id: schedule.id, channel_id: channelId } },
      }),
    ),
  );
  return (
    <Paper withBorder p="md" component="section" aria-label="Channels">
      <Title order={3} mb="sm">
        Channels
      </Title>
      <QueryResult query={linked}>
        {(channels) => (
          <Stack gap="sm">
            {channels.length === 0 && (
              <Text size="sm">None yet. A linked channel gets handoffs, gaps and changes.</Text>
            )}
            {channels.map(({ id, name }) => (
              <Group key={id} justify="space-between" wrap="nowrap">
                <Text truncate dir="auto">
                  #{name}
                </Text>
                {mayChange && (
                  <ActionIcon
                    variant="default"
                    aria-label={`Unlink #${name}`}
                    loading={unlinking.isPending && unlinking.variables === id}
                    onClick={() => unlinking.mutate(id)}
                  >
                    <Icon name="remove" size={16} />
                  </ActionIcon>
                )}
              </Group>
            ))}
            <ProblemNote error={unlinking.error} />
            {mayChange && <LinkChannel scheduleId={schedule.id} linked={new Set(channels.map(({ id }) => id))} />}
          </Stack>
        )}
      </QueryResult>
    </Paper>
  );
}

interface LinkChannelProps {
  readonly scheduleId: string;
  readonly linked: ReadonlySet<string>;
}

function LinkChannel({ scheduleId, linked }: LinkChannelProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const channels = useAll('/chat/channels/', {}, 'channels');
  const linking = useChange(
    (channelId: string) =>
      unwrap(
        api.PUT('/schedules/{schedule_id}/chat_channels/{channel_id}', {
          params: { path: { schedule_id: scheduleId, channel_id: channelId } },
        }),
      ),
    { onDone: () => setChosen(null) },
  );
  const choices = (channels.data ?? [])
    .filter(({ id, is_private, is_archived }) => !is_private && !is_archived && !linked.has(id))
    .map(({ id, name }) => ({ value: id, label: `#${name}` }));
  return (
    <>
      <ProblemNote error={linking.error ?? channels.error} />
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <SearchSelect
          label="Link a public channel"
          placeholder={choices.length === 0 ? 'All are linked' : 'Choose'}
          data={choices}
          value={chosen}
          onChange={setChosen}
          flex={1}
          nothingFoundMessage="No public channel matches"
        />
        <Button
          variant="default"
          disabled={chosen === null}
          loading={linking.isPending}
          onClick={() => chosen !== null && linking.mutate(chosen)}
        >
          Link
        </Button>
      </Group>
    </>
  );
}
