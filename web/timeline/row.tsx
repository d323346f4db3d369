/** A row of bars. One of them is in the tab order; the arrow keys go from there to its neighbours. */
import { type FocusEvent, type KeyboardEvent, memo, type SyntheticEvent, useMemo, useState } from 'react';
import { BarButton } from './bar-button.tsx';
import { barText, type Zones } from './bar-text.ts';
import type { Bar } from './bars.ts';
import { type DragOptions, useDragSelection } from './drag-selection.ts';
import { lanesOf } from './lanes.ts';
import type { Scale } from './scale.ts';
import classes from './timeline.module.css';

export interface RowProps extends DragOptions {
  readonly label: string;
  /** Ascending by start. */
  readonly bars: readonly Bar[];
  /** What stands there when there is no bar. */
  readonly empty: string;
  readonly zones: Zones;
  /** The bar that holds it can be reached by the tab key; the first one when none does. */
  readonly now: number;
  /** Stays in sight when the rows above it are many. */
  readonly isResult?: boolean;
  readonly onPoint: (bar: Bar | undefined, element?: HTMLElement) => void;
  readonly onOpen: (bar: Bar) => void;
}

/** For each person in a bar, so that a name can be read. */
const PERSON_PIXELS = 18;
const LANE_PIXELS = 28;
const RESULT_LANE_PIXELS = 40;

export const Row = memo(function Row(props: RowProps) {
  const { label, bars, empty, zones, scale, now, isResult = false, isForTouch, onPoint, onOpen } = props;
  const { track, mark, handlers, onKey, drop } = useDragSelection(props);
  const [reached, setReached] = useState<number>();
  const inTabOrder = reached !== undefined && reached < bars.length ? reached : indexAt(bars, now);

  function barOf({
    target,
  }: SyntheticEvent): { bar: Bar | undefined; index: number; element: HTMLElement } | undefined {
    const element = (target as HTMLElement).closest<HTMLElement>('[data-bar]');
    if (element === null) return undefined;
    const index = Number(element.dataset.bar);
    return { bar: bars[index], index, element };
  }

  function goTo(index: number): void {
    track.current?.querySelector<HTMLElement>(`[data-bar="${index}"]`)?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { index = 0, bar } = barOf(event) ?? {};
    if (onKey(event, bar)) {
      event.preventDefault();
      onPoint(undefined);
      return;
    }
    const neighbours: Record<string, number> = {
      ArrowLeft: index - 1,
      ArrowRight: index + 1,
      Home: 0,
      End: bars.length - 1,
    };
    const neighbour = neighbours[event.key];
    if (neighbour !== undefined) event.preventDefault();
    if (neighbour !== undefined) goTo(neighbour);
    if (event.key === 'Escape') onPoint(undefined);
  }

  function onFocus(event: FocusEvent): void {
    const found = barOf(event);
    if (found === undefined) return;
    setReached(found.index);
    if (found.element.matches(':focus-visible')) onPoint(found.bar, found.element);
  }

  function onClick(event: SyntheticEvent): void {
    const bar = barOf(event)?.bar;
    onPoint(undefined);
    if (bar !== undefined) onOpen(bar);
  }

  return (
    <>
      <div className={classes.label} data-result={isResult}>
        {label}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div
        ref={track}
        role="group"
        aria-label={label}
        className={classes.track}
        data-result={isResult}
        data-touch={isForTouch}
        {...handlers}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={() => {
          drop();
          onPoint(undefined);
        }}
        onPointerOver={(event) => {
          const found = barOf(event);
          onPoint(found?.bar, found?.element);
        }}
        onPointerLeave={() => onPoint(undefined)}
        onClick={onClick}
      >
        {bars.length === 0 && <span className={classes.none}>{empty}</span>}
        <Lanes
          {...{ bars, scale, zones, now, inTabOrder }}
          canMove={props.onMove !== undefined}
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
  const mostPeople = Math.max(1, ...bars.map(({ users }) => users.length));
  const height = Math.max(leastHeight, mostPeople * PERSON_PIXELS);
  return lanes.map((lane) => (
    <div key={lane[0]?.index} className={classes.lane} style={{ height }}>
      {lane.map(({ bar, index, label }) => (
        <BarButton
          key={index}
          bar={bar}
          scale={scale}
          label={label}
          index={index}
          isPast={bar.end <= now}
          grips={!canMove || bar.override === undefined || bar.end <= now ? 'none' : bar.start > now ? 'both' : 'end'}
          isInTabOrder={index === inTabOrder}
        />
      ))}
    </div>
  ));
}

function indexAt(bars: readonly Bar[], now: number): number {
  return Math.max(
    0,
    bars.findIndex(({ start, end }) => start <= now && now < end),
  );
}
