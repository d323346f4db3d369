/**
 * The week grid on which windows are drawn with the pointer. Dragging opens that time on each of the crossed days. The edges of a window can be
 * dragged, and its cross removes it. The list beside the grid does the same by keyboard.
 */
import { type PointerEvent, useRef, useState } from 'react';
import { DAYS, type Day } from '../../../src/engine/schedule.ts';
import { display } from '../../time/display.ts';
import { clockText } from '../../time/format.ts';
import { Icon } from '../../ui/icons.tsx';
import classes from './week-grid.module.css';
import {
  CELL,
  DAY_MINUTES,
  type DayPart,
  isComplete,
  type Minutes,
  minutesOf,
  openParts,
  paintDays,
  partsOf,
  resize,
  type WeekWindow,
} from './windows.ts';

const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24];

interface Spot {
  /** From the left. Which day it is depends on the first day of the week. */
  readonly column: number;
  /** Minute of the day, not snapped. */
  readonly minute: number;
}

type Gesture =
  | { readonly kind: 'paint'; readonly from: Spot; readonly to: Spot }
  | { readonly kind: 'resize'; readonly key: string; readonly edge: 'from' | 'to' };

interface WeekGridProps {
  readonly windows: readonly WeekWindow[];
  readonly onChange: (windows: readonly WeekWindow[]) => void;
}

export function WeekGrid({ windows, onChange }: WeekGridProps) {
  const week = useRef<HTMLDivElement>(null);
  const [gesture, setGesture] = useState<Gesture>();

  function begin(event: PointerEvent, next: Gesture) {
    event.stopPropagation();
    event.preventDefault();
    week.current?.setPointerCapture(event.pointerId);
    setGesture(next);
  }

  function move(event: PointerEvent) {
    if (gesture === undefined || week.current === null) return;
    const to = spotAt(week.current, event);
    if (gesture.kind === 'paint') setGesture({ ...gesture, to });
    else
      onChange(
        windows.map((window) => (window.key === gesture.key ? resize(window, gesture.edge, snapped(to)) : window)),
      );
  }

  // The point where the pointer is released counts, even if the last move was not drawn yet.
  function end(event: PointerEvent) {
    if (gesture?.kind === 'paint' && week.current !== null) {
      const [from, to] = [gesture.from, spotAt(week.current, event)];
      onChange(paintDays(windows, columnsBetween(from, to).map(dayIn), drawnTime(from, to)));
    }
    setGesture(undefined);
  }

  return (
    <div className={classes.box}>
      <div className={classes.grid}>
        <div className={classes.days}>
          {daysInOrder().map((day) => (
            <span key={day}>{shortName(day)}</span>
          ))}
        </div>
        <div className={classes.hours}>
          {HOURS.map((hour) => (
            <span key={hour} style={{ top: `${(100 * hour) / 24}%` }}>
              {clockText(hour * 60, { isShort: true })}
            </span>
          ))}
        </div>
        <div
          ref={week}
          className={classes.week}
          role="img"
          aria-label="Week, to draw windows on"
          onPointerDown={(event) => {
            if (event.button !== 0 || week.current === null) return;
            const spot = spotAt(week.current, event);
            begin(event, { kind: 'paint', from: spot, to: spot });
          }}
          onPointerMove={move}
          onPointerUp={end}
          onPointerCancel={() => setGesture(undefined)}
        >
          {openParts(windows).map((part) => (
            <OpenPart key={`${part.day} ${part.start}`} part={part} />
          ))}
          {windows.filter(isComplete).flatMap((window) => {
            const parts = partsOf(minutesOf(window));
            return parts.map((part, i) => (
              <WindowPart
                key={`${window.key} ${part.day}`}
                part={part}
                isFirst={i === 0}
                isLast={i === parts.length - 1}
                onEdge={(event, edge) => begin(event, { kind: 'resize', key: window.key, edge })}
                onRemove={() => onChange(windows.filter(({ key }) => key !== window.key))}
              />
            ));
          })}
          {gesture?.kind === 'paint' && <Drawn from={gesture.from} to={gesture.to} />}
        </div>
      </div>
    </div>
  );
}

/** Adjacent windows are shown as one. */
function OpenPart({ part }: { readonly part: DayPart }) {
  const { start, end } = part;
  return (
    <span className={classes.open} style={placeOf(part)}>
      {end - start >= 2 * CELL && partText(start, end)}
    </span>
  );
}

interface WindowPartProps {
  readonly part: DayPart;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onEdge: (event: PointerEvent, edge: 'from' | 'to') => void;
  readonly onRemove: () => void;
}

function WindowPart({ part, isFirst, isLast, onEdge, onRemove }: WindowPartProps) {
  return (
    <span className={classes.window} style={placeOf(part)}>
      {isFirst && <span className={classes.edge} data-edge="from" onPointerDown={(event) => onEdge(event, 'from')} />}
      {isLast && <span className={classes.edge} data-edge="to" onPointerDown={(event) => onEdge(event, 'to')} />}
      {isFirst && (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the list beside the grid has a button for it
        <span
          className={classes.remove}
          title="Remove this window"
          onPointerDown={(event) => event.stopPropagation()}
          onClick={onRemove}
        >
          <Icon name="remove" size={13} />
        </span>
      )}
    </span>
  );
}

function Drawn({ from, to }: { readonly from: Spot; readonly to: Spot }) {
  const time = drawnTime(from, to);
  return columnsBetween(from, to).map((column) => (
    <span key={column} className={classes.drawn} style={placeOf({ day: dayIn(column), ...time })}>
      {column === from.column && partText(time.start, time.end)}
    </span>
  ));
}

function partText(start: number, end: number): string {
  return `${clockText(start, { isShort: true })}–${clockText(end, { isShort: true })}`;
}

function columnsBetween(from: Spot, to: Spot): number[] {
  const first = Math.min(from.column, to.column);
  return Array.from({ length: Math.abs(from.column - to.column) + 1 }, (_, i) => first + i);
}

function dayIn(column: number): number {
  return (column + display().weekStart) % 7;
}

function columnOf(day: number): number {
  return (day + 7 - display().weekStart) % 7;
}

/** In the reader's order of weekdays. */
export function daysInOrder(): Day[] {
  return DAYS.toSorted((one, other) => columnOf(DAYS.indexOf(one)) - columnOf(DAYS.indexOf(other)));
}

function placeOf({ day, start, end }: DayPart): { left: string; top: string; height: string } {
  return {
    left: `${(100 * columnOf(day)) / 7}%`,
    top: `${(100 * start) / DAY_MINUTES}%`,
    height: `${(100 * (end - start)) / DAY_MINUTES}%`,
  };
}

/** From the first touched cell to the last, both included. */
function drawnTime(from: Spot, to: Spot): Minutes {
  const cells = [from, to].map(({ minute }) => Math.min(Math.floor(minute / CELL), DAY_MINUTES / CELL - 1));
  return { start: Math.min(...cells) * CELL, end: (Math.max(...cells) + 1) * CELL };
}

function snapped({ minute }: Spot): number {
  return Math.round(minute / CELL) * CELL;
}

function spotAt(week: HTMLElement, { clientX, clientY }: PointerEvent): Spot {
  const { left, top, width, height } = week.getBoundingClientRect();
  const part = (value: number) => Math.max(0, Math.min(value, 1));
  return {
    column: Math.min(6, Math.floor(part((clientX - left) / width) * 7)),
    minute: part((clientY - top) / height) * DAY_MINUTES,
  };
}

export function shortName(day: string): string {
  return `${day.charAt(0).toUpperCase()}${day.slice(1, 3)}`;
}
