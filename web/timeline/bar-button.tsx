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
  /** Which of its edges can be pulled; both: the whole of it can be moved, too. */
  readonly grips: 'none' | 'end' | 'both';
}

/** Too narrow for a name, for initials, for anything but colour: fewer per cent of the line than this, when the line is as short as it gets. */
const NAME_FROM_PERCENT = 5.5;
const INITIALS_FROM_PERCENT = 2.8;
const EDGES_FROM_PERCENT = 1.2;

/** So wide that its beginning may be out of sight: the name stays in it. Of these there are few, which scrolling needs. */
const NAME_STAYS_FROM_PERCENT = 10;

const END_KEYS = 'Shift+ArrowUp Shift+ArrowDown';
const MOVE_KEYS = `Shift+ArrowLeft Shift+ArrowRight ${END_KEYS} Alt+Shift+ArrowLeft Alt+Shift+ArrowRight`;

/** What happens to it, the row handles for all of its bars: there may be a thousand. */
export const BarButton = memo(function BarButton(props: BarButtonProps) {
  const { bar, scale, label, index, isPast, isInTabOrder, grips } = props;
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
      data-grips={grips}
      aria-label={label}
      {...(grips !== 'none' && { 'aria-keyshortcuts': grips === 'both' ? MOVE_KEYS : END_KEYS })}
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
      {grips === 'both' && bar.start >= scale.start && <span className={classes.edge} data-edge="start" />}
      {grips !== 'none' && bar.end <= scale.end && <span className={classes.edge} data-edge="end" />}
    </button>
  );
});

function shortened(name: string, percent: number): string {
  if (percent >= NAME_FROM_PERCENT) return name;
  return percent >= INITIALS_FROM_PERCENT ? initialsOf(name) : '';
}
