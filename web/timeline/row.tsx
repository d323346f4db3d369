/** A row of bars. One of them is in the tab order; arrow keys move between the bars. */
import { memo, type ReactNode, useMemo } from 'react';
import { BarButton } from './bar-button.tsx';
import { type BarListOptions, useBarList } from './bar-list.ts';
import { barText, type Zones } from './bar-text.ts';
import type { Bar } from './bars.ts';
import { type DragOptions, useDragSelection } from './drag-selection.ts';
import { lanesOf } from './lanes.ts';
import { placeOf, type Scale } from './scale.ts';
import classes from './timeline.module.css';

export interface RowProps extends DragOptions, Omit<BarListOptions, 'onKey' | 'onLeave'> {
  readonly label: string;
  /** Shown instead of the label. */
  readonly head?: ReactNode;
  /** The text of a row without bars. */
  readonly empty: string;
  readonly zones: Zones;
  /** Stays visible when there are many rows above it. */
  readonly isResult?: boolean;
}

/** Height for each person in a bar, so that a name is legible. */
const PERSON_PIXELS = 18;
const LANE_PIXELS = 28;
const RESULT_LANE_PIXELS = 40;

export const Row = memo(function Row(props: RowProps) {
  const { label, head, bars, empty, zones, scale, now, isResult = false, isForTouch, onMove } = props;
  const { track, mark, handlers: pulling, onKey, drop } = useDragSelection(props);
  const { inTabOrder, handlers } = useBarList(track, { ...props, onKey, onLeave: drop });
  return (
    <>
      <div className={classes.label} data-result={isResult}>
        {head ?? label}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div
        ref={track}
        role="group"
        aria-label={label}
        className={classes.track}
        data-result={isResult}
        data-touch={isForTouch}
        {...pulling}
        {...handlers}
      >
        {bars.length === 0 && <span className={classes.none}>{empty}</span>}
        <Lanes
          // A new key for another scale, so that bars do not animate: they are different bars.
          key={`${scale.start} ${scale.end}`}
          {...{ bars, scale, zones, now, inTabOrder }}
          canMove={onMove !== undefined}
          leastHeight={isResult ? RESULT_LANE_PIXELS : LANE_PIXELS}
        />
        <div ref={mark} className={classes.mark} role="status" hidden>
          <span />
        </div>
      </div>
    </>
  );
});

interface LanesProps {
  readonly bars: readonly Bar[];
  readonly scale: Scale;
  readonly zones: Zones;
  readonly now: number;
  readonly inTabOrder: number;
  readonly canMove: boolean;
  readonly leastHeight: number;
}

function Lanes({ bars, scale, zones, now, inTabOrder, canMove, leastHeight }: LanesProps) {
  const lanes = useMemo(
    () => lanesOf(bars.map((bar, index) => ({ ...bar, bar, index, label: barText(bar, zones) }))),
    [bars, zones],
  );
  const stretches = Map.groupBy(bars, ({ override }) => override?.id);
  const isWhole = (overrideId: string) => stretches.get(overrideId)?.length === 1;
  const mostPeople = Math.max(1, ...bars.map(({ users }) => users.length));
  const height = Math.max(leastHeight, mostPeople * PERSON_PIXELS);
  return lanes.map((lane) => (
    <div key={lane[0]?.index} className={classes.lane} style={{ height }}>
      {lane.map(({ bar, index, label }) => {
        const canBeMoved = canMove && bar.override !== undefined && bar.end > now;
        return (
          <BarButton
            key={bar.override !== undefined && isWhole(bar.override.id) ? bar.override.id : bar.start}
            {...placeOf(scale, bar.start, bar.end)}
            bar={bar}
            label={label}
            index={index}
            isPast={bar.end <= now}
            isInTabOrder={index === inTabOrder}
            {...(canBeMoved && {
              grips: bar.start > now ? 'both' : 'end',
              isStartShown: bar.start >= scale.start,
              isEndShown: bar.end <= scale.end,
            })}
          />
        );
      })}
    </div>
  ));
}
