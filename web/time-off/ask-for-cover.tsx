/** A button that asks for cover of the reader's shifts during their time off. The reason of the time off is not shared. */
import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { useAll, useChange } from '../api/queries.ts';
import { useMay } from '../session/permissions.ts';
import { instantText, msOf } from '../time/format.ts';
import { notifyDone, notifyFailed } from '../ui/feedback/notify.ts';
import type { TimeOff } from './time-off.ts';

type Shift = TimeOff['colliding_shifts'][number];

export function AskForCover({ timeOff }: { readonly timeOff: TimeOff }) {
  const mayAsk = useMay('cover');
  const { data } = useAll('/user/coverage_requests/', {}, 'coverage_requests');
  const asking = useChange((shifts: readonly Shift[]) => ask(shifts), {
    onDone: () => notifyDone('The others are asked for cover.'),
  });
  if (!mayAsk || data === undefined) return null;
  const pending = data.filter(({ status }) => status === 'pending');
  const requests = new Set(timeOff.colliding_shifts.map((shift) => requestFor(shift, pending)));
  const open = timeOff.colliding_shifts.filter((shift) => requestFor(shift, pending) === undefined);
  const [asked] = [...requests].filter((request) => request !== undefined);
  return (
    <Group gap="sm" mt={4}>
      {open.length > 0 && (
        <Button
          size="compact-sm"
          loading={asking.isPending}
          onClick={() => asking.mutate(open, { onError: ({ message }) => notifyFailed('Nobody was asked', message) })}
        >
          Ask for cover
        </Button>
      )}
      {asked !== undefined && (
        <Text size="sm">
          {open.length === 0 ? 'Cover is asked for' : 'Cover is asked for a part of it'}:{' '}
          <Anchor component={Link} to={`/coverage/${asked.id}`} inherit underline="always">
            the request
          </Anchor>
        </Text>
      )}
    </Group>
  );
}

function requestFor({ schedule_reference, start, end }: Shift, pending: readonly Schemas['CoverageRequest'][]) {
  return pending.find(({ shifts }) =>
    shifts.some(
      (asked) =>
        asked.schedule_reference.id === schedule_reference.id &&
        msOf(asked.start) < msOf(end) &&
        msOf(asked.end) > msOf(start),
    ),
  );
}

function ask(shifts: readonly Shift[]): Promise<unknown> {
  const body = {
    start: instantText(Math.min(...shifts.map(({ start }) => msOf(start)))),
    end: instantText(Math.max(...shifts.map(({ end }) => msOf(end)))),
    schedule_ids: [...new Set(shifts.map(({ schedule_reference }) => schedule_reference.id))],
    reason: 'Time off',
  };
  return unwrap(api.POST('/user/coverage_requests', { body }));
}
