/** The reader's coming shifts by schedule, to pick from. */
import { Badge, Button, Checkbox, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useAll } from '../api/queries.ts';
import { useReaderZone } from '../session/session.tsx';
import { duration, instantText, msOf } from '../time/format.ts';
import { Span } from '../time/moment.tsx';
import { midnightOf } from '../timeline/scale.ts';
import { Empty } from '../ui/feedback/empty.tsx';
import { QueryResult } from '../ui/feedback/problem.tsx';
import classes from './coverage.module.css';
import { adding, type CoverageDraft, type MyShift, myShiftsOf, partIn, removing } from './coverage-draft.ts';
import type { CoverageRequest } from './request.ts';
import { useZones } from './zones.ts';

const DAYS = { few: 30, many: 120 };

/** Shown at first for each schedule: a year of daily shifts would hide the other schedules. */
const SHOWN = 8;

interface ShiftPickerProps {
  readonly draft: CoverageDraft;
  readonly onChange: (draft: CoverageDraft) => void;
  readonly now: number;
}

export function ShiftPicker({ draft, onChange, now }: ShiftPickerProps) {
  const zone = useReaderZone();
  const [isLong, { open }] = useDisclosure();
  const days = isLong ? DAYS.many : DAYS.few;
  const to = instantText(midnightOf(now, zone, days));
  const shifts = useAll('/user/shifts', { params: { query: { to } } }, 'shifts', { keepPrevious: true });
  const asked = useAll('/user/coverage_requests/', {}, 'coverage_requests');
  return (
    <Paper withBorder p="md">
      <Title order={2}>Your coming shifts</Title>
      <Text size="sm" c="dimmed" mb="sm">
        Pick the shifts that you cannot take. A request is one interval: shifts between two that you pick are included.
      </Text>
      <QueryResult query={shifts} height={240}>
        {(found) => (
          <Picks
            shifts={myShiftsOf(found, now)}
            asked={pendingIn(asked.data)}
            draft={draft}
            onChange={onChange}
            days={days}
          />
        )}
      </QueryResult>
      {(!isLong || shifts.isPlaceholderData) && (
        <Button variant="subtle" size="compact-sm" mt="sm" loading={shifts.isPlaceholderData} onClick={open}>
          Show later ones
        </Button>
      )}
    </Paper>
  );
}

interface PicksProps extends Omit<ShiftPickerProps, 'now'> {
  readonly shifts: readonly MyShift[];
  readonly asked: CoverageRequest['shifts'];
  readonly days: number;
}

function Picks({ shifts, asked, draft, onChange, days }: PicksProps) {
  const bySchedule = Map.groupBy(shifts, ({ schedule }) => schedule.id);
  const zoneOf = useZones(bySchedule.keys());
  if (shifts.length === 0) return <Empty title={`You have no shifts in the coming ${days} days`} />;
  return (
    <Stack gap="lg">
      {[...bySchedule].map(([id, group]) => (
        <PickGroup key={id} name={group[0]?.schedule.name ?? ''}>
          {group.map((shift) => (
            <Pick
              key={shift.start}
              shift={shift}
              zone={zoneOf(id)}
              part={partIn(draft, shift)}
              isAsked={asked.some((other) => isSameTime(other, shift))}
              onToggle={(isIn) => onChange(isIn ? removing(draft, shift, shifts) : adding(draft, shift))}
            />
          ))}
        </PickGroup>
      ))}
    </Stack>
  );
}

interface PickGroupProps {
  readonly name: string;
  readonly children: readonly ReactNode[];
}

function PickGroup({ name, children }: PickGroupProps) {
  const [isWhole, { open }] = useDisclosure();
  const rest = isWhole ? 0 : Math.max(0, children.length - SHOWN);
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{name}</legend>
      <Stack gap={10}>{rest === 0 ? children : children.slice(0, SHOWN)}</Stack>
      {rest > 0 && (
        <Button variant="subtle" size="compact-sm" mt={6} onClick={open} aria-label={`Show ${rest} more of ${name}`}>
          Show {rest} more
        </Button>
      )}
    </fieldset>
  );
}

interface PickProps {
  readonly shift: MyShift;
  readonly zone: string | undefined;
  readonly part: ReturnType<typeof partIn>;
  /** Whether another request asks for it already. */
  readonly isAsked: boolean;
  readonly onToggle: (isIn: boolean) => void;
}

function Pick({ shift: { start, end }, zone, part, isAsked, onToggle }: PickProps) {
  return (
    <Checkbox
      className={classes.pick ?? ''}
      checked={part === 'all'}
      indeterminate={part === 'some'}
      disabled={isAsked && part === 'none'}
      onChange={() => onToggle(part === 'all')}
      label={
        <Group gap={8} component="span">
          <span>
            <Span start={start} end={end} {...(zone !== undefined && { zone })} />{' '}
            <Text span size="sm" c="dimmed">
              · {duration(end - start)}
              {part === 'some' && ', a part of it'}
            </Text>
          </span>
          {isAsked && (
            <Badge variant="default" tt="none" fw={500}>
              Asked for
            </Badge>
          )}
        </Group>
      }
    />
  );
}

function pendingIn(requests: readonly CoverageRequest[] = []): CoverageRequest['shifts'] {
  return requests.filter(({ status }) => status === 'pending').flatMap(({ shifts }) => shifts);
}

function isSameTime(asked: CoverageRequest['shifts'][number], { schedule, start, end }: MyShift): boolean {
  return asked.schedule_reference.id === schedule.id && msOf(asked.start) < end && start < msOf(asked.end);
}
