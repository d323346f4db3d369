/**
 * A button that asks for cover of a person's shifts during their time off: the reader's own, or those of another in schedules that the
 * reader may change (rule COV-6). The reason of the time off is not shared.
 */
import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { useAll, useChange } from '../api/queries.ts';
import { PENDING } from '../now/pending-requests.ts';
import type { Named } from '../people/named.ts';
import { useMay, useMayChangeAll } from '../session/permissions.ts';
import { useMe } from '../session/session.tsx';
import { instantText, msOf } from '../time/format.ts';
import { notifyDone, notifyFailed } from '../ui/feedback/notify.ts';

interface Shift {
  readonly start: string | number;
  readonly end: string | number;
  readonly schedule_reference: { readonly id: string };
}

interface AskForCoverProps {
  /** Whose shifts they are. */
  readonly person: Named;
  readonly shifts: readonly Shift[];
}

export function AskForCover({ person, shifts }: AskForCoverProps) {
  const isMine = useMe().id === person.id;
  const schedules = [...new Set(shifts.map(({ schedule_reference }) => schedule_reference.id))];
  const mayAskForOther = useMayChangeAll(isMine ? [] : schedules);
  const mayAsk = useMay('cover') && mayAskForOther;
  const { data } = useAll('/coverage_requests/', PENDING, 'coverage_requests');
  const asking = useChange((open: readonly Shift[]) => ask(open, isMine ? undefined : person.id), {
    onDone: () => notifyDone('The others are asked for cover.'),
  });
  if (!mayAsk || data === undefined) return null;
  const pending = data.filter(({ user }) => user.id === person.id);
  const requests = new Set(shifts.map((shift) => requestFor(shift, pending)));
  const open = shifts.filter((shift) => requestFor(shift, pending) === undefined);
  const [asked] = [...requests].filter((request) => request !== undefined);
  return (
    <Group gap="sm" mt={4}>
      {open.length > 0 && (
        <Button
          size="compact-sm"
          loading={asking.isPending}
          onClick={() => asking.mutate(open, { onError: ({ message }) => notifyFailed('Nobody was asked', message) })}
        >
          {isMine ? 'Ask for cover' : `Ask for cover for ${person.name}`}
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

function ask(shifts: readonly Shift[], userId: string | undefined): Promise<unknown> {
  const body = {
    start: instantText(Math.min(...shifts.map(({ start }) => msOf(start)))),
    end: instantText(Math.max(...shifts.map(({ end }) => msOf(end)))),
    schedule_ids: [...new Set(shifts.map(({ schedule_reference }) => schedule_reference.id))],
    reason: 'Time off',
  };
  return userId === undefined
    ? unwrap(api.POST('/user/coverage_requests', { body }))
    : unwrap(api.POST('/coverage_requests', { body: { ...body, user_id: userId } }));
}
