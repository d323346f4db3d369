/** Where a page breaks, or cannot be loaded (the server is gone, or has a newer one), something is said instead of nothing. */
import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { Empty } from './empty.tsx';

interface BreakdownProps {
  readonly children: ReactNode;
}

interface BreakdownState {
  readonly isBroken: boolean;
}

/** A class, since React tells only classes. With the path as its key, it is tried anew on the next page. */
export class Breakdown extends Component<BreakdownProps, BreakdownState> {
  override readonly state: BreakdownState = { isBroken: false };

  static getDerivedStateFromError(): BreakdownState {
    return { isBroken: true };
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
        The server may be away for a moment, or may have been updated.
      </Empty>
    </div>
  );
}
