/** Asks before what was typed is lost: on a link of the application, and when the window closes or goes elsewhere. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';

export function LeaveGuard({ isOn }: { readonly isOn: boolean }) {
  const [wanted, setWanted] = useState<string>();
  const [, navigate] = useLocation();

  useEffect(() => {
    if (!isOn) return;
    const ask = (event: MouseEvent) => {
      const to = otherPageOf(event);
      if (to === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      setWanted(to);
    };
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    // Before the link itself hears of it.
    document.addEventListener('click', ask, { capture: true });
    addEventListener('beforeunload', warn);
    return () => {
      document.removeEventListener('click', ask, { capture: true });
      removeEventListener('beforeunload', warn);
    };
  }, [isOn]);

  const stay = () => setWanted(undefined);
  return (
    <Modal opened={wanted !== undefined} onClose={stay} title="Leave without saving?" centered>
      <Stack>
        <Text size="sm">What you have typed here is lost then.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={stay}>
            Go on editing
          </Button>
          <Button color="red.8" onClick={() => wanted !== undefined && navigate(`~${wanted}`)}>
            Leave
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Where a click leads, if it is to another page of the application, in this window. */
function otherPageOf(event: MouseEvent): string | undefined {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  const opensElsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (link === null || opensElsewhere || link.target !== '' || link.origin !== location.origin) return undefined;
  return link.pathname === location.pathname ? undefined : `${link.pathname}${link.search}`;
}
