/** Content for users with a permission. Others who follow a link to it get an explanation. */
import type { ReactNode } from 'react';
import { type Action, usePermissions } from '../../session/permissions.ts';
import { Empty } from '../feedback/empty.tsx';
import { QueryResult } from '../feedback/problem.tsx';

interface ForAdminsProps {
  readonly needs: Action;
  readonly children: ReactNode;
}

export function ForAdmins({ needs, children }: ForAdminsProps) {
  return (
    <QueryResult query={usePermissions()} height={200}>
      {({ actions }) => (actions.includes(needs) ? children : <NotForYou />)}
    </QueryResult>
  );
}

function NotForYou() {
  return <Empty title="This is for admins">Ask an admin of your organization if you need something from here.</Empty>;
}
