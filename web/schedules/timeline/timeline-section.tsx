/** The timeline of a schedule with its controls. The view is in the address: `?view=month&from=2026-03-01`. */
import { Box, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { Interval } from '../../../src/engine/schedule.ts';
import { HOUR_MS } from '../../../src/time/units.ts';
import { instantAt, wallAt } from '../../../src/time/zones.ts';
import type { Schemas } from '../../api/client.ts';
import type { Named } from '../../people/named.ts';
import { useNow } from '../../time/now.ts';
import { useAway } from '../../time-off/away.ts';
import { type Away, awayBars, withAway } from '../../time-off/away-bars.ts';
import type { Bar } from '../../timeline/bars.ts';
import { Calendar } from '../../timeline/calendar.tsx';
import { type Scale, zoneNamed } from '../../timeline/scale.ts';
import { snapped } from '../../timeline/snapping.ts';
import { type Rows, Timeline, type TimelineBars } from '../../timeline/timeline.tsx';
import { dateNamed, scaleOf, viewNamed } from '../../timeline/views.ts';
import { ProblemNote } from '../../ui/feedback/problem.tsx';
import { useAddress } from '../../ui/lists/address.ts';
import { useOverrideAsked } from '../overrides/override-asked.ts';
import { usePlannedChanges } from '../planned-changes.tsx';
import { type Picked, TimePanel } from './time-panel.tsx';
import { useTimelineBars } from './timeline-data.ts';
import { TimelineToolbar } from './timeline-toolbar.tsx';

interface TimelineSectionProps {
  readonly schedule: Schemas['Schedule'];
  readonly mayChange: boolean;
}

export function TimelineSection({ schedule, mayChange }: TimelineSectionProps) {
  const now = useNow();
  const plannedAt = usePlannedChanges(schedule).map(({ validFrom }) => validFrom);
  const { params } = useAddress();
  const zone = schedule.time_zone;
  const view = viewNamed(params.get('view'));
  const rows: Rows = params.get('rows') === 'people' ? 'people' : 'layers';
  const date = dateNamed(params.get('from'), now, zone);
  const scale = useMemo(() => scaleOf(view, date, zone), [view, date, zone]);
  const { bars, error, refetch } = useTimelineBars(schedule, scale);
  const { away, isKnown } = useAway(usePeople(schedule, bars), scale);
  const shown = useLatest(
    useMemo(
      () => (bars && isKnown ? { view, scale, bars: withAbsences(bars, away) } : undefined),
      [view, scale, bars, away, isKnown],
    ),
  );
  const [picked, setPicked] = useState<Picked>();
  const [isForTouch, setForTouch] = useState(false);
  const onOpen = useCallback((bar: Bar) => setPicked({ interval: bar, bar }), []);
  useOverrideAsked(schedule.id, () => setPicked({ interval: comingHours(now, zone) }));
  const onDragged = useCallback((interval: Interval) => setPicked({ interval }), []);
  const onMove = useCallback((bar: Bar, moved: Interval) => setPicked({ interval: bar, bar, moved }), []);
  return (
    <Stack gap="sm" component="section" aria-label="Who is on call when">
      <TimelineToolbar
        view={view}
        date={date}
        scale={scale}
        zone={zone}
        {...(view !== 'month' && { rows })}
        {...(mayChange && { onOverride: () => setPicked({ interval: hoursIn(scale, now, zone) }) })}
      />
      <ProblemNote error={error} onRetry={refetch} />
      {shown === undefined && error === null && (
        <Skeleton height={236} role="status" aria-busy="true" aria-label="Loading" />
      )}
      {shown !== undefined && error === null && (
        <Box aria-busy={bars === undefined} opacity={bars === undefined ? 0.5 : 1}>
          {shown.view === 'month' ? (
            <Calendar
              scale={shown.scale}
              zone={zone}
              bars={shown.bars.onCall}
              away={shown.bars.away}
              now={now}
              plannedAt={plannedAt}
              onOpen={onOpen}
            />
          ) : (
            <Timeline
              view={shown.view}
              scale={shown.scale}
              bars={shown.bars}
              {...{ rows, zone, now, plannedAt, isForTouch, onOpen }}
              onDragged={mayChange ? onDragged : undefined}
              onMove={mayChange ? onMove : undefined}
            />
          )}
        </Box>
      )}
      {mayChange && view !== 'month' && <TouchSwitch isOn={isForTouch} onChange={setForTouch} />}
      <Text size="sm" c="dimmed">
        Outlined bars are overrides. {mayChange && view !== 'month' && <HowToOverride />}
      </Text>
      <TimePanel schedule={schedule} mayChange={mayChange} picked={picked} onClose={() => setPicked(undefined)} />
    </Stack>
  );
}

function HowToOverride() {
  return (
    <span className="not-on-paper">
      Drag over a row to put somebody else on call, or click a shift. Drag an override or its edges to move it.{' '}
      <Text span inherit visibleFrom="sm">
        With the keyboard, hold Shift and press ← or → (with Alt: its start), ↑ or ↓ (its end), then Enter.
      </Text>
    </span>
  );
}

/** The people of the rotation, who are known at once, and those of overrides. */
function usePeople({ layers }: Schemas['Schedule'], bars: TimelineBars | undefined): readonly Named[] {
  return useMemo(
    () => [...layers.flatMap(({ users }) => users), ...(bars?.onCall ?? []).flatMap(({ users }) => users)],
    [layers, bars],
  );
}

function withAbsences(bars: TimelineBars, away: readonly Away[]): TimelineBars & { readonly away: readonly Bar[] } {
  return {
    ...bars,
    rotation: withAway(bars.rotation, away),
    onCall: withAway(bars.onCall, away),
    away: awayBars(away),
  };
}

/** The last known value, so that the page keeps its height while another interval is loading. */
function useLatest<T>(value: T | undefined): T | undefined {
  const latest = useRef(value);
  if (value !== undefined) latest.current = value;
  return latest.current;
}

/** Rendered only on touch screens. */
function TouchSwitch({ isOn, onChange }: { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void }) {
  const hasTouch = useMediaQuery('(any-pointer: coarse)');
  if (!hasTouch) return null;
  return (
    <Switch
      label="Select time: dragging selects time instead of scrolling"
      checked={isOn}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}

const USUAL_HOURS = 8;
const FIRST_HOUR = 9;

/** The interval that a new override starts with: within the visible time, and not in the past. */
function hoursIn({ start }: Scale, now: number, zone: string): Interval {
  if (start <= now) return comingHours(now, zone);
  const known = zoneNamed(zone);
  return hoursFrom(instantAt(known, wallAt(known, start) + FIRST_HOUR * HOUR_MS, 'first'));
}

function comingHours(now: number, zone: string): Interval {
  return hoursFrom(snapped(now + HOUR_MS / 2, HOUR_MS, zone));
}

function hoursFrom(start: number): Interval {
  return { start, end: start + USUAL_HOURS * HOUR_MS };
}
