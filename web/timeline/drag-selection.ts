/**
 * Dragging on a row of bars: over the row it selects an interval; on an override it moves the bar or one of its edges. During the drag, the mark is
 * moved by changing its style directly, because a React state for each move would redraw hundreds of bars.
 */
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { Interval } from '../../src/engine/schedule.ts';
import { duration } from '../time/format.ts';
import { intervalWithZone } from '../time/zone-mark.ts';
import type { Bar } from './bars.ts';
import { dragged, dragKey, type Grip, gripFor, msPerPixel } from './dragging.ts';
import { placeOf, type Scale } from './scale.ts';
import { draggedInterval } from './snapping.ts';

/** A shorter movement is a click. */
const MIN_DRAG_PIXELS = 4;

export interface DragOptions {
  readonly scale: Scale;
  readonly zone: string;
  readonly snapMs: number;
  /** Whether a finger selects. Otherwise it scrolls. */
  readonly isForTouch: boolean;
  /** Absent: nothing can be selected. */
  readonly onDragged: ((interval: Interval) => void) | undefined;
  /** Absent: no bar can be moved. */
  readonly onMove?: ((bar: Bar, interval: Interval) => void) | undefined;
}

interface Drag {
  readonly fromX: number;
  readonly held: Held | undefined;
  isMoving: boolean;
}

/** The bar that is being moved, with its new interval. */
interface Held {
  readonly bar: Bar;
  readonly grip: Grip;
}

interface Tracks extends DragOptions {
  readonly bars: readonly Bar[];
  readonly now: number;
}

export function useDragSelection({ scale, zone, snapMs, isForTouch, onDragged, onMove, bars, now }: Tracks) {
  const track = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLDivElement>(null);
  const pull = useRef<Drag>(undefined);
  /** A move by keyboard. It is pending until Enter confirms it or Escape cancels it. */
  const keyed = useRef<{ readonly bar: Bar; readonly interval: Interval }>(undefined);
  const rules = { stepMs: snapMs, zone, now };

  function intervalTo(x: number): Interval {
    const { left = 0, width = 1 } = track.current?.getBoundingClientRect() ?? {};
    const { fromX = x, held } = pull.current ?? {};
    if (held !== undefined) return dragged(wholeOf(held.bar), held.grip, (x - fromX) * msPerPixel(scale, width), rules);
    return draggedInterval({ from: (fromX - left) / width, to: (x - left) / width }, scale, snapMs, zone);
  }

  function show({ start, end }: Interval): void {
    if (mark.current === null) return;
    Object.assign(mark.current.style, placeOf(scale, start, end));
    mark.current.hidden = false;
    const label = mark.current.firstElementChild;
    if (label !== null) label.textContent = `${intervalWithZone(start, end, zone)} · ${duration(end - start)}`;
  }

  function stop(): void {
    pull.current = undefined;
    keyed.current = undefined;
    if (mark.current !== null) mark.current.hidden = true;
  }

  function heldBy(target: EventTarget): Held | undefined {
    const element = (target as HTMLElement).closest<HTMLElement>('[data-bar]');
    const bar = element === null ? undefined : bars[Number(element.dataset.bar)];
    if (bar?.override === undefined || onMove === undefined || wholeOf(bar).end <= now) return undefined;
    const grip = gripFor(((target as HTMLElement).dataset.edge as Grip | undefined) ?? 'move', wholeOf(bar), now);
    return grip && { bar, grip };
  }

  return {
    track,
    mark,
    /** Returns whether it handled the key. */
    onKey(event: KeyboardEvent, bar: Bar | undefined): boolean {
      if (event.key === 'Escape' && keyed.current !== undefined) {
        stop();
        return true;
      }
      if (event.key === 'Enter' && keyed.current !== undefined && onMove !== undefined) {
        const { current } = keyed;
        stop();
        onMove(current.bar, current.interval);
        return true;
      }
      const pressed = dragKey(event);
      if (pressed === undefined || bar?.override === undefined || onMove === undefined) return false;
      const before = keyed.current?.bar.override?.id === bar.override.id ? keyed.current.interval : wholeOf(bar);
      const grip = gripFor(pressed.grip, wholeOf(bar), now);
      if (grip === undefined || wholeOf(bar).end <= now) return true;
      keyed.current = { bar, interval: dragged(before, grip, pressed.steps * snapMs, rules) };
      show(keyed.current.interval);
      return true;
    },
    /** Cancels a pending move by keyboard. */
    drop: stop,
    handlers: {
      onPointerDown({ button, pointerType, clientX, target }: PointerEvent) {
        const mayDrag = onDragged !== undefined && button === 0 && (pointerType !== 'touch' || isForTouch);
        stop();
        pull.current = mayDrag ? { fromX: clientX, held: heldBy(target), isMoving: false } : undefined;
      },
      onPointerMove({ clientX, pointerId }: PointerEvent) {
        const { current } = pull;
        if (current === undefined) return;
        if (!current.isMoving && Math.abs(clientX - current.fromX) < MIN_DRAG_PIXELS) return;
        current.isMoving = true;
        track.current?.setPointerCapture(pointerId);
        show(intervalTo(clientX));
      },
      onPointerUp({ clientX }: PointerEvent) {
        const { held, isMoving = false } = pull.current ?? {};
        const interval = isMoving ? intervalTo(clientX) : undefined;
        stop();
        if (interval === undefined) return;
        if (held === undefined) onDragged?.(interval);
        else onMove?.(held.bar, interval);
      },
      onPointerCancel: stop,
    },
  };
}

/** The whole override: a bar may show only a part of it. */
function wholeOf({ start, end, override }: Bar): Interval {
  return override === undefined ? { start, end } : { start: Date.parse(override.start), end: Date.parse(override.end) };
}
