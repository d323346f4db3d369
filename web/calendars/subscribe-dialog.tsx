/** The dialog behind "Subscribe": shows the address of the reader's feed. It is secret, so it is created only on request. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../api/queries.ts';
import { ProblemNote, QueryResult } from '../ui/feedback/problem.tsx';
import { ALL_FEEDS, type FeedSubject, feedOf, findOrMakeFeed } from './feed-address.ts';
import { FeedAddresses } from './feed-addresses.tsx';

interface SubscribeDialogProps {
  readonly to: FeedSubject;
  /** The subject in a sentence: "your shifts", "Primary". */
  readonly what: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function SubscribeDialog({ to, what, isOpen, onClose }: SubscribeDialogProps) {
  const [isNew, setNew] = useState(false);
  const feeds = useQuery({ ...ALL_FEEDS, enabled: isOpen });
  return (
    <Modal opened={isOpen} onClose={onClose} title={`Subscribe to ${what}`} centered size="lg">
      <QueryResult query={feeds} height={180}>
        {(known) => {
          const url = feedOf(known, to)?.url;
          return url === undefined ? (
            <NewFeed to={to} onMade={() => setNew(true)} />
          ) : (
            <FeedAddresses url={url} takesFocus={isNew} />
          );
        }}
      </QueryResult>
    </Modal>
  );
}

interface NewFeedProps extends Pick<SubscribeDialogProps, 'to'> {
  readonly onMade: () => void;
}

function NewFeed({ to, onMade }: NewFeedProps) {
  const client = useQueryClient();
  const make = useChange(() => findOrMakeFeed(client, to), { onDone: onMade });
  return (
    <Stack>
      <Text size="sm">Calendars read the shifts from a secret address: everyone who has it can read them.</Text>
      <ProblemNote error={make.error} />
      <Group>
        <Button loading={make.isPending} onClick={() => make.mutate(undefined)}>
          Create an address
        </Button>
      </Group>
    </Stack>
  );
}
