/** A warning on the page Now: the reader is on call during their time off. */
import { Alert, Stack, Text } from '@mantine/core';
import { WEEK_MS } from '../../src/time/units.ts';
import { useMe } from '../session/session.tsx';
import { msOf } from '../time/format.ts';
import { useNow } from '../time/now.ts';
import { Icon } from '../ui/icons.tsx';
import { AskForCover } from './ask-for-cover.tsx';
import { type TimeOff, timeOffText, useZoneOf } from './time-off.ts';

/** Later conflicts are shown on the page of the person. */
const AHEAD_MS = 6 * WEEK_MS;

export function AwayWarning({ timeOff }: { readonly timeOff: readonly TimeOff[] }) {
  const me = useMe();
  const zone = useZoneOf(me);
  const now = useNow();
  const colliding = timeOff.filter(
    ({ colliding_shifts, start }) => colliding_shifts.length > 0 && msOf(start) < now + AHEAD_MS,
  );
  if (colliding.length === 0) return null;
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<Icon name="warning" />}
      title="You are on call while you are away"
      role="status"
    >
      <Stack gap="sm">
        {colliding.map((one) => (
          <div key={one.id}>
            <Text size="sm">
              {timeOffText(one.start, one.end, zone)}: {schedulesText(one.colliding_shifts)}
            </Text>
            <AskForCover person={me} shifts={one.colliding_shifts} />
          </div>
        ))}
      </Stack>
    </Alert>
  );
}

function schedulesText(shifts: readonly { readonly schedule_reference: { readonly name: string } }[]): string {
  const names = new Set(shifts.map(({ schedule_reference }) => schedule_reference.name));
  return [...names].join(', ');
}
