import classes from './planned-marks.module.css';
import { percentAt, type Scale } from './scale.ts';

/** From this percentage on, a flag on the right of its line would be cut off. */
const FLAG_TURNS_AT = 80;

/** A line where a planned change comes into force. The text above the timeline describes the change. */
export function PlannedMarks({ scale, at }: { readonly scale: Scale; readonly at: readonly number[] }) {
  const shown = at.filter((instant) => instant >= scale.start && instant < scale.end);
  if (shown.length === 0) return null;
  return (
    <div className={classes.area} aria-hidden="true">
      {shown.map((instant) => (
        <span
          key={instant}
          className={classes.mark}
          data-planned-mark=""
          style={{ left: `${percentAt(scale, instant)}%` }}
        >
          <span className={classes.flag} data-at-end={percentAt(scale, instant) > FLAG_TURNS_AT}>
            Planned change
          </span>
        </span>
      ))}
    </div>
  );
}
