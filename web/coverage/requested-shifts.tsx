/** The requested shifts of one schedule, with who is on call in them: now, and if the reader took them. */
import { Box, Checkbox, Group, Paper, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core';
import { Link } from 'wouter';
import type { Interval } from '../../src/engine/schedule.ts';
import { ApiProblem, type Schemas } from '../api/client.ts';
import { useAll, useGet } from '../api/queries.ts';
import { PersonName } from '../people/person.tsx';
import { useMe } from '../session/session.tsx';
import { cityOf, duration, instantText, msOf } from '../time/format.ts';
import { Span } from '../time/moment.tsx';
import { useNow } from '../time/now.ts';
import { ProblemNote } from '../ui/feedback/problem.tsx';
import { Icon } from '../ui/icons.tsx';
import classes from './coverage.module.css';
import { type Piece, piecesOf, previewOf } from './preview.ts';
import { type CoverageRequest, extentOf } from './request.ts';
import { isLeftOut, type TakeableShift, toggled } from './takeable.ts';

interface RequestedShiftsProps {
  readonly request: CoverageRequest;
  readonly schedule: Schemas['ScheduleReference'];
  /** The reader's choice. With it, the list shows what taking the shifts would change. */
  readonly choice?: Choice;
}

/** All shifts that can be taken, minus those that the reader unchecked. */
interface Choice {
  readonly leftOut: readonly TakeableShift[];
  readonly onChange: (leftOut: readonly TakeableShift[]) => void;
}

export function RequestedShifts({ request, schedule, choice }: RequestedShiftsProps) {
  const path = { schedule_id: schedule.id };
  const all = choice === undefined ? request.shifts : request.remaining_shifts;
  const asked = all.filter(({ schedule_reference }) => schedule_reference.id === schedule.id);
  if (asked.length === 0) return null;
  return <ShiftsIn request={request} schedule={schedule} asked={asked} path={path} {...(choice && { choice })} />;
}

interface ShiftsInProps extends RequestedShiftsProps {
  readonly asked: CoverageRequest['shifts'];
  readonly path: { readonly schedule_id: string };
}

function ShiftsIn({ request, schedule, asked, path, choice }: ShiftsInProps) {
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
        <Pieces
          request={request}
          scheduleId={schedule.id}
          shifts={shifts.data}
          asked={intervals}
          zone={zone}
          {...(choice && { choice })}
        />
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
  readonly scheduleId: string;
  readonly asked: readonly Interval[];
  readonly choice?: Choice;
  readonly zone: string | undefined;
}

function Pieces({ request: { user }, scheduleId, shifts, asked, choice, zone }: PiecesProps) {
  const [now, me] = [useNow(), useMe()];
  const isPreview = choice !== undefined;
  const pieces = isPreview ? previewOf(shifts, asked, { requester: user, acceptor: me }, now) : piecesOf(shifts, asked);
  return (
    <ul className={classes.pieces} aria-label={isPreview ? 'If you take them' : 'On call'}>
      {pieces.map((piece) => {
        const shift = { scheduleId, start: piece.start, end: piece.end };
        const isChosen = choice === undefined || !isLeftOut(shift, choice.leftOut);
        return (
          <li key={piece.end} className={classes.piece}>
            <Box miw={0}>
              {choice !== undefined && piece.isTaken ? (
                <Checkbox
                  checked={isChosen}
                  onChange={() => choice.onChange(toggled(shift, choice.leftOut))}
                  label={<Times piece={piece} zone={zone} />}
                />
              ) : (
                <Text size="sm" component="div">
                  <Times piece={piece} zone={zone} />
                </Text>
              )}
            </Box>
            <Who piece={piece} isChosen={isChosen} isLeftOut={isPreview && !piece.isTaken} requester={user.name} />
          </li>
        );
      })}
    </ul>
  );
}

function Times({ piece: { start, end }, zone }: { readonly piece: Piece; readonly zone: string | undefined }) {
  return (
    <>
      <Span start={start} end={end} {...(zone !== undefined && { zone })} />{' '}
      <Text span inherit c="dimmed">
        · {duration(end - start)}
      </Text>
    </>
  );
}

interface WhoProps {
  readonly piece: Piece;
  readonly isChosen: boolean;
  readonly isLeftOut: boolean;
  readonly requester: string;
}

function Who({ piece: { before, after, isTaken }, isChosen, isLeftOut, requester }: WhoProps) {
  return (
    <div className={classes.who}>
      {before.map((person) => (
        <PersonName key={person.id} person={person} size={24} />
      ))}
      {isTaken && isChosen && (
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
