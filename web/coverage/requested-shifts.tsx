/** The shifts of a request in one schedule, with who is on call in them: now, and if the reader took them. */
import { Box, Group, Paper, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core';
import { Link } from 'wouter';
import type { Interval } from '../../src/engine/schedule.ts';
import { ApiProblem, type Schemas } from '../api/client.ts';
import { useAll, useGet } from '../api/queries.ts';
import { PersonName } from '../people/person.tsx';
import { useMe } from '../session/session.tsx';
import { cityOf, duration, instantText, msOf } from '../time/format.ts';
import { Span } from '../time/moment.tsx';
import { useNow } from '../time/now.ts';
import { Icon } from '../ui/icons.tsx';
import { ProblemNote } from '../ui/problem.tsx';
import classes from './coverage.module.css';
import { type Piece, piecesOf, previewOf } from './preview.ts';
import { type CoverageRequest, extentOf } from './request.ts';

interface RequestedShiftsProps {
  readonly request: CoverageRequest;
  readonly schedule: Schemas['ScheduleReference'];
  /** Whether to show what taking them would change. */
  readonly isPreview: boolean;
}

export function RequestedShifts({ request, schedule, isPreview }: RequestedShiftsProps) {
  const path = { schedule_id: schedule.id };
  const asked = request.shifts.filter(({ schedule_reference }) => schedule_reference.id === schedule.id);
  const { start, end } = extentOf(asked);
  const { data } = useGet('/schedules/{schedule_id}', { params: { path } });
  const query = { from: instantText(start), to: instantText(end), clip_to_interval: true };
  const shifts = useAll('/schedules/{schedule_id}/shifts/', { params: { path, query } }, 'shifts');
  const intervals = asked.map((shift) => ({ start: msOf(shift.start), end: msOf(shift.end) }));
  const zone = data?.schedule.time_zone;
  return (
    <Paper component="section" aria-label={schedule.name} withBorder p="md">
      <Group justify="space-between" gap="xs">
        <Title order={2}>
          <Link to={`/schedules/${schedule.id}`} className={classes.name ?? ''}>
            {schedule.name}
          </Link>
        </Title>
        {zone !== undefined && (
          <Text size="xs" c="dimmed" title={zone}>
            {cityOf(zone)}
          </Text>
        )}
      </Group>
      {shifts.data !== undefined && (
        <Pieces request={request} shifts={shifts.data} asked={intervals} isPreview={isPreview} zone={zone} />
      )}
      {shifts.isPending && <Skeleton height={52 * asked.length} aria-busy="true" aria-label="Loading" />}
      {shifts.error instanceof ApiProblem && shifts.error.status === 404 ? (
        <Text size="sm">This schedule has been deleted.</Text>
      ) : (
        <ProblemNote error={shifts.error} onRetry={() => void shifts.refetch()} />
      )}
    </Paper>
  );
}

interface PiecesProps {
  readonly request: CoverageRequest;
  readonly shifts: readonly Schemas['ScheduleShift'][];
  readonly asked: readonly Interval[];
  readonly isPreview: boolean;
  readonly zone: string | undefined;
}

function Pieces({ request: { user }, shifts, asked, isPreview, zone }: PiecesProps) {
  const [now, me] = [useNow(), useMe()];
  const pieces = isPreview ? previewOf(shifts, asked, { requester: user, acceptor: me }, now) : piecesOf(shifts, asked);
  return (
    <ul className={classes.pieces} aria-label={isPreview ? 'If you take them' : 'On call'}>
      {pieces.map((piece) => (
        <li key={piece.start} className={classes.piece}>
          <Box miw={0}>
            <Text size="sm" component="div">
              <Span start={piece.start} end={piece.end} {...(zone !== undefined && { zone })} />{' '}
              <Text span inherit c="dimmed">
                · {duration(piece.end - piece.start)}
              </Text>
            </Text>
          </Box>
          <Who piece={piece} isLeftOut={isPreview && !piece.isTaken} requester={user.name} />
        </li>
      ))}
    </ul>
  );
}

interface WhoProps {
  readonly piece: Piece;
  readonly isLeftOut: boolean;
  readonly requester: string;
}

function Who({ piece: { before, after, isTaken }, isLeftOut, requester }: WhoProps) {
  return (
    <div className={classes.who}>
      {before.map((person) => (
        <PersonName key={person.id} person={person} size={24} />
      ))}
      {isTaken && (
        <>
          <Icon name="right" size={16} />
          <VisuallyHidden>becomes</VisuallyHidden>
          {after.map((person) => (
            <PersonName key={person.id} person={person} size={24} />
          ))}
        </>
      )}
      {isLeftOut && (
        <Text span inherit c="dimmed">
          No longer {requester}’s: stays as it is
        </Text>
      )}
    </div>
  );
}
