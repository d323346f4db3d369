/** Keeps the choices of a page in its address, so that they can be shared and undone by going back. */
import { useLocation, useSearch } from 'wouter';

type Changes = Readonly<Record<string, string | undefined>>;

export interface Address {
  readonly params: URLSearchParams;
  /** Undefined or empty removes a parameter. `replace` is for changes with each key press: they create no history entries. */
  change(changes: Changes, options?: { readonly replace?: boolean }): void;
}

export function useAddress(): Address {
  const [path, go] = useLocation();
  const search = useSearch();
  return {
    params: new URLSearchParams(search),
    change: (changes, { replace = false } = {}) => go(withChanges(path, search, changes), { replace }),
  };
}

function withChanges(path: string, search: string, changes: Changes): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') params.delete(name);
    else params.set(name, value);
  }
  return params.size === 0 ? path : `${path}?${params}`;
}
