/** Asks before what was typed is lost: on a link of the application, on back, and when the window closes or goes elsewhere. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';

/** An address of the application, or a step in the history of the window. */
type Way = { readonly to: string } | { readonly historyKey: string };

export function LeaveGuard({ isOn }: { readonly isOn: boolean }) {
  const [wanted, setWanted] = useState<Way>();
  const isLeaving = useRef(false);
  const [, navigate] = useLocation();

  useEffect(() => {
    if (!isOn) return;
    const ask = (event: Event, way: Way | undefined) => {
      if (way === undefined || isLeaving.current) return;
      event.preventDefault();
      event.stopPropagation();
      setWanted(way);
    };
    const onClick = (event: MouseEvent) => ask(event, otherPageOf(event));
    const onNavigate = (event: NavigateEvent) => ask(event, stepOf(event));
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    // Before the link itself hears of it.
    document.addEventListener('click', onClick, { capture: true });
    history()?.addEventListener('navigate', onNavigate);
    addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('click', onClick, { capture: true });
      history()?.removeEventListener('navigate', onNavigate);
      removeEventListener('beforeunload', onUnload);
    };
  }, [isOn]);

  function leave(): void {
    if (wanted === undefined) return;
    isLeaving.current = true;
    if ('to' in wanted) navigate(`~${wanted.to}`);
    else history()?.traverseTo(wanted.historyKey);
  }

  const stay = () => setWanted(undefined);
  return (
    <Modal opened={wanted !== undefined} onClose={stay} title="Leave without saving?" centered>
      <Stack>
        <Text size="sm">What you have typed here will be lost.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={stay}>
            Go on editing
          </Button>
          <Button color="red.8" onClick={leave}>
            Leave
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Older browsers have none: there, back leaves without asking. */
function history(): Navigation | undefined {
  return 'navigation' in globalThis ? globalThis.navigation : undefined;
}

/** Where a click leads, if it is to another page of the application, in this window. */
function otherPageOf(event: MouseEvent): Way | undefined {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  const opensElsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (link === null || opensElsewhere || link.target !== '' || link.origin !== location.origin) return undefined;
  const isSame = link.pathname === location.pathname && link.search === location.search;
  return isSame ? undefined : { to: `${link.pathname}${link.search}` };
}

/** Back or forward, if it leads to another page of the application and can be held up. */
function stepOf({ navigationType, cancelable, destination }: NavigateEvent): Way | undefined {
  const isStep = navigationType === 'traverse' && cancelable && destination.sameDocument;
  return isStep ? { historyKey: destination.key } : undefined;
}
