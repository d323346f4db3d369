/** Keyboard and pointer handling for a list of bars with one tab stop: arrow keys move between the bars, and events are handled for all of them. */
import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  type SyntheticEvent,
  useState,
} from 'react';
import type { Bar } from './bars.ts';

export interface BarListOptions {
  /** In ascending order of start. */
  readonly bars: readonly Bar[];
  /** The tab key reaches the bar that contains this instant, otherwise the first one. */
  readonly now: number;
  readonly onPoint: (bar: Bar | undefined, element?: HTMLElement) => void;
  readonly onOpen: (bar: Bar) => void;
  /** Called before other handling. Returns whether it handled the key. */
  readonly onKey?: (event: KeyboardEvent, bar: Bar | undefined) => boolean;
  readonly onLeave?: () => void;
}

export function useBarList(list: RefObject<HTMLElement | null>, options: BarListOptions) {
  const { bars, now, onPoint, onOpen, onKey, onLeave } = options;
  const [reached, setReached] = useState<number>();

  function barOf({ target }: SyntheticEvent) {
    const element = (target as HTMLElement).closest<HTMLElement>('[data-bar]');
    if (element === null) return undefined;
    const index = Number(element.dataset.bar);
    return { bar: bars[index], index, element };
  }

  return {
    inTabOrder: reached !== undefined && reached < bars.length ? reached : indexAt(bars, now),
    handlers: {
      onKeyDown(event: KeyboardEvent): void {
        const { index = 0, bar } = barOf(event) ?? {};
        if (onKey?.(event, bar) === true) {
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
        if (neighbour !== undefined) {
          event.preventDefault();
          list.current?.querySelector<HTMLElement>(`[data-bar="${neighbour}"]`)?.focus();
        }
        if (event.key === 'Escape') onPoint(undefined);
      },
      onFocus(event: FocusEvent): void {
        const found = barOf(event);
        if (found === undefined) return;
        setReached(found.index);
        if (found.element.matches(':focus-visible')) onPoint(found.bar, found.element);
      },
      onBlur(): void {
        onLeave?.();
        onPoint(undefined);
      },
      onPointerOver(event: PointerEvent): void {
        const found = barOf(event);
        onPoint(found?.bar, found?.element);
      },
      onPointerLeave: () => onPoint(undefined),
      onClick(event: SyntheticEvent): void {
        const bar = barOf(event)?.bar;
        onPoint(undefined);
        if (bar !== undefined) onOpen(bar);
      },
    },
  };
}

function indexAt(bars: readonly Bar[], now: number): number {
  return Math.max(
    0,
    bars.findIndex(({ start, end }) => start <= now && now < end),
  );
}
