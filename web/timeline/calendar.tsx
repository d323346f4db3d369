/** The timeline of a month as a calendar: a row for each week. */
import { useCallback, useMemo, useRef, useState } from 'react';
import { useReaderZone } from '../session/session.tsx';
import { cityOf, written } from '../time/format.ts';
import { BarButton } from './bar-button.tsx';
import { BarCard, type Pointed } from './bar-card.tsx';
import { type BarListOptions, useBarList } from './bar-list.ts';
import { barText } from './bar-text.ts';
import type { Bar } from './bars.ts';
import classes from './calendar.module.css';
import { percentInWeek, placeInWeek, type WeekEdges, weeksOf } from './calendar-days.ts';
import { lanesOf } from './lanes.ts';
import { PlannedMarks } from './planned-marks.tsx';
import type { Scale } from './scale.ts';

interface CalendarProps {
  /** Whole weeks. */
  readonly scale: Scale;
  /** The schedule's zone: the calendar shows its days. */
  readonly zone: string;
  readonly bars: readonly Bar[];
  /** Time off and public holidays, shown below. */
  readonly away: readonly Bar[];
  readonly now: number;
  /** When planned changes come into force. */
  readonly plannedAt: readonly number[];
  readonly onOpen: (bar: Bar) => void;
}

/** Height for each person in a bar, so that a name is legible. */
const PERSON_PIXELS = 20;
const MIN_DRAG_PIXELS = 26;
const AWAY_PIXELS = 20;

export function Calendar({ scale, zone, bars: onCall, away, now, plannedAt, onOpen }: CalendarProps) {
  const bars = useMemo(() => [...onCall, ...away], [onCall, away]);
  const mine = useReaderZone();
  const zones = useMemo(() => ({ mine, schedule: zone }), [mine, zone]);
  const [pointed, setPointed] = useState<Pointed>();
  const onPoint = useCallback<BarListOptions['onPoint']>(
    (bar, element) => setPointed(bar === undefined || element === undefined ? undefined : { bar, element }),
    [],
  );
  const list = useRef<HTMLDivElement>(null);
  const { inTabOrder, handlers } = useBarList(list, { bars, now, onPoint, onOpen });
  const labelled = useMemo(() => bars.map((bar, index) => ({ bar, index, label: barText(bar, zones) })), [bars, zones]);
  const weeks = weeksOf(scale, zone);
  const month = written((scale.start + scale.end) / 2, zone, 'month');
  const height = Math.max(MIN_DRAG_PIXELS, PERSON_PIXELS * Math.max(1, ...onCall.map(({ users }) => users.length)));
  return (
    <section className={classes.box} aria-label={`Calendar, ${month}, ${cityOf(zone)} time`}>
      <div className={classes.weekdays} aria-hidden="true">
        {(weeks[0] ?? []).slice(0, -1).map((at) => (
          <span key={at}>{written(at, zone, 'weekday')}</span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div ref={list} role="group" aria-label="On call" {...handlers}>
        {weeks.map((edges) => (
          <div key={edges[0]} className={classes.week}>
            <Dates edges={edges} zone={zone} month={month} now={now} />
            <PlannedMarks at={plannedAt} percentAt={(at) => percentInWeek(edges, at)} />
            {linesOf(labelled, onCall.length, edges).map((line, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line has only its index
              <div key={i} className={classes.line} style={{ height: i === 0 ? height : AWAY_PIXELS }}>
                {line.map(({ bar, index, label, place }) => {
                  const isFirst = bar.start >= (edges[0] ?? 0) || edges === weeks[0];
                  return (
                    <BarButton
                      key={`${bar.kind} ${bar.start} ${bar.title} ${bar.users[0]?.id}`}
                      {...place}
                      {...{ bar, index, label }}
                      isPast={bar.end <= now}
                      isInTabOrder={isFirst && index === inTabOrder}
                    />
                  );
                })}
              </div>
            ))}
          </div>
        ))}
      </div>
      {pointed !== undefined && <BarCard {...pointed} zones={zones} />}
    </section>
  );
}

interface Labelled {
  readonly bar: Bar;
  readonly index: number;
  readonly label: string;
}

/** The lines of a week: who is on call, then as many lines as those who are away need. */
function linesOf(labelled: readonly Labelled[], onCallCount: number, edges: WeekEdges) {
  const placed = labelled.flatMap((one) => {
    const place = placeInWeek(edges, one.bar.start, one.bar.end);
    return place === undefined ? [] : [{ ...one, place, start: one.bar.start, end: one.bar.end }];
  });
  const isOnCall = ({ index }: Labelled) => index < onCallCount;
  return [placed.filter(isOnCall), ...lanesOf(placed.filter((one) => !isOnCall(one)))];
}

interface DatesProps {
  readonly edges: WeekEdges;
  readonly zone: string;
  readonly month: string;
  readonly now: number;
}

function Dates({ edges, zone, month, now }: DatesProps) {
  return (
    <div className={classes.dates}>
      {edges.slice(0, -1).map((at, i) => {
        const isToday = at <= now && now < (edges[i + 1] ?? 0);
        const isOutside = written(at, zone, 'month') !== month;
        return (
          <time
            key={at}
            dateTime={new Date(at).toISOString()}
            className={classes.date}
            data-today={isToday}
            data-outside={isOutside}
            {...(isToday && { 'aria-current': 'date' })}
          >
            {written(at, zone, 'dayOfMonth')}
          </time>
        );
      })}
    </div>
  );
}
