/** The timeline of a schedule: a row for the rotation, one for the overrides, and one for the result. Or a row for each person. */
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Interval } from '../../src/engine/schedule.ts';
import type { Named } from '../people/named.ts';
import { PersonName } from '../people/person.tsx';
import { useReaderZone } from '../session/session.tsx';
import { Axis, Days } from './axis.tsx';
import { showTheSame } from './axis-ticks.ts';
import { BarCard, type Pointed } from './bar-card.tsx';
import { type Bar, rowsOfPeople } from './bars.ts';
import { NowLine } from './now-line.tsx';
import { PlannedMarks } from './planned-marks.tsx';
import { Row, type RowProps } from './row.tsx';
import { percentAt, type Scale } from './scale.ts';
import classes from './timeline.module.css';
import { type AxisView, VIEWS } from './views.ts';

export interface TimelineBars {
  readonly rotation: readonly Bar[];
  readonly overrides: readonly Bar[];
  readonly onCall: readonly Bar[];
  /** The people of the rotation, in its order. */
  readonly people: readonly Named[];
  /** Time off and public holidays. */
  readonly away?: readonly Bar[];
}

/** What the rows show. */
export type Rows = 'layers' | 'people';

interface TimelineProps {
  readonly view: AxisView;
  readonly rows: Rows;
  readonly scale: Scale;
  /** The schedule's zone. */
  readonly zone: string;
  readonly bars: TimelineBars;
  readonly now: number;
  /** When planned changes come into force. */
  readonly plannedAt: readonly number[];
  readonly isForTouch: boolean;
  readonly onOpen: (bar: Bar) => void;
  readonly onDragged: ((interval: Interval) => void) | undefined;
  /** Called when an override, or one of its edges, was moved. */
  readonly onMove: ((bar: Bar, interval: Interval) => void) | undefined;
}

export function Timeline(props: TimelineProps) {
  const { view, rows, scale, zone, bars, now, plannedAt, isForTouch, onOpen, onDragged, onMove } = props;
  const mine = useReaderZone();
  const zones = useMemo(() => ({ mine, schedule: zone }), [mine, zone]);
  const [pointed, setPointed] = useState<Pointed>();
  const onPoint = useCallback<RowProps['onPoint']>(
    (bar, element) => setPointed(bar === undefined || element === undefined ? undefined : { bar, element }),
    [],
  );
  const box = useNowInSight(scale, now);
  const hasTwoZones = !showTheSame(mine, zone, scale);
  const shared = { scale, zone, zones, now, snapMs: VIEWS[view].snapMs, isForTouch, onPoint, onOpen, onDragged };
  return (
    <section ref={box} className={classes.box} aria-label="Timeline" data-scrolls="timeline">
      <div className={classes.canvas}>
        <Days view={view} scale={scale} zone={zone} />
        <div className={classes.head}>
          {hasTwoZones && <Axis view={view} scale={scale} zone={mine} isReaders />}
          <Axis view={view} scale={scale} zone={zone} />
        </div>
        {rows === 'people' ? (
          rowsOfPeople(bars).map(({ person, bars: own }) => (
            <Row
              key={person.id}
              {...shared}
              label={person.name}
              head={<PersonName person={person} size={22} />}
              bars={own}
              empty="Not on call"
            />
          ))
        ) : (
          <>
            <Row {...shared} label="Rotation" bars={bars.rotation} empty="Nobody" />
            <Row {...shared} label="Overrides" bars={bars.overrides} empty="None" onMove={onMove} />
          </>
        )}
        {bars.away !== undefined && bars.away.length > 0 && <Row {...shared} label="Away" bars={bars.away} empty="" />}
        <Row {...shared} label="On call" bars={bars.onCall} empty="" isResult />
        <PlannedMarks at={plannedAt} percentAt={(at) => percentIn(scale, at)} />
        <NowLine scale={scale} />
      </div>
      {pointed !== undefined && <BarCard {...pointed} zones={zones} />}
    </section>
  );
}

/** Where "now" is placed on a narrow screen, as a fraction of the width. */
const NOW_AT = 0.35;

/** Scrolls to now when the scale changes, and never while somebody looks at it. */
function useNowInSight(scale: Scale, now: number): RefObject<HTMLElement | null> {
  const box = useRef<HTMLElement>(null);
  const latest = useRef(now);
  latest.current = now;
  useLayoutEffect(() => {
    if (box.current === null) return;
    const { scrollWidth, clientWidth } = box.current;
    const isShown = latest.current >= scale.start && latest.current < scale.end;
    const nowX = isShown ? (percentAt(scale, latest.current) / 100) * scrollWidth : 0;
    box.current.scrollLeft = nowX - NOW_AT * clientWidth;
  }, [scale]);
  return box;
}

function percentIn(scale: Scale, at: number): number | undefined {
  return at >= scale.start && at < scale.end ? percentAt(scale, at) : undefined;
}
