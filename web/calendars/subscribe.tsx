/** Subscribes a calendar to shifts: a button, and a dialog with the address in the forms that calendars take. */
import { Anchor, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { useChange } from '../api/queries.ts';
import { Copyable } from '../ui/copyable.tsx';
import { Icon } from '../ui/icons.tsx';
import { ProblemNote } from '../ui/problem.tsx';
import { type FeedSubject, findOrMakeFeed, googleAddress, webcalAddress } from './feed-address.ts';

interface SubscribeProps {
  readonly to: FeedSubject;
  /** In a sentence: "your shifts", "Primary". */
  readonly what: string;
}

export function Subscribe({ to, what }: SubscribeProps) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const feed = useChange(() => findOrMakeFeed(client, to));
  const open = () => {
    setOpen(true);
    feed.mutate(undefined);
  };
  return (
    <>
      <Button variant="default" leftSection={<Icon name="calendar" size={16} />} onClick={open}>
        Subscribe
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={`Subscribe to ${what}`} centered size="lg">
        {feed.data?.url !== undefined && <Addresses url={feed.data.url} />}
        {feed.isPending && <Skeleton height={180} aria-label="Loading" />}
        <ProblemNote error={feed.error} onRetry={() => feed.mutate(undefined)} />
      </Modal>
    </>
  );
}

export function Addresses({ url }: { readonly url: string }) {
  return (
    <Stack gap="md">
      <Text size="sm">
        The shifts appear in your calendar, overrides and cover included. They do not mark you as busy.
      </Text>
      <Group gap="xs">
        <Button component="a" href={webcalAddress(url)} leftSection={<Icon name="calendar" size={16} />}>
          Open in your calendar
        </Button>
        <Button component="a" href={googleAddress(url)} target="_blank" rel="noreferrer" variant="default">
          Add to Google Calendar
        </Button>
      </Group>
      <Copyable text={url} what="the address" />
      <Text size="sm" c="dimmed">
        Each calendar decides when to look for changes: Google after 8 to 24 hours, Outlook after about 3, Apple as
        often as you set it.
      </Text>
      <Text size="sm" c="dimmed">
        Everyone who has the address can read these shifts. If it gets out, delete it in the{' '}
        <Anchor component={Link} to="/settings/calendars" inherit underline="always">
          settings
        </Anchor>
        .
      </Text>
    </Stack>
  );
}
