/** The form that asks for cover: which of my shifts, and why. It shows what the request will contain before it is sent. */
import { Button, Grid, Paper, SimpleGrid, Stack, Title } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { parseInstant } from '../../src/time/iso.ts';
import { MINUTE_MS } from '../../src/time/units.ts';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { useChange } from '../api/queries.ts';
import { useReaderZone } from '../session/session.tsx';
import { instantText } from '../time/format.ts';
import { MomentInput } from '../time/moment-input.tsx';
import { useNow } from '../time/now.ts';
import { ProblemNote } from '../ui/feedback/problem.tsx';
import { LeaveGuard } from '../ui/forms/leave-guard.tsx';
import { TextArea } from '../ui/forms/text-area.tsx';
import { AskedPeople } from './asked-people.tsx';
import classes from './coverage.module.css';
import { type CoverageDraft, isWhole } from './coverage-draft.ts';
import { DraftSummary } from './draft-summary.tsx';
import { ForOther, SummaryForOther } from './for-other.tsx';
import { ShiftPicker } from './shift-picker.tsx';

const MAX_REASON_LENGTH = 300;

export function AskForm() {
  const [params] = useSearchParams();
  const [draft, setWish] = useState(() => wishIn(params));
  const [reason, setReason] = useState('');
  const [isForOther, setForOther] = useState(false);
  const [person, setPerson] = useState<Schemas['User']>();
  const [asked, setAsked] = useState<readonly string[]>();
  const [, navigate] = useLocation();
  // Fixed when the form opens, so that the shifts do not move while the reader picks them.
  const [openedAt] = useState(useNow());
  const now = Math.floor(openedAt / MINUTE_MS) * MINUTE_MS;
  const body = () => ({ ...bodyOf(draft, reason.trim()), ...(asked !== undefined && { asked_user_ids: [...asked] }) });
  const ask = useChange(() => unwrap(person === undefined ? askForSelf(body()) : askFor(person, body())), {
    leave: ({ coverage_request }) => navigate(`/coverage/${coverage_request.id}`),
  });
  const isComplete =
    isWhole(draft) && reason.trim() !== '' && asked?.length !== 0 && (!isForOther || person !== undefined);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    ask.mutate(undefined);
  };
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 6 }}>
        {isForOther ? (
          <ForOther
            person={person}
            onPick={(picked) => {
              setPerson(picked);
              setAsked(asked && []);
            }}
            onBack={() => {
              setForOther(false);
              setPerson(undefined);
            }}
          />
        ) : (
          <>
            <ShiftPicker draft={draft} onChange={setWish} now={now} />
            <Button
              variant="subtle"
              size="compact-sm"
              mt="sm"
              onClick={() => {
                setForOther(true);
                setWish({ start: draft.start, end: draft.end });
              }}
            >
              Ask for someone else
            </Button>
          </>
        )}
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Paper withBorder p="md" component="form" className={classes.sticky ?? ''} onSubmit={send}>
          <LeaveGuard isOn={reason.trim() !== '' && !ask.isSuccess} />
          <Stack>
            <Title order={2}>{isForOther ? 'The request' : 'Your request'}</Title>
            <Ends draft={draft} onChange={setWish} />
            {isForOther ? (
              <SummaryForOther person={person} draft={draft} now={now} />
            ) : (
              <DraftSummary draft={draft} now={now} />
            )}
            {(!isForOther || person !== undefined) && (
              <AskedPeople draft={draft} person={person} now={now} asked={asked} onChange={setAsked} />
            )}
            <TextArea
              label="Reason"
              description="Your colleagues read this"
              value={reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
              maxLength={MAX_REASON_LENGTH}
              minRows={2}
              required
            />
            <ProblemNote error={ask.error} />
            <Button type="submit" loading={ask.isPending} disabled={!isComplete}>
              Ask for cover
            </Button>
          </Stack>
        </Paper>
      </Grid.Col>
    </Grid>
  );
}

type NewRequest = ReturnType<typeof bodyOf> & { readonly asked_user_ids?: string[] };

function askForSelf(body: NewRequest) {
  return api.POST('/user/coverage_requests', { body });
}

function askFor({ id }: Schemas['User'], body: NewRequest) {
  return api.POST('/coverage_requests', { body: { ...body, user_id: id } });
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

/** The draft that a link from a shift fills in: `?start=…&end=…&schedule=…`. */
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
