import { type RefObject, useEffect, useRef } from 'react';

interface Removal<T extends HTMLElement> {
  /** Ref of the list, which needs a `tabIndex` of -1. Its buttons that remove an entry have the attribute `data-removes`. */
  readonly list: RefObject<T | null>;
  readonly onRemoved: (index: number) => void;
}

/** Moves the focus to the entry that takes the place of a removed one. Without this, the focus would disappear with the button. */
export function useRemoval<T extends HTMLElement>(count: number): Removal<T> {
  const list = useRef<T>(null);
  const removed = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a smaller number of entries means that one was removed
  useEffect(() => {
    const { current: index } = removed;
    removed.current = undefined;
    if (index === undefined || list.current === null) return;
    const left = [...list.current.querySelectorAll<HTMLElement>('[data-removes]')];
    (left[index] ?? left.at(-1) ?? list.current).focus();
  }, [count]);
  return {
    list,
    onRemoved: (index) => {
      removed.current = index;
    },
  };
}
