/**
 * Pressing and pulling over a row marks an interval. While it goes on, the mark is moved by hand: a state for each move of
 * the pointer would draw hundreds of bars anew.
 */
import { type PointerEvent, useRef } from 'react';
import type { Interval } from '../../src/engine/schedule.ts';
import { duration, writtenInterval } from '../time/format.ts';
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
}

interface Drag {
  readonly fromX: number;
  isMoving: boolean;
}

export function useDragSelection({ scale, zone, snapMs, isForTouch, onDragged }: DragOptions) {
  const track = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLDivElement>(null);
  const pull = useRef<Drag>(undefined);

  function intervalTo(x: number): Interval {
    const { left = 0, width = 1 } = track.current?.getBoundingClientRect() ?? {};
    const parts = { from: ((pull.current?.fromX ?? x) - left) / width, to: (x - left) / width };
    return draggedInterval(parts, scale, snapMs, zone);
  }

  function show({ start, end }: Interval): void {
    if (mark.current === null) return;
    Object.assign(mark.current.style, placeOf(scale, start, end));
    mark.current.textContent = `${writtenInterval(start, end, zone)} · ${duration(end - start)}`;
    mark.current.hidden = false;
  }

  function stop(): void {
    pull.current = undefined;
    if (mark.current !== null) mark.current.hidden = true;
  }

  return {
    track,
    mark,
    handlers: {
      onPointerDown({ button, pointerType, clientX }: PointerEvent) {
        const mayDrag = onDragged !== undefined && button === 0 && (pointerType !== 'touch' || isForTouch);
        pull.current = mayDrag ? { fromX: clientX, isMoving: false } : undefined;
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
        const interval = pull.current?.isMoving ? intervalTo(clientX) : undefined;
        stop();
        if (interval !== undefined) onDragged?.(interval);
      },
      onPointerCancel: stop,
    },
  };
}
