import { useNow } from '../time/now.ts';
import { percentAt, type Scale } from './scale.ts';
import classes from './timeline.module.css';

/** A component of its own, so that nothing else is redrawn as time passes. */
export function NowLine({ scale }: { readonly scale: Scale }) {
  const now = useNow();
  if (now < scale.start || now >= scale.end) return null;
  return (
    <div className={classes.nowArea} aria-hidden="true">
      <span className={classes.now} data-now-line="" style={{ left: `${percentAt(scale, now)}%` }} />
    </div>
  );
}
