import classes from './planned-marks.module.css';
import { percentAt, type Scale } from './scale.ts';

/** In percent: from there on, the flag would be cut off on its right. */
const FLAG_TURNS_AT = 80;

/** A line where a planned change comes into force. Words about it are on the page above the timeline. */
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
