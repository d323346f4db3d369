import classes from './planned-marks.module.css';

/** From this percentage on, a flag on the right of its line would be cut off. */
const FLAG_TURNS_AT = 80;

interface PlannedMarksProps {
  readonly at: readonly number[];
  /** Where an instant is, in percent of the width; undefined if it is not shown. */
  readonly percentAt: (instant: number) => number | undefined;
}

/** A line where a planned change comes into force. Words about it are on the page above the timeline. */
export function PlannedMarks({ at, percentAt }: PlannedMarksProps) {
  const shown = at.flatMap((instant) => percentAt(instant) ?? []);
  if (shown.length === 0) return null;
  return (
    <div className={classes.area} aria-hidden="true">
      {shown.map((percent) => (
        <span key={percent} className={classes.mark} data-planned-mark="" style={{ left: `${percent}%` }}>
          <span className={classes.flag} data-at-end={percent > FLAG_TURNS_AT}>
            Planned change
          </span>
        </span>
      ))}
    </div>
  );
}
