import { Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, unwrap } from '../api/client.ts';
import { useChange, useGet } from '../api/queries.ts';
import { type CalendarFeed, nameOfFeed } from '../calendars/feed-address.ts';
import { FeedAddresses } from '../calendars/feed-addresses.tsx';
import { Subscribe } from '../calendars/subscribe.tsx';
import { Moment } from '../time/moment.tsx';
import { Confirm } from '../ui/feedback/confirm.tsx';
import { Empty } from '../ui/feedback/empty.tsx';
import { notifyDone } from '../ui/feedback/notify.ts';
import { QueryResult } from '../ui/feedback/problem.tsx';
import { PageTurner, usePageNumber } from '../ui/lists/pagination.tsx';
import { Block } from './block.tsx';
import classes from './rows.module.css';

export function CalendarsSection() {
  const query = { page: usePageNumber() };
  const feeds = useGet('/user/calendar_feeds/', { params: { query } }, { keepPrevious: true });
  const [shown, setShown] = useState<CalendarFeed>();
  const [deleted, setDeleted] = useState<CalendarFeed>();
  return (
    <Block
      title="Calendars"
      about="Secret addresses that your calendars read shifts from. Schedules and teams have a button to subscribe, too."
      actions={<Subscribe to={{ kind: 'mine' }} what="your shifts" />}
    >
      <QueryResult query={feeds} height={120}>
        {({ calendar_feeds, meta }) => (
          <>
            {meta.total === 0 && <Empty title="You have no calendar addresses">Subscribe to see your shifts.</Empty>}
            {calendar_feeds.length > 0 && (
              <Stack gap={0} component="ul" className={classes.rows ?? ''}>
                {calendar_feeds.map((feed) => (
                  <FeedRow key={feed.id} feed={feed} onShow={() => setShown(feed)} onDelete={() => setDeleted(feed)} />
                ))}
              </Stack>
            )}
            <PageTurner meta={meta} />
          </>
        )}
      </QueryResult>
      {shown?.url !== undefined && (
        <Modal opened onClose={() => setShown(undefined)} title={nameOfFeed(shown)} centered size="lg">
          <FeedAddresses url={shown.url} />
        </Modal>
      )}
      {deleted !== undefined && <DeleteFeed feed={deleted} onClose={() => setDeleted(undefined)} />}
    </Block>
  );
}

const KINDS = { mine: undefined, schedule: 'Schedule', team: 'Team' };

interface FeedRowProps {
  readonly feed: CalendarFeed;
  readonly onShow: () => void;
  readonly onDelete: () => void;
}

function FeedRow({ feed, onShow, onDelete }: FeedRowProps) {
  const [name, kind] = [nameOfFeed(feed), KINDS[feed.kind]];
  return (
    <li className={classes.row}>
      <Group justify="space-between" gap="sm">
        <Stack gap={2} miw={0}>
          <Group gap="xs">
            <Text fw={500} size="sm">
              {name}
            </Text>
            {kind !== undefined && (
              <Badge variant="default" size="sm">
                {kind}
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed" component="div">
            Created <Moment at={feed.created_at} shape="date" />
            {feed.url === undefined && ' · the address works, but can no longer be shown'}
          </Text>
        </Stack>
        <Group gap="xs">
          {feed.url !== undefined && (
            <Button variant="default" size="xs" onClick={onShow} aria-label={`Show the address of ${name}`}>
              Show address
            </Button>
          )}
          <Button variant="default" size="xs" onClick={onDelete} aria-label={`Delete the address of ${name}`}>
            Delete
          </Button>
        </Group>
      </Group>
    </li>
  );
}

function DeleteFeed({ feed, onClose }: { readonly feed: CalendarFeed; readonly onClose: () => void }) {
  const params = { path: { calendar_feed_id: feed.id } };
  const deleting = useChange(() => unwrap(api.DELETE('/user/calendar_feeds/{calendar_feed_id}', { params })), {
    onShown: () => {
      notifyDone('The calendar address is deleted.');
      onClose();
    },
  });
  return (
    <Confirm
      isOpen
      title={`Delete the address of ${nameOfFeed(feed)}?`}
      action="Delete the address"
      isBusy={deleting.isPending}
      error={deleting.error}
      onConfirm={() => deleting.mutate(undefined)}
      onClose={onClose}
    >
      <Text size="sm">Calendars that read it get no shifts from then on.</Text>
    </Confirm>
  );
}
