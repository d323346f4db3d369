/** The dialog behind "Subscribe": finds or creates the feed, and shows its address. */
import { Modal, Skeleton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useChange } from '../api/queries.ts';
import { ProblemNote } from '../ui/feedback/problem.tsx';
import { type FeedSubject, findOrMakeFeed } from './feed-address.ts';
import { FeedAddresses } from './feed-addresses.tsx';

interface SubscribeDialogProps {
  readonly to: FeedSubject;
  /** The subject in a sentence: "your shifts", "Primary". */
  readonly what: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function SubscribeDialog({ to, what, isOpen, onClose }: SubscribeDialogProps) {
  const client = useQueryClient();
  const feed = useChange(() => findOrMakeFeed(client, to));
  const find = () => feed.mutate(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each opening
  useEffect(() => {
    if (isOpen) find();
  }, [isOpen]);
  return (
    <Modal opened={isOpen} onClose={onClose} title={`Subscribe to ${what}`} centered size="lg">
      {feed.data?.url !== undefined && <FeedAddresses url={feed.data.url} />}
      {feed.isPending && <Skeleton height={180} aria-label="Loading" />}
      <ProblemNote error={feed.error} onRetry={find} />
    </Modal>
  );
}
