/** The audit log: who did what and when, newest first. The filter is in the address. */
import { Paper, Stack } from '@mantine/core';
import type { GetAnswer } from '../api/client.ts';
import { useGet } from '../api/queries.ts';
import { Empty } from '../ui/feedback/empty.tsx';
import { QueryResult } from '../ui/feedback/problem.tsx';
import { ForAdmins } from '../ui/frame/for-admins.tsx';
import { Page } from '../ui/frame/page.tsx';
import { type Address, useAddress } from '../ui/lists/address.ts';
import { PageTurner, usePageNumber } from '../ui/lists/pagination.tsx';
import classes from './audit-log.module.css';
import { EntryRow } from './entry-row.tsx';
import { AuditLogFilters } from './filters.tsx';
import { namesTold } from './sentence.ts';

const FILTERS = ['actor_id', 'action', 'target_id', 'from', 'to'] as const;

export function AuditLogPage() {
  return (
    <Page title="Audit log" about="Who did what, and when. Newest first.">
      <ForAdmins needs="read audit log">
        <AuditLogFilters />
        <Entries />
      </ForAdmins>
    </Page>
  );
}

function Entries() {
  const { params } = useAddress();
  const query = { ...filtersIn(params), page: usePageNumber(), per_page: 50 };
  const log = useGet('/audit_log/', { params: { query } }, { keepPrevious: true });
  return (
    <QueryResult query={log} height={480}>
      {({ audit_log, names, meta }) => (
        <Stack>
          {audit_log.length === 0 ? (
            <Empty title="No entries match">Remove one of the filters.</Empty>
          ) : (
            <EntryList entries={audit_log} names={names} />
          )}
          <PageTurner meta={meta} />
        </Stack>
      )}
    </QueryResult>
  );
}

type Answer = GetAnswer<'/audit_log/'>;

function EntryList({ entries, names }: { readonly entries: Answer['audit_log']; readonly names: Answer['names'] }) {
  const told = namesTold(entries);
  return (
    <Paper withBorder component="ul" className={classes.entries ?? ''} aria-label="Entries">
      {entries.map((entry) => (
        <EntryRow key={entry.id} entry={entry} names={names} told={told} />
      ))}
    </Paper>
  );
}

function filtersIn(params: Address['params']): Partial<Record<(typeof FILTERS)[number], string>> {
  return Object.fromEntries(FILTERS.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])));
}
