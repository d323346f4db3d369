/** Asking for cover: which of my shifts, and why. What will be in the request is shown before it is sent. */
import { Button, Grid, Paper, SimpleGrid, Stack, Textarea, Title } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { parseInstant } from '../../src/time/iso.ts';
import { MINUTE_MS } from '../../src/time/units.ts';
import { api, unwrap } from '../api/client.ts';
import { useChange } from '../api/queries.ts';
import { useReaderZone } from '../session/session.tsx';
import { instantText } from '../time/format.ts';
import { MomentInput } from '../time/moment-input.tsx';
import { useNow } from '../time/now.ts';
import { LeaveGuard } from '../ui/leave-guard.tsx';
import { ProblemNote } from '../ui/problem.tsx';
import classes from './coverage.module.css';
import { type CoverageDraft, isWhole } from './coverage-draft.ts';
import { DraftSummary } from './draft-summary.tsx';
import { ShiftPicker } from './shift-picker.tsx';

const MAX_REASON_LENGTH = 300;

export function AskForm() {
  const [params] = useSearchParams();
  const [draft, setWish] = useState(() => wishIn(params));
  const [reason, setReason] = useState('');
  const [, navigate] = useLocation();
  // Where the form was opened, so that what is picked does not move under the reader.
  const [openedAt] = useState(useNow());
  const now = Math.floor(openedAt / MINUTE_MS) * MINUTE_MS;
  const ask = useChange(() => unwrap(api.POST('/user/coverage_requests', { body: bodyOf(draft, reason.trim()) })), {
    onDone: ({ coverage_request }) => navigate(`/coverage/${coverage_request.id}`),
  });
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    ask.mutate(undefined);
  };
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 6 }}>
        <ShiftPicker draft={draft} onChange={setWish} now={now} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Paper withBorder p="md" component="form" className={classes.sticky ?? ''} onSubmit={send}>
          <LeaveGuard isOn={reason.trim() !== '' && !ask.isSuccess} />
          <Stack>
            <Title order={2}>Your request</Title>
            <Ends draft={draft} onChange={setWish} />
            <DraftSummary draft={draft} now={now} />
            <Textarea
              label="Reason"
              description="Your colleagues read this"
              value={reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
              maxLength={MAX_REASON_LENGTH}
              autosize
              minRows={2}
              required
            />
            <ProblemNote error={ask.error} />
            <Button type="submit" loading={ask.isPending} disabled={!isWhole(draft) || reason.trim() === ''}>
              Ask for cover
            </Button>
          </Stack>
        </Paper>
      </Grid.Col>
    </Grid>
  );
}

interface EndsProps {
  readonly draft: CoverageDraft;
  readonly onChange: (draft: CoverageDraft) => void;
}

function Ends({ draft, onChange }: EndsProps) {
  const zone = useReaderZone();
  const isBackward = draft.start !== undefined && draft.end !== undefined && draft.end <= draft.start;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <MomentInput label="From" zone={zone} value={draft.start} onChange={(start) => onChange({ ...draft, start })} />
      <MomentInput
        label="To"
        zone={zone}
        value={draft.end}
        onChange={(end) => onChange({ ...draft, end })}
        error={isBackward && 'Must be after the start'}
      />
    </SimpleGrid>
  );
}

/** As a link from a shift fills it in: `?start=…&end=…&schedule=…`. */
function wishIn(params: URLSearchParams): CoverageDraft {
  const schedules = params.getAll('schedule');
  return {
    start: parseInstant(params.get('start') ?? ''),
    end: parseInstant(params.get('end') ?? ''),
    ...(schedules.length > 0 && { scheduleIds: schedules }),
  };
}

function bodyOf(draft: CoverageDraft, reason: string) {
  if (!isWhole(draft)) throw new Error('the form sends nothing without an interval');
  const { start, end, scheduleIds } = draft;
  return {
    start: instantText(start),
    end: instantText(end),
    reason,
    ...(scheduleIds && { schedule_ids: [...scheduleIds] }),
  };
}
