/**
 * Pressing and pulling over a row marks an interval; pulling at a bar that can be moved moves it, or one of its edges. While it goes on,
 * the mark is moved by hand: a state for each move of the pointer would draw hundreds of bars anew.
 */
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { Interval } from '../../src/engine/schedule.ts';
import { duration, writtenInterval } from '../time/format.ts';
import type { Bar } from './bars.ts';
import { dragged, dragKey, type Grip, gripFor, msPerPixel } from './dragging.ts';
import { placeOf, type Scale } from './scale.ts';
import { draggedInterval } from './snapping.ts';

/** Less is a click with an unsteady hand. */
const MIN_DRAG_PIXELS = 4;

export interface DragOptions {
  readonly scale: Scale;
  readonly zone: string;
  readonly snapMs: number;
  /** A finger scrolls, unless it is told to mark. */
  readonly isForTouch: boolean;
  /** Absent: nothing can be marked. */
  readonly onDragged: ((interval: Interval) => void) | undefined;
  /** Absent: no bar can be moved. */
  readonly onMove?: ((bar: Bar, interval: Interval) => void) | undefined;
}

interface Drag {
  readonly fromX: number;
  readonly held: Held | undefined;
  isMoving: boolean;
}

/** A bar in the hand, with where it comes to lie. */
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
  /** By the keyboard: it stays until Enter takes it or Escape drops it. */
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
    if (label !== null) label.textContent = `${writtenInterval(start, end, zone)} · ${duration(end - start)}`;
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
    /** Whether the key did something here. */
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
    /** What was moved by the keyboard and not taken goes back. */
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

/** A bar may show a part of its override. */
function wholeOf({ start, end, override }: Bar): Interval {
  return override === undefined ? { start, end } : { start: Date.parse(override.start), end: Date.parse(override.end) };
}
