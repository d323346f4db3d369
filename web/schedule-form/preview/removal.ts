import { type RefObject, useEffect, useRef } from 'react';

interface Removal<T extends HTMLElement> {
  /** Of the list, which needs a `tabIndex` of -1; what removes an entry of it is marked with `data-removes`. */
  readonly list: RefObject<T | null>;
  readonly onRemoved: (index: number) => void;
}

/** Hands the focus on to the entry that comes to stand where one was taken away: with the button it would be lost. */
export function useRemoval<T extends HTMLElement>(count: number): Removal<T> {
  const list = useRef<T>(null);
  const removed = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the number of entries that tells that one is gone
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
