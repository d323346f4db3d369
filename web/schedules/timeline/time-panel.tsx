/** The panel for a selected interval: override it, or ask somebody to cover it. */
import { Button, Drawer, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { peopleIn as peopleOnCallIn } from '../../../src/engine/differences.ts';
import type { Interval } from '../../../src/engine/schedule.ts';
import type { Schemas } from '../../api/client.ts';
import { PersonName } from '../../people/person.tsx';
import { useMay } from '../../session/permissions.ts';
import { useMe } from '../../session/session.tsx';
import { duration, instantText, msOf } from '../../time/format.ts';
import { Span } from '../../time/moment.tsx';
import { useNow } from '../../time/now.ts';
import { reasonText } from '../../timeline/bar-text.ts';
import type { Bar } from '../../timeline/bars.ts';
import { engineTimeline, overrideOf, userIdOf } from '../engine-schedule.ts';
import { DeleteOverride } from '../overrides/delete-override.tsx';
import { useOverridesIn } from '../overrides/override-draft.ts';
import { OverrideFacts } from '../overrides/override-facts.tsx';
import { OverrideForm } from '../overrides/override-form.tsx';
import { useRevisions } from './timeline-data.ts';

export interface Picked {
  readonly interval: Interval;
  /** The selected bar, if any. */
  readonly bar?: Bar;
  /** The new interval of the bar's override, after it was dragged. */
  readonly moved?: Interval;
}

interface TimePanelProps {
  readonly schedule: Schemas['Schedule'];
  readonly mayChange: boolean;
  readonly picked: Picked | undefined;
  readonly onClose: () => void;
}

export function TimePanel({ schedule, mayChange, picked, onClose }: TimePanelProps) {
  const now = useNow();
  const isOver = picked?.bar !== undefined && picked.bar.end <= now;
  const mayOverride = mayChange && !isOver;
  return (
    <Drawer
      opened={picked !== undefined}
      onClose={onClose}
      position="right"
      size="md"
      title={<Text fw={650}>{mayOverride ? 'Override' : titleOf(picked?.bar)}</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {picked !== undefined && <Contents {...{ schedule, picked, onClose }} mayChange={mayOverride} isOver={isOver} />}
    </Drawer>
  );
}

function titleOf(bar: Bar | undefined): string {
  if (bar?.kind === 'gap') return 'Gap';
  if (bar?.kind === 'off hours') return 'Off hours';
  if (bar?.kind === 'time off') return 'Time off';
  if (bar?.kind === 'holiday') return bar.title ?? 'Public holiday';
  if (bar?.kind === 'before') return 'Before the schedule was created';
  return bar?.kind === 'override' ? 'Override' : 'Shift';
}

interface ContentsProps extends TimePanelProps {
  readonly picked: Picked;
  readonly isOver: boolean;
}

function Contents({ schedule, mayChange, picked: { interval, bar, moved }, isOver, onClose }: ContentsProps) {
  const mayCover = useMay('cover');
  const isMine = useIsOnCallIn(schedule, interval) && mayCover;
  const existing = bar?.override;
  const [choice, setChoice] = useState(existing === undefined ? 'override' : 'change');
  const shown = mayChange ? choice : 'cover';
  const choices = [
    ...(existing === undefined ? [] : [{ value: 'change', label: 'Change it' }]),
    { value: 'override', label: existing === undefined ? 'Override' : 'Another on top' },
    ...(isMine ? [{ value: 'cover', label: 'Ask for cover' }] : []),
  ];
  return (
    <Stack>
      {bar !== undefined && <Details bar={bar} zone={schedule.time_zone} />}
      {existing !== undefined && (
        <div>
          <OverrideFacts override={existing} zone={schedule.time_zone} />
        </div>
      )}
      {isOver && <Text size="sm">It is over: the past cannot be changed.</Text>}
      {existing !== undefined && mayChange && (
        <DeleteOverride schedule={schedule} override={existing} onDone={onClose} />
      )}
      {mayChange && choices.length > 1 && (
        <SegmentedControl aria-label="What to do" fullWidth value={choice} onChange={setChoice} data={choices} />
      )}
      {shown === 'change' && existing !== undefined && (
        <OverrideForm schedule={schedule} interval={moved ?? whole(existing)} existing={existing} onDone={onClose} />
      )}
      {shown === 'override' && <OverrideForm schedule={schedule} interval={interval} onDone={onClose} />}
      {shown === 'cover' && isMine && <AskForCover schedule={schedule} interval={interval} />}
    </Stack>
  );
}

/** The whole override: a bar may show only a part of it. */
function whole({ start, end }: Schemas['ScheduleOverride']): Interval {
  return { start: msOf(start), end: msOf(end) };
}

function Details({ bar, zone }: { readonly bar: Bar; readonly zone: string }) {
  return (
    <Stack gap={4}>
      {bar.users.map((person) => (
        <Text key={person.id} span fw={650}>
          <PersonName person={person} />
        </Text>
      ))}
      <Text size="sm">
        <Span start={bar.start} end={bar.end} zone={zone} />
      </Text>
      <Text size="sm" c="dimmed">
        {duration(bar.end - bar.start)} · {reasonText(bar)}
      </Text>
    </Stack>
  );
}

function AskForCover({ schedule, interval }: { readonly schedule: Schemas['Schedule']; readonly interval: Interval }) {
  const asked = new URLSearchParams({
    tab: 'ask',
    start: instantText(interval.start),
    end: instantText(interval.end),
    schedule: schedule.id,
  });
  return (
    <Stack gap="sm">
      <Text size="sm">You are on call in this time. Ask whether somebody can take it over.</Text>
      <Button component={Link} to={`/coverage?${asked}`}>
        Ask for cover
      </Button>
    </Stack>
  );
}

/** Whether the reader is on call in the remaining part of the interval. */
function useIsOnCallIn({ id, time_zone }: Schemas['Schedule'], interval: Interval): boolean {
  const me = userIdOf(useMe());
  const now = useNow();
  const { data: revisions } = useRevisions(id);
  const { data: overrides } = useOverridesIn(id, interval);
  if (revisions === undefined || overrides === undefined) return false;
  const timeline = engineTimeline(time_zone, revisions, overrides.map(overrideOf));
  const coming = { start: Math.max(now, interval.start), end: interval.end };
  return peopleOnCallIn(timeline, coming, Number.POSITIVE_INFINITY).includes(me);
}
