/** Shows on every page how old its data is, and warns when it is older than it should be. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type Freshness, watchFreshness } from '../api/freshness.ts';
import { useReaderZone } from '../session/session.tsx';
import { Moment } from '../time/moment.tsx';
import { onPageClock, pageTime, useNow } from '../time/now.ts';
import { midnightOf } from '../timeline/scale.ts';
import classes from './freshness.module.css';

/** More than the time between two reads of a page. */
const LATE_MS = 90_000;

/** A hidden page does not read. This is the time it gets to read after it becomes visible. */
const GRACE_MS = 10_000;

function useFreshness(): Freshness {
  const client = useQueryClient();
  const { subscribe, read } = useMemo(() => watchFreshness(client), [client]);
  const { asOf, error } = useSyncExternalStore(subscribe, read);
  return { asOf: asOf === undefined ? undefined : onPageClock(asOf), error };
}

/** The age in the header of the page. */
export function AsOf() {
  const { asOf } = useFreshness();
  if (asOf === undefined) return null;
  return (
    <Text size="xs" c="dimmed" className={classes.asOf ?? ''} title="When the data on this page was read">
      as of <TimeOf at={asOf} />
    </Text>
  );
}

export function LateNote() {
  const client = useQueryClient();
  const { asOf, error } = useFreshness();
  const isLate = useIsLate(asOf);
  const [isTrying, setTrying] = useState(false);
  if (asOf === undefined || (error === undefined && !isLate)) return null;

  async function tryAgain(): Promise<void> {
    setTrying(true);
    await client.refetchQueries({ type: 'active' });
    setTrying(false);
  }

  return (
    <Alert
      color="orange"
      variant="default"
      title="This page is not up to date"
      role="alert"
      className={classes.late ?? ''}
    >
      <Text size="sm">
        {error?.message ?? 'It was not refreshed for a while.'} It shows the state at <TimeOf at={asOf} />: who is on
        call may have changed since.
      </Text>
      <Group mt="xs">
        <Button size="xs" variant="default" loading={isTrying} onClick={() => void tryAgain()}>
          Try again now
        </Button>
      </Group>
    </Alert>
  );
}

function useIsLate(asOf: number | undefined): boolean {
  const now = useNow();
  const visibility = useDocumentVisibility();
  const [visibleSince, setVisibleSince] = useState(now);
  useEffect(() => {
    if (visibility === 'visible') setVisibleSince(pageTime());
  }, [visibility]);
  return asOf !== undefined && now - asOf > LATE_MS && now - visibleSince > GRACE_MS;
}

/** Includes the day if it is not today. */
function TimeOf({ at }: { readonly at: number }) {
  const [zone, now] = [useReaderZone(), useNow()];
  return <Moment at={at} shape={at < midnightOf(now, zone) ? 'moment' : 'time'} />;
}
