/**
 * Ends the time of the first edition: drops what let its nodes run beside later ones, and gives columns and tables the names that the code uses. No
 * older node may run beside it.
 */
import { sql } from 'kysely';
import type { CoverageAnswerId } from '../../../ids.ts';
import { joinIntervals, subtractIntervals } from '../../../time/intervals.ts';
import type { ExclusiveTransaction } from '../../driver/database.ts';
import { statement, writeStatement } from '../../driver/statement.ts';
import type { LaterMigration } from '../migration.ts';
import { writeEmailKeys } from './0015-email-keys.ts';

/** The first edition refuses to start if it finds more migrations there than its nine. */
const STOP_FIRST_EDITION = `insert into migrations (number, name, applied_at) values (40, 'contract', 0)`;

const RENAMES = [
  'alter table revisions rename column reign_end to valid_until',
  'drop index schedules_by_news',
  'alter table schedules rename column news_due_at to notifications_due_at',
  'create index schedules_by_notifications on schedules (notifications_due_at) where notifications_due_at is not null',
  'drop index schedule_news_in_order',
  'alter table schedule_news rename to change_notifications',
  'alter table change_notifications rename column news_json to notification_json',
  'create index change_notifications_in_order on change_notifications (schedule_id, id)',
  // A quotation mark within a JSON string has a backslash before it, so this is the name of a field.
  `update deliveries set event_json = replace(event_json, '"news":', '"changes":') where event_json like '%"news":%'`,
  `update deliveries set message_json = replace(message_json, '"news":', '"changes":')
    where kind = 'mail' and message_json like '%"news":%'`,
];

/** Queues of all kinds are due in one column. */
const QUEUES = [
  `update delivery_queues set due_at = kind_due_at where kind <> 'chat'`,
  'drop index delivery_queues_by_due',
  'drop index delivery_queues_due_by_kind',
  'alter table delivery_queues drop column kind_due_at',
  'create index delivery_queues_by_due on delivery_queues (kind, due_at) where due_at is not null',
];

/**
 * One rule for all leases: who has a row is in `lease_id`, and until when in its due time. A group that is due at another time than the end of its lease
 * has been synced since by the first edition, which knows no leases; the worker that had the lease was killed, perhaps in the middle of a change. What
 * groups were in the chat has a simpler form.
 */
const leasesWith = (id: string) => [
  `update chat_groups set lease_id = null, unsure_at = coalesce(unsure_at, leased_until)
    where lease_id is not null and leased_until is distinct from sync_due_at`,
  'alter table chat_groups drop column leased_until',
  'update chat_groups set known_json = null',
  `alter table departures add column lease_id ${id}`,
];

/** What the first edition stored in another form. It had cards in channels only, and nobody could take a part of a coverage request. */
const FIRST_EDITION = [
  `update deliveries set event_json = '{"kind":"coverage card","requestId":"' || subject_id || '"'
      || case when status = 'pending' and attempts > 0 then ',"isPossiblyTold":true}' else '}' end
    where kind = 'chat' and event_json is null and subject_id is not null and replaces_id is null`,
  `insert into coverage_answers (id, organization_id, request_id, user_id, answered_at, shifts_json, start_at, end_at)
    select 'ans_' || substr(id, 5), organization_id, id, accepted_by, accepted_at, shifts_json, start_at, end_at
    from coverage_requests
    where status = 'accepted' and not exists (
      select 1 from coverage_answers
      where coverage_answers.organization_id = coverage_requests.organization_id
        and coverage_answers.request_id = coverage_requests.id
        and coverage_answers.user_id = coverage_requests.accepted_by
        and coverage_answers.answered_at = coverage_requests.accepted_at
    )`,
];

const DROPPED_EMAIL_KEYS = [
  'drop index users_with_stale_email_keys',
  'drop index unknown_former_emails',
  'drop index former_emails',
  'alter table users drop column email_match_key_of',
  'alter table users drop column former_email_key',
];

export const contract: LaterMigration = {
  name: 'contract',
  oldestPeer: 40,
  statements: ({ id }) => [STOP_FIRST_EDITION, ...RENAMES, ...QUEUES, ...leasesWith(id), ...FIRST_EDITION],
  async run(tx) {
    await leaveTakenParts(tx);
    await endEmailKeys(tx);
  },
};

/** For each acceptance from above, the parts of the same request that others had taken. */
const partsOfOthers = statement((q, _: Record<never, never>) =>
  q
    .selectFrom('coverage_answers as whole')
    .innerJoin('coverage_answers as part', (join) =>
      join
        .onRef('part.organization_id', '=', 'whole.organization_id')
        .onRef('part.request_id', '=', 'whole.request_id')
        .onRef('part.id', '<>', 'whole.id'),
    )
    .select(['whole.id', 'whole.shifts_json', 'part.shifts_json as part_json'])
    .where('whole.id', '=', sql<CoverageAnswerId>`'ans_' || substr(whole.request_id, 5)`)
    .where('part.shifts_json', 'is not', null),
);

const setShifts = writeStatement((q, p: { id: CoverageAnswerId; shiftsJson: string }) =>
  q.updateTable('coverage_answers').set({ shifts_json: p.shiftsJson }).where('id', '=', p.id),
);

interface StoredShift {
  readonly scheduleId: string;
  readonly start: number;
  readonly end: number;
}

/** Beside later nodes, the first edition accepted requests of which others had taken a part: it took the rest. */
async function leaveTakenParts(tx: ExclusiveTransaction): Promise<void> {
  const rows = await tx.all(partsOfOthers, {});
  for (const [id, own] of Map.groupBy(rows, (row) => row.id)) {
    const taken = Map.groupBy(
      own.flatMap(({ part_json }) => shiftsIn(part_json)),
      ({ scheduleId }) => scheduleId,
    );
    const rest = shiftsIn(own[0]?.shifts_json).flatMap((shift) =>
      subtractIntervals(shift, joinIntervals(taken.get(shift.scheduleId) ?? [])).map((part) => ({ ...shift, ...part })),
    );
    await tx.run(setShifts, { id, shiftsJson: JSON.stringify(rest) });
  }
}

/** None if the text cannot be read. */
function shiftsIn(json: string | null | undefined): readonly StoredShift[] {
  try {
    const shifts: unknown = JSON.parse(json ?? '[]');
    return Array.isArray(shifts) && shifts.every(isShift) ? shifts : [];
  } catch {
    return [];
  }
}

function isShift(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'scheduleId' in value;
}

/** A node of the first edition may have written emails without their keys. Without any key first: two people may have exchanged their emails. */
async function endEmailKeys(tx: ExclusiveTransaction): Promise<void> {
  const stale = await tx.execute('select 1 from users where email_match_key_of is distinct from email limit 1');
  if (stale.length > 0) {
    await tx.execute('update users set email_match_key = null');
    await writeEmailKeys(tx);
  }
  for (const drop of DROPPED_EMAIL_KEYS) await tx.execute(drop);
}
