/** What is chosen on a page stands in its address: it can be shared, and back goes back. */
import { useLocation, useSearch } from 'wouter';

type Changes = Readonly<Record<string, string | undefined>>;

export interface Address {
  readonly params: URLSearchParams;
  /** Undefined, or nothing, takes it out. `replace` for what changes with each key that is typed. */
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
