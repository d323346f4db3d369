/** Asks before unsaved input is lost: on links, on going back, and when the window closes or leaves the application. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';

/** A page of the application, or an entry of the window's history. */
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
    // Captured, to run before the link's own handler.
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
            Continue editing
          </Button>
          <Button color="red.8" onClick={leave}>
            Leave
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Undefined in older browsers: there, going back leaves without asking. */
function history(): Navigation | undefined {
  return 'navigation' in globalThis ? globalThis.navigation : undefined;
}

/** The target of a click, if it is another page of the application in this window. */
function otherPageOf(event: MouseEvent): Way | undefined {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  const opensElsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (link === null || opensElsewhere || link.target !== '' || link.origin !== location.origin) return undefined;
  const isSame = link.pathname === location.pathname && link.search === location.search;
  return isSame ? undefined : { to: `${link.pathname}${link.search}` };
}

/** The target of going back or forward, if it is another page of the application and can be prevented. */
function stepOf({ navigationType, cancelable, destination }: NavigateEvent): Way | undefined {
  const isStep = navigationType === 'traverse' && cancelable && destination.sameDocument;
  return isStep ? { historyKey: destination.key } : undefined;
}
