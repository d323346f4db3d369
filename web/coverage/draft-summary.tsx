/** What a coverage request would contain, as computed by the server. */
import { Box, Text } from '@mantine/core';
import type { Schemas } from '../api/client.ts';
import { useAll } from '../api/queries.ts';
import { instantText } from '../time/format.ts';
import { Span } from '../time/moment.tsx';
import { QueryResult } from '../ui/feedback/problem.tsx';
import classes from './coverage.module.css';
import { type CompleteDraft, type CoverageDraft, hasSchedule, isWhole } from './coverage-draft.ts';
import { extentOf } from './request.ts';
import { useZones } from './zones.ts';

interface DraftSummaryProps {
  readonly draft: CoverageDraft;
  readonly now: number;
}

export function DraftSummary({ draft, now }: DraftSummaryProps) {
  return (
    <Box className={classes.summary ?? ''} aria-live="polite">
      {isWhole(draft) && draft.end > now ? (
        <ShiftsInDraft draft={draft} now={now} />
      ) : (
        <Text size="sm" c="dimmed">
          {isWhole(draft) ? 'This time is over.' : 'Pick shifts, or enter a start and an end.'}
        </Text>
      )}
    </Box>
  );
}

function ShiftsInDraft({ draft, now }: { readonly draft: CompleteDraft; readonly now: number }) {
  const query = {
    from: instantText(Math.max(draft.start, now)),
    to: instantText(draft.end),
    clip_to_interval: true,
  };
  const found = useAll('/user/shifts', { params: { query } }, 'shifts', { keepPrevious: true });
  return (
    <QueryResult query={found} height={60}>
      {(shifts) => (
        <HeldShifts shifts={shifts.filter(({ schedule_reference }) => hasSchedule(draft, schedule_reference.id))} />
      )}
    </QueryResult>
  );
}

export function HeldShifts({ shifts }: { readonly shifts: readonly Schemas['CoverageShift'][] }) {
  const { schedules, amount } = extentOf(shifts);
  const zoneOf = useZones(schedules.map(({ id }) => id));
  if (shifts.length === 0) return <Text size="sm">You are not on call in this time: there is nothing to cover.</Text>;
  return (
    <>
      <Text size="sm" fw={600}>
        {amount} in all
      </Text>
      <ul className={classes.list} aria-label="In this request">
        {shifts.map(({ schedule_reference: { id, name }, start, end }) => {
          const zone = zoneOf(id);
          return (
            <li key={`${id} ${start}`}>
              {name}: <Span start={start} end={end} {...(zone !== undefined && { zone })} />
            </li>
          );
        })}
      </ul>
    </>
  );
}
