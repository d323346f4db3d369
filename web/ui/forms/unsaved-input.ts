/**
 * Whether a form on the page has input that is not saved. While one has, the page keeps showing what the form is about, even if somebody else deletes
 * it: the input must not vanish with it.
 */
import type { UseQueryResult } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { ApiProblem, isDenied } from '../../api/client.ts';
import { useLastKnown } from './last-known.ts';

const listeners = new Set<() => void>();
let formsWithInput = 0;

function count(change: 1 | -1): void {
  formsWithInput += change;
  for (const listener of listeners) listener();
}

/** Called by a form. `isOn`: whether it has input that is not saved. */
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
    () => formsWithInput > 0,
  );
}

/**
 * The error that says that the thing was deleted or may no longer be read; null if it is there. While a query without data is read again, it has no
 * error: without this, the form of a deleted thing would vanish, or could be saved, each time.
 */
export function useDenial({
  data,
  error,
  errorUpdateCount,
}: Pick<UseQueryResult, 'data' | 'error' | 'errorUpdateCount'>) {
  const [last, setLast] = useState<Error | null>(null);
  // A query that has never failed is another one: of another thing, or of the same after it was deleted on this page.
  const isThere = data !== undefined || errorUpdateCount === 0;
  const denial = isThere ? null : isDenied(error) ? error : last;
  if (denial !== last) setLast(denial);
  return denial;
}

/** The data of a query, or what was last known if it was deleted while a form has unsaved input. The error stays while the query is read again. */
export function useKept<T>(query: UseQueryResult<T>) {
  const { data } = query;
  const last = useLastKnown(data);
  const hasInput = useHasUnsavedInput();
  const denial = useDenial(query);
  const isKept = denial !== null && hasInput && last !== undefined;
  return { data: isKept ? last : data, error: denial ?? query.error, isKept };
}

/** Why something cannot be saved that is no longer there, in a few words. `deleted`: the words if it was deleted. */
export function lossText(error: Error | null, deleted: string): string {
  return error instanceof ApiProblem && error.status === 403 ? 'You can no longer read this' : deleted;
}

/** Why the forms below cannot be saved, in a few words; undefined if they can. */
export const ObstacleContext = createContext<string | undefined>(undefined);

export function useObstacle(): string | undefined {
  return useContext(ObstacleContext);
}
