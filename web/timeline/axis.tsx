/** The axis of a timeline: clock times of a zone, and the grid behind the bars. Both are memoized, so dragging over the bars does not redraw them. */
import { memo } from 'react';
import { cityOf } from '../time/format.ts';
import { axisTicks, isWeekend, offsetsIn } from './axis-ticks.ts';
import { percentAt, placeOf, type Scale, ticksOf } from './scale.ts';
import classes from './timeline.module.css';
import type { AxisView } from './views.ts';

interface AxisProps {
  readonly view: AxisView;
  readonly scale: Scale;
  readonly zone: string;
  /** Whether it is the reader's axis, beside that of the schedule. */
  readonly isReaders?: boolean;
}

export const Axis = memo(function Axis({ view, scale, zone, isReaders = false }: AxisProps) {
  const ticks = axisTicks(view, scale, zone);
  const offsets = offsetsIn(scale, zone);
  return (
    <>
      <div className={`${classes.label} ${classes.zone}`}>
        <strong>
          {cityOf(zone)}
          {isReaders && ' (you)'}
        </strong>
        <span>{offsets}</span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div role="group" aria-label={`${cityOf(zone)}, ${offsets}`} className={classes.axis} data-view={view}>
        {ticks.map(({ at, text, isDay }, i) => (
          <span
            key={at}
            className={classes.tick}
            data-day={isDay}
            style={placeOf(scale, at, ticks[i + 1]?.at ?? scale.end)}
          >
            {text}
          </span>
        ))}
      </div>
    </>
  );
});

interface DaysProps {
  readonly view: AxisView;
  readonly scale: Scale;
  readonly zone: string;
}

/** Lines at the start of days or hours in the schedule's zone, and its weekends. They do not catch the pointer. */
export const Days = memo(function Days({ view, scale, zone }: DaysProps) {
  const days = ticksOf(scale, zone, 24);
  return (
    <>
      <div className={classes.weekends} aria-hidden="true">
        {days.map(
          (at, i) => isWeekend(at, zone) && <span key={at} style={placeOf(scale, at, days[i + 1] ?? scale.end)} />,
        )}
      </div>
      <div className={classes.lines} aria-hidden="true">
        {ticksOf(scale, zone, view === 'day' ? 3 : 24).map((at) => (
          <span key={at} style={{ left: `${percentAt(scale, at)}%` }} />
        ))}
      </div>
    </>
  );
});
