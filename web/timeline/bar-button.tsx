import { memo } from 'react';
import { colorOf, initialsOf } from '../people/person.tsx';
import type { Bar } from './bars.ts';
import { placeOf, type Scale } from './scale.ts';
import classes from './timeline.module.css';

interface BarButtonProps {
  readonly bar: Bar;
  readonly scale: Scale;
  readonly label: string;
  /** Its place in the row, by which the row finds it when something happens to it. */
  readonly index: number;
  readonly isPast: boolean;
  readonly isInTabOrder: boolean;
}

/** Too narrow for a name, for initials, for anything but colour: fewer per cent of the line than this, when the line is as short as it gets. */
const NAME_FROM_PERCENT = 5.5;
const INITIALS_FROM_PERCENT = 2.8;
const EDGES_FROM_PERCENT = 1.2;

/** So wide that its beginning may be out of sight: the name stays in it. Of these there are few, which scrolling needs. */
const NAME_STAYS_FROM_PERCENT = 10;

/** What happens to it, the row handles for all of its bars: there may be a thousand. */
export const BarButton = memo(function BarButton({ bar, scale, label, index, isPast, isInTabOrder }: BarButtonProps) {
  const place = placeOf(scale, bar.start, bar.end);
  const percent = Number.parseFloat(place.width);
  return (
    <button
      type="button"
      className={classes.bar}
      style={place}
      data-bar={index}
      data-kind={bar.kind}
      data-past={isPast}
      data-narrow={percent < EDGES_FROM_PERCENT}
      aria-label={label}
      tabIndex={isInTabOrder ? 0 : -1}
    >
      {bar.users.map(({ id, name }) => (
        <span key={id} className={`person-color ${classes.person}`} style={colorOf(id)}>
          {percent < NAME_STAYS_FROM_PERCENT ? (
            shortened(name, percent)
          ) : (
            <span className={classes.staying}>{name}</span>
          )}
        </span>
      ))}
    </button>
  );
});

function shortened(name: string, percent: number): string {
  if (percent >= NAME_FROM_PERCENT) return name;
  return percent >= INITIALS_FROM_PERCENT ? initialsOf(name) : '';
}
