/** The button that subscribes a calendar to shifts. Its dialog is loaded when it is first opened, since few readers open it. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { loaded } from '../ui/frame/loaded.tsx';
import { Icon } from '../ui/icons.tsx';
import type { FeedSubject } from './feed-address.ts';

const SubscribeDialog = loaded(async () => (await import('./subscribe-dialog.tsx')).SubscribeDialog);

interface SubscribeProps {
  readonly to: FeedSubject;
  /** The subject in a sentence: "your shifts", "Primary". */
  readonly what: string;
}

export function Subscribe({ to, what }: SubscribeProps) {
  const [isOpen, setOpen] = useState(false);
  const [isLoaded, setLoaded] = useState(false);
  const open = () => {
    setLoaded(true);
    setOpen(true);
  };
  return (
    <>
      <Button variant="default" leftSection={<Icon name="calendar" size={16} />} onClick={open}>
        Subscribe
      </Button>
      {isLoaded && <SubscribeDialog to={to} what={what} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
