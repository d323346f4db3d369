/** The bar for taking a request, or some of its shifts, or declining it. It stays visible while shifts are chosen. */
import { Alert, Button, Group, Paper, Text } from '@mantine/core';
import { api, unwrap } from '../api/client.ts';
import { useChange } from '../api/queries.ts';
import { useMe } from '../session/session.tsx';
import { duration, instantText } from '../time/format.ts';
import { Span } from '../time/moment.tsx';
import { ProblemNote } from '../ui/feedback/problem.tsx';
import { Icon } from '../ui/icons.tsx';
import classes from './coverage.module.css';
import { refusalInWords } from './refusals.ts';
import type { CoverageRequest } from './request.ts';
import { type TakeableShift, useClashes } from './takeable.ts';

const SHOWN_CLASHES = 3;

interface TakeBarProps {
  readonly request: CoverageRequest;
  readonly takeable: readonly TakeableShift[];
  readonly chosen: readonly TakeableShift[];
  /** Called after each attempt to take shifts, with the error or null. The page shows the error, since this bar may be gone by then. */
  readonly onTried: (refusal: Error | null) => void;
}

export function TakeBar({ request, takeable, chosen, onTried }: TakeBarProps) {
  const me = useMe();
  const params = { path: { coverage_request_id: request.id } };
  const isAll = chosen.length === takeable.length;
  const take = useChange(() =>
    unwrap(
      api.POST('/coverage_requests/{coverage_request_id}/accept', {
        params,
        ...(!isAll && { body: { shifts: chosen.map(shiftOf) } }),
      }),
    ),
  );
  const decline = useChange(() => unwrap(api.POST('/coverage_requests/{coverage_request_id}/decline', { params })));
  const hasDeclined = request.declined_by.some(({ id }) => id === me.id);
  return (
    <Paper withBorder p="md" className={classes.bar ?? ''} component="section" aria-label="Your answer">
      <Clashes request={request} chosen={chosen} />
      <ProblemNote error={refusalInWords(decline.error)} />
      <Group gap="sm">
        <Button
          leftSection={<Icon name="check" />}
          loading={take.isPending}
          disabled={chosen.length === 0}
          onClick={() => void take.mutateAsync(undefined).then(() => onTried(null), onTried)}
        >
          {labelOf(takeable, chosen)}
        </Button>
        {hasDeclined ? (
          <Text size="sm" c="dimmed">
            You said that you can’t.
          </Text>
        ) : (
          <Button variant="default" loading={decline.isPending} onClick={() => decline.mutate(undefined)}>
            I can’t
          </Button>
        )}
        <Text size="sm" c="dimmed" aria-live="polite">
          {amountOf(chosen)}
        </Text>
      </Group>
    </Paper>
  );
}

function Clashes({ request, chosen }: Pick<TakeBarProps, 'request' | 'chosen'>) {
  const clashes = useClashes(request, chosen);
  if (clashes.length === 0) return null;
  const rest = clashes.length - SHOWN_CLASHES;
  return (
    <Alert color="yellow" variant="light" mb="sm" icon={<Icon name="warning" />} role="status">
      You would be on call in two schedules at once:{' '}
      {clashes.slice(0, SHOWN_CLASHES).map(({ schedule, start, end }, i) => (
        <span key={`${schedule} ${start}`}>
          {i > 0 && ', '}
          {schedule} (<Span start={start} end={end} />)
        </span>
      ))}
      {rest > 0 && ` and ${rest} more`}.
    </Alert>
  );
}

function shiftOf({ scheduleId, start, end }: TakeableShift) {
  return { schedule_id: scheduleId, start: instantText(start), end: instantText(end) };
}

function labelOf(takeable: readonly TakeableShift[], chosen: readonly TakeableShift[]): string {
  if (chosen.length === takeable.length) return 'Take these shifts';
  return chosen.length === 1 ? 'Take 1 shift' : `Take ${chosen.length} shifts`;
}

function amountOf(shifts: readonly TakeableShift[]): string {
  const ms = shifts.reduce((sum, { start, end }) => sum + end - start, 0);
  return shifts.length === 0
    ? 'Nothing chosen'
    : `${shifts.length === 1 ? '1 shift' : `${shifts.length} shifts`}, ${duration(ms)}`;
}
