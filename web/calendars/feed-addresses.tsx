/** The addresses of a calendar feed, in the forms that calendars accept. */
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { Copyable } from '../ui/copyable.tsx';
import { Icon } from '../ui/icons.tsx';
import { googleAddress, webcalAddress } from './feed-address.ts';

interface FeedAddressesProps {
  readonly url: string;
  /** In place of the button that created the address. */
  readonly takesFocus?: boolean;
}

export function FeedAddresses({ url, takesFocus = false }: FeedAddressesProps) {
  const first = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (takesFocus) first.current?.focus();
  }, [takesFocus]);
  return (
    <Stack gap="md">
      <Text size="sm">
        The shifts appear in your calendar, overrides and cover included. They do not mark you as busy.
      </Text>
      <Group gap="xs">
        <Button component="a" ref={first} href={webcalAddress(url)} leftSection={<Icon name="calendar" size={16} />}>
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
