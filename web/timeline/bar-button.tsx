import { memo } from 'react';
import { initialsOf } from '../people/person.tsx';
import { usePersonColor } from '../people/person-colors.tsx';
import { Icon } from '../ui/icons.tsx';
import type { Bar } from './bars.ts';
import classes from './timeline.module.css';

interface BarButtonProps {
  readonly bar: Bar;
  /** In per cent of the line. */
  readonly left: string;
  readonly width: string;
  readonly label: string;
  /** Its place in the row, by which the row finds it when something happens to it. */
  readonly index: number;
  readonly isPast: boolean;
  readonly isInTabOrder: boolean;
  /** Which of its edges can be pulled; both: the whole of it can be moved, too. */
  readonly grips?: 'none' | 'end' | 'both';
  readonly isStartShown?: boolean;
  readonly isEndShown?: boolean;
}

/** Fewer per cent of the line than this: too narrow for an edge in another colour. */
const EDGES_FROM_PERCENT = 1.2;

/** So wide that its beginning may be out of sight: the name stays in it. Of these there are few, which scrolling needs. */
const NAME_STAYS_FROM_PERCENT = 10;

const END_KEYS = 'Shift+ArrowUp Shift+ArrowDown';
const MOVE_KEYS = `Shift+ArrowLeft Shift+ArrowRight ${END_KEYS} Alt+Shift+ArrowLeft Alt+Shift+ArrowRight`;

/** What happens to it, the row handles for all of its bars: there may be a thousand. */
export const BarButton = memo(function BarButton(props: BarButtonProps) {
  const { bar, left, width, label, index, isPast, isInTabOrder, grips = 'none', isStartShown, isEndShown } = props;
  const colorOf = usePersonColor();
  const percent = Number.parseFloat(width);
  return (
    <button
      type="button"
      className={classes.bar}
      style={{ left, width }}
      data-bar={index}
      data-kind={bar.kind}
      data-past={isPast}
      data-narrow={percent < EDGES_FROM_PERCENT}
      data-grips={grips}
      aria-label={label}
      {...(grips !== 'none' && { 'aria-keyshortcuts': grips === 'both' ? MOVE_KEYS : END_KEYS })}
      tabIndex={isInTabOrder ? 0 : -1}
    >
      {bar.title !== undefined && <span className={classes.title}>{bar.title}</span>}
      {(bar.title === undefined ? bar.users : []).map(({ id, name }) => (
        <span key={id} className={`person-color ${classes.person}`} style={colorOf(id)}>
          <span className={classes.name} data-stays={percent >= NAME_STAYS_FROM_PERCENT}>
            {name}
          </span>
          <span className={classes.initials}>{initialsOf(name)}</span>
        </span>
      ))}
      {bar.away !== undefined && (
        <span className={classes.away}>
          <Icon name="warning" size={12} />
        </span>
      )}
      {grips === 'both' && isStartShown && <span className={classes.edge} data-edge="start" />}
      {grips !== 'none' && isEndShown && <span className={classes.edge} data-edge="end" />}
    </button>
  );
});
