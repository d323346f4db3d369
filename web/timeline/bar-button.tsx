import { memo } from 'react';
import { initialsOf } from '../people/person.tsx';
import { usePersonColor } from '../people/person-colors.tsx';
import { Icon } from '../ui/icons.tsx';
import type { Bar } from './bars.ts';
import classes from './timeline.module.css';

interface BarButtonProps {
  readonly bar: Bar;
  /** Percentage of the row. */
  readonly left: string;
  readonly width: string;
  readonly label: string;
  /** Index in the row. The row finds the bar of an event by it. */
  readonly index: number;
  readonly isPast: boolean;
  readonly isInTabOrder: boolean;
  /** Which edges can be dragged. `both`: the whole bar can be moved too. */
  readonly grips?: 'none' | 'end' | 'both';
  readonly isStartShown?: boolean;
  readonly isEndShown?: boolean;
}

/** Narrower bars, in percent of the row, get no coloured edge. */
const EDGES_FROM_PERCENT = 1.2;

/** Bars at least this wide, in percent, may start outside the visible part: their name stays visible. Few bars are, so scrolling stays fast. */
const NAME_STAYS_FROM_PERCENT = 10;

const END_KEYS = 'Shift+ArrowUp Shift+ArrowDown';
const MOVE_KEYS = `Shift+ArrowLeft Shift+ArrowRight ${END_KEYS} Alt+Shift+ArrowLeft Alt+Shift+ArrowRight`;

/** The row handles the events of all its bars: there may be a thousand. */
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
      {bar.title !== undefined && (
        <span className={classes.title} dir="auto">
          {bar.title}
        </span>
      )}
      {(bar.title === undefined ? bar.users : []).map(({ id, name }) => (
        <span key={id} className={`person-color ${classes.person}`} style={colorOf(id)}>
          <span className={classes.name} dir="auto" data-stays={percent >= NAME_STAYS_FROM_PERCENT}>
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
