import { Badge } from '@mantine/core';
import classes from './coverage.module.css';
import type { CoverageRequest } from './request.ts';

const WORDS = {
  pending: 'Waiting',
  accepted: 'Taken',
  canceled: 'Canceled',
  expired: 'Expired',
} as const satisfies Record<CoverageRequest['status'], string>;

export function StatusBadge({ request: { status, accepted_by, acceptances } }: { readonly request: CoverageRequest }) {
  return (
    <Badge variant="default" size="lg" leftSection={<div className={classes.dot} data-status={status} />}>
      {status === 'pending' && acceptances.some(({ ended_at }) => ended_at === undefined)
        ? 'Partly taken'
        : accepted_by === undefined
          ? WORDS[status]
          : `${WORDS[status]} by ${accepted_by.name}`}
    </Badge>
  );
}
