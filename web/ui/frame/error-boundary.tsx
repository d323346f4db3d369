/** Shows a message if a page throws or cannot be loaded, because the server is unreachable or has a newer version. */
import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
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

function Broken() {
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
        The server may be unreachable for a moment, or may have been updated.
      </Empty>
    </div>
  );
}
