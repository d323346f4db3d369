/**
 * Parts of the first page that nobody needs at first sight: they are loaded once it shows who is on call. If they cannot be loaded,
 * their place stays as it is and the page works without them.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { loaded } from './loaded.tsx';

/** The parts are loaded then, even if the answers for the page have not come. */
const MAX_WAIT_MS = 5_000;

const quiet = Promise.withResolvers<void>();

/** Calls `load` when the page is quiet, or at once when it has been. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return loaded(() => quiet.promise.then(() => styled(load)));
}

/** With the styles of those controls that the first page can do without. */
export async function styled<Props>(load: () => Promise<ComponentType<Props>>): Promise<ComponentType<Props>> {
  const [component] = await Promise.all([load(), import('../style/library-later.css')]);
  return component;
}

/** Quiet: all that the page has asked for is there, and drawn. */
export function loadTheRestWhenQuiet(client: QueryClient): void {
  const stop = client.getQueryCache().subscribe(look);
  look();

  function look(): void {
    if (client.isFetching() > 0) return;
    stop();
    // Two frames: the answers are drawn in the first.
    requestAnimationFrame(() => requestAnimationFrame(() => quiet.resolve()));
  }

  setTimeout(() => quiet.resolve(), MAX_WAIT_MS);
}
