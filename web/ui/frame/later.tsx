/**
 * Parts of the first page that nobody needs at first sight: they are loaded once it shows who is on call. If they cannot be loaded,
 * their place stays as it is and the page works without them.
 */
import type { QueryClient } from '@tanstack/react-query';
import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';

/** Also for a page whose answers do not come. */
const MAX_WAIT_MS = 5_000;

const quiet = Promise.withResolvers<void>();

/** Calls `load` when the page is quiet, or at once when it has been. */
export function later<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() => quiet.promise.then(() => styled(load)));
}

/** With the styles of those controls that the first page can do without. */
export async function styled<Props>(
  load: () => Promise<ComponentType<Props>>,
): Promise<{ default: ComponentType<Props> }> {
  const [component] = await Promise.all([load(), import('../style/library-later.css')]);
  return { default: component };
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

interface LaterProps {
  /** In its place until it is there. */
  readonly fallback: ReactNode;
  /** In its place when it cannot be loaded: as before, if not given. */
  readonly missing?: ReactNode;
  readonly children: ReactNode;
}

export function Later({ fallback, missing = fallback, children }: LaterProps) {
  return (
    <Boundary missing={missing}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  );
}

class Boundary extends Component<Pick<LaterProps, 'missing' | 'children'>, { readonly isMissing: boolean }> {
  override readonly state = { isMissing: false };

  static getDerivedStateFromError() {
    return { isMissing: true };
  }

  override render(): ReactNode {
    return this.state.isMissing ? this.props.missing : this.props.children;
  }
}
