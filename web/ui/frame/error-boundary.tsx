/** Shows a message if a page throws or cannot be loaded, because the server is unreachable or has a newer version. */
import { Button } from '@mantine/core';
import { Component, type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { Empty } from '../feedback/empty.tsx';

/** Resets when another page is opened. */
export function ErrorBoundary({ children }: { readonly children: ReactNode }) {
  const [path] = useLocation();
  return <Boundary path={path}>{children}</Boundary>;
}

interface BoundaryProps {
  readonly path: string;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly path: string;
  readonly isBroken: boolean;
}

/** A class, because only classes can catch errors of rendering. */
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override readonly state: BoundaryState = { path: this.props.path, isBroken: false };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { isBroken: true };
  }

  static getDerivedStateFromProps({ path }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return path === state.path ? null : { path, isBroken: false };
  }

  override render(): ReactNode {
    return this.state.isBroken ? <Broken /> : this.props.children;
  }
}

/** How often an unreachable server is asked whether it is back. */
const ASK_EVERY_MS = 5_000;

/** Reloads the page once the server is reachable again. Only if it was not: a page that fails for another reason would be reloaded for ever. */
function useReloadOnceBack(): void {
  useEffect(() => {
    let wasGone = !navigator.onLine;
    async function look(): Promise<void> {
      const isThere = await fetch('/healthz').then(
        ({ ok }) => ok,
        () => false,
      );
      if (isThere && wasGone) location.reload();
      wasGone ||= !isThere;
    }
    // At once too: a restart of the server takes less than the interval.
    void look();
    const looking = setInterval(look, ASK_EVERY_MS);
    addEventListener('online', look);
    return () => {
      clearInterval(looking);
      removeEventListener('online', look);
    };
  }, []);
}

function Broken() {
  useReloadOnceBack();
  return (
    <div role="alert">
      <Empty
        title="This page could not be shown"
        action={
          <Button variant="default" mt="sm" onClick={() => location.reload()}>
            Load it again
          </Button>
        }
      >
        The server may be unreachable for a moment, or may have been updated. The page loads again when the connection
        is back.
      </Empty>
    </div>
  );
}
