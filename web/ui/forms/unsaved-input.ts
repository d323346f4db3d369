/**
 * Whether a form is open somewhere on the page. While one is, the page keeps what the form is about, even if somebody else deletes it: what was typed
 * must not vanish with it.
 */
import type { UseQueryResult } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import { ApiProblem } from '../../api/client.ts';
import { useLastKnown } from './last-known.ts';

const listeners = new Set<() => void>();
let openForms = 0;

function count(change: 1 | -1): void {
  openForms += change;
  for (const listener of listeners) listener();
}

/** Called by a form. */
export function useUnsavedInput(isOn = true): void {
  useEffect(() => {
    if (!isOn) return undefined;
    count(1);
    return () => count(-1);
  }, [isOn]);
}

export function useHasUnsavedInput(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => openForms > 0,
  );
}

/** The data of a query, or what was last known while a form is open, although it was deleted. */
export function useKept<T>({ data, error }: Pick<UseQueryResult<T>, 'data' | 'error'>) {
  const last = useLastKnown(data);
  const hasInput = useHasUnsavedInput();
  const isGone = data === undefined && error instanceof ApiProblem && error.status === 404;
  const isKept = isGone && hasInput && last !== undefined;
  return { data: isKept ? last : data, isKept };
}

/** Why the forms below cannot be saved, in a few words; undefined if they can. */
export const ObstacleContext = createContext<string | undefined>(undefined);

export function useObstacle(): string | undefined {
  return useContext(ObstacleContext);
}
