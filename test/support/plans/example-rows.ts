/**
 * A few rows in every table, the same on both databases, such that each statement finds something with its example from stored-statements.ts: things
 * 7 and 8 belong to organization 1. Texts contain what databases may treat differently: capitals, accents, characters beyond 16 bits and the special
 * characters of LIKE.
 */
import type { Database } from '../../../src/db/driver/database.ts';
import { MAX_INSTANT } from '../../../src/time/iso.ts';
import { DAY_MS } from '../../../src/time/units.ts';
import { fillEveryTable } from './every-table.ts';
import { NOW } from './stored-statements.ts';

/** Organization 3 has no rows. Thing 3 of each kind is special: deactivated, due, failed or revoked. */
const FEW = {
  organizations: 3,
  rowsOfEach: 30,
  bareSchedules: 5,
  organizationOf: (number: string) => `1 + (${number}) / 20`,
};

/** By the last digit of the id. Keys are those of searchKey in services/shared/searching.ts. */
const NAMES: readonly (readonly [digit: number, name: string, key: string])[] = [
  [0, 'ÉCOLE', 'école'],
  [1, 'Straße', 'straße'],
  [2, 'İstanbul', 'i̇stanbul'],
  [3, '😀', '😀'],
  [4, '100%', '100%'],
  [5, 'snake_case', 'snake_case'],
  [6, 'back\\slash', 'back\\slash'],
  [9, '"O\'\'Brien"', '"o\'\'brien"'],
];

/** An id in SQL, of a row that `fillEveryTable` made. */
const id = (prefix: string, number: number) => `'${prefix}_${String(number).padStart(26, '0')}'`;

/** Prepends the names above to names and other texts. */
function awkwardTexts(): string[] {
  const prefixed = (table: string, columns: readonly string[], keyColumn = 'id') =>
    NAMES.map(([digit, name, key]) => {
      const changes = columns.map((column) => `${column} = '${column.endsWith('_key') ? key : name} ' || ${column}`);
      return `update ${table} set ${changes.join(', ')} where substr(${keyColumn}, length(${keyColumn})) = '${digit}'`;
    });
  return [
    ...prefixed('organizations', ['name']),
    ...prefixed('users', ['name', 'name_key']),
    ...prefixed('teams', ['name', 'name_key']),
    ...prefixed('schedules', ['name', 'name_key']),
    ...prefixed('coverage_requests', ['reason']),
    ...prefixed('chat_groups', ['name']),
    ...prefixed('local_chat_groups', ['name', 'handle']),
    ...prefixed('local_chat_messages', ['text']),
    ...prefixed('schedule_chat_channels', ['channel_name'], 'channel_id'),
  ];
}

/** Every nullable column has some nulls and some values. */
const OPTIONAL_VALUES = [
  `update users set time_zone = 'Europe/Berlin' where substr(id, 30) in ('2', '4', '8')`,
  `update users set chat_id = null where substr(id, 30) = '8'`,
  `update users set reminder_hours_json = '[24]' where substr(id, 30) in ('4', '7')`,
  `update teams set description = name where substr(id, 30) in ('2', '4', '6')`,
  `update schedules set description = name where substr(id, 30) in ('2', '4', '6')`,
  `update schedules set broken_reason = 'Broken: ' || name where substr(id, 30) in ('4', '7')`,
  `update revisions set created_by = users.id from users
    where substr(users.id, 5) = substr(schedule_id, 5) and substr(schedule_id, 30) in ('2', '7')`,
  `update api_keys set expires_at = ${MAX_INSTANT} - 1, last_used_at = ${NOW} where substr(id, 30) in ('2', '8')`,
  `update api_keys set revoked_at = ${NOW} where substr(id, 30) = '3'`,
  `update sessions set browser = 'Firefox 😀' where substr(id, 30) in ('2', '8')`,
  `update idempotency_keys set status = 201, response_json = '{"id":7}' where substr(lease_id, 30) in ('2', '8')`,
  `update idempotency_keys set status = 201, kept_json = '"sch_7"' where substr(lease_id, 30) in ('3', '9')`,
  `update calendar_feeds set kind = 'team', subject_id = 'tea' || substr(id, 4) where substr(id, 30) in ('2', '8')`,
  `update time_off set reason = 'É😀' where substr(id, 30) in ('2', '7')`,
  `update time_off set event_key = null where substr(id, 30) = '8'`,
  `update schedules set changed_at = ${NOW}, change_count = 7 where substr(id, 30) in ('2', '8')`,
  'update schedules set turns_per_year = 366',
  `update schedules set created_by = users.id from users
    where substr(users.id, 5) = '00000000000000000000000007' and substr(schedules.id, 5) = '00000000000000000000000008'`,
  `update teams set external_id = 'external ' || id, managed_by = 'file' where substr(id, 30) in ('2', '7')`,
  `update schedules set external_id = 'external ' || id, managed_by = 'file' where substr(id, 30) in ('2', '7')`,
  `update overrides set managed_by = 'file' where substr(id, 30) in ('2', '7')`,
  `update webhooks set external_id = 'external ' || id, managed_by = 'file' where substr(id, 30) in ('2', '7')`,
  `update calendar_rules set rules_json = '{"holidays":null}' where substr(subject_id, 30) in ('2', '8')`,
  `update sign_in_links set used_at = ${NOW} where substr(user_id, 30) = '3'`,
  `update coverage_answers set shifts_json = null, start_at = null, end_at = null where substr(id, 30) in ('3', '6')`,
  `update coverage_requests set asked_users_json = '[]', asked_by = user_id, next_reminder_at = ${NOW} + 1 where substr(id, 30) in ('2', '7')`,
  `update overrides set deleted_at = end_at where substr(id, 30) = '3'`,
  `update overrides set reason = 'É😀', changed_by = created_by, changed_at = ${NOW} where substr(id, 30) in ('3', '7')`,
  `update audit_log set actor_id = null where substr(id, 30) = '3'`,
  `update delivery_queues set lease_id = 'lea_${'0'.repeat(25)}7' where destination_id = 'C7'`,
  `update delivery_queues set due_at = null where destination_id = 'C8'`,
  `update deliveries set error = 'no answer', chat_message_id = 'message', replaces_id = id where substr(id, 30) in ('2', '8')`,
  `update chat_groups set synced_at = ${NOW}, sync_error = 'no answer', failures = 2 where id in ('S3', 'S8')`,
  `update chat_groups set lease_id = 'lea_${'0'.repeat(25)}7', sync_due_at = ${NOW} + 1 where id in ('S3', 'S7')`,
  `update departures set lease_id = 'lea_${'0'.repeat(25)}7' where substr(user_id, 30) in ('3', '7')`,
  `update chat_groups set known_json = '{}', unsure_at = ${NOW} where id in ('S3', 'S8')`,
  `update deliveries set failing_since = ${NOW} where substr(id, 30) in ('2', '7')`,
  `update deliveries set retry_at = ${NOW} + 1, answer_json = '{"body":"😀"}' where substr(id, 30) in ('7', '8')`,
  `update deliveries set burst = 'burst 7', shift_at = ${NOW}, held_until = ${NOW}, merged_into = id where substr(id, 30) in ('6', '7', '8')`,
  `update webhooks set description = 'É😀', schedule_ids_json = '[]', team_ids_json = '[]' where substr(id, 30) in ('2', '7')`,
  `update webhooks set former_secret = 'former', former_secret_until = ${NOW}, failing_since = ${NOW} - 1 where substr(id, 30) in ('3', '7')`,
  `update webhooks set earlier_secrets_json = '[]' where substr(id, 30) = '7'`,
  `update webhooks set disabled_at = ${NOW}, disabled_reason = 'gone' where substr(id, 30) = '8'`,
  `update gap_watch set told_until = ${NOW} where substr(schedule_id, 30) in ('2', '7')`,
];

/** Many are due at the same time, some at the end of time and some never. */
const TIED_TIMES = [
  `update schedules set next_change_at = ${NOW} where substr(id, 30) in ('1', '2')`,
  `update schedules set next_change_at = ${MAX_INSTANT} where substr(id, 30) = '5'`,
  `update schedules set next_change_at = null where substr(id, 30) = '6'`,
  `update schedules set notifications_due_at = ${NOW} where substr(id, 30) in ('2', '7')`,
  `update schedules set notifications_due_at = ${MAX_INSTANT} where substr(id, 30) = '5'`,
  `update schedules set next_reminder_at = ${NOW} where substr(id, 30) in ('2', '8')`,
  `update delivery_queues set due_at = ${NOW} where substr(destination_id, length(destination_id)) in ('1', '2')`,
  `update delivery_queues set kind = 'webhook', due_at = ${NOW} where substr(destination_id, length(destination_id)) in ('3', '4')`,
  `update delivery_queues set kind = 'mail' where substr(destination_id, length(destination_id)) = '4'`,
  `update gap_watch set due_at = ${NOW} where substr(schedule_id, 30) in ('1', '2')`,
  `update chat_groups set sync_due_at = ${NOW} where substr(id, length(id)) in ('1', '2')`,
  `update chat_groups set sync_due_at = null where substr(id, length(id)) = '6'`,
  `update audit_log set created_at = ${NOW} where substr(id, 30) in ('1', '2', '7')`,
  `update overrides set rank = 1 where substr(id, 30) in ('1', '2', '7')`,
  `update coverage_requests set start_at = ${NOW} - ${DAY_MS}, end_at = ${NOW} where substr(id, 30) in ('1', '2')`,
  `update coverage_requests set next_reminder_at = ${NOW} where substr(id, 30) in ('1', '2')`,
  `update coverage_requests set start_at = ${NOW} - ${DAY_MS}, end_at = ${NOW} + 1 where substr(id, 30) = '7'`,
];

/** A row for each value of a column with few values. */
const ONE_OF_EACH_KIND = [
  `update users set role = 'admin' where substr(id, 30) = '4'`,
  // Not the owner of a real organization, whose random id may end in a 5 too: an owner cannot be a viewer.
  `update users set seat = 'viewer' where id = ${id('usr', 5)}`,
  `update users set role = 'owner' where substr(id, 30) = '8'`,
  `update users set email = 'Person-3@EXAMPLE.com' where substr(id, 29) = '03'`,
  `update users set deactivated_at = ${NOW}, email_key = null, chat_id = null where substr(id, 29) = '13'`,
  `update coverage_answers set user_id = ${id('usr', 13)} where id = ${id('ans', 14)}`,
  `update coverage_requests set status = 'accepted', accepted_by = user_id, accepted_at = ${NOW} where substr(id, 30) = '8'`,
  `update deliveries set status = 'failed' where status <> 'pending' and substr(id, 30) in ('3', '8')`,
  `update deliveries set status = 'pending', done_at = null where substr(id, 30) = '7'`,
  `update deliveries set destination_id = 'C7' where substr(id, 30) in ('7', '8')`,
  `update delivery_queues set last_sequence = 3 where destination_id = 'C7'`,
  `update delivery_queues set last_sequence = 100 where destination_id = 'C1'`,
  `update local_chat_groups set is_enabled = 0 where substr(id, 30) = '3'`,
];

const ORGANIZATION = id('org', 1);
const SCHEDULE = id('sch', 7);
const TEAM = id('tea', 7);
const USER = id('usr', 7);
const OVERRIDE = id('ovr', 7);

/** What several examples need together: rows that belong to user 7 and to schedule, team or override 7. */
const EXAMPLES = [
  `insert into schedule_teams (organization_id, schedule_id, team_id, position)
    values (${ORGANIZATION}, ${SCHEDULE}, ${TEAM}, 2)`,
  `insert into schedule_users (organization_id, schedule_id, user_id, until_at)
    values (${ORGANIZATION}, ${SCHEDULE}, ${USER}, ${MAX_INSTANT})`,
  `insert into team_members (organization_id, team_id, user_id, created_at)
    values (${ORGANIZATION}, ${TEAM}, ${USER}, ${NOW}), (${ORGANIZATION}, ${id('tea', 8)}, ${USER}, ${NOW})`,
  `insert into audit_log (id, organization_id, actor_id, action, target_id, detail_json, created_at) values
    (${id('aud', 101)}, ${ORGANIZATION}, ${USER}, 'schedule.update', ${SCHEDULE}, '{"name":"É😀"}', ${NOW}),
    (${id('aud', 102)}, ${ORGANIZATION}, ${USER}, 'schedule.update', ${SCHEDULE}, '{}', ${NOW}),
    (${id('aud', 103)}, ${ORGANIZATION}, ${USER}, 'schedule_x', ${SCHEDULE}, '{}', ${NOW + DAY_MS}),
    (${id('aud', 104)}, ${ORGANIZATION}, ${USER}, 'user.updated', ${USER}, '{}', ${NOW + DAY_MS})`,
  `insert into change_notifications (id, organization_id, schedule_id, notification_json, created_at) values
    (${id('new', 101)}, ${ORGANIZATION}, ${SCHEDULE}, '{"name":"É😀"}', ${NOW}),
    (${id('new', 102)}, ${ORGANIZATION}, ${id('sch', 8)}, '{}', ${NOW})`,
  `insert into schedule_chat_channels (organization_id, schedule_id, channel_id, channel_name, created_at) values
    (${ORGANIZATION}, ${SCHEDULE}, 'C1a', 'general', ${NOW}),
    (${ORGANIZATION}, ${SCHEDULE}, 'C1B', 'general', ${NOW}),
    (${ORGANIZATION}, ${SCHEDULE}, 'C10', 'general', ${NOW})`,
  `insert into revisions (organization_id, schedule_id, number, valid_from, valid_until, layer_json, created_at)
    values (${ORGANIZATION}, ${SCHEDULE}, 2, ${NOW + DAY_MS}, ${NOW + 2 * DAY_MS}, '{}', ${NOW})`,
  `insert into override_users (organization_id, override_id, user_id, end_at)
    values (${ORGANIZATION}, ${OVERRIDE}, ${USER}, ${MAX_INSTANT})`,
  `update overrides set schedule_id = ${SCHEDULE} where id in (${OVERRIDE}, ${id('ovr', 8)})`,
  `update overrides set start_at = ${NOW - 1}, end_at = ${NOW + DAY_MS} where id = ${OVERRIDE}`,
  `update sessions set user_id = ${USER} where id = ${id('ses', 8)}`,
  `update sign_in_attempts set window_start = ${NOW} where bucket = 'bucket 7'`,
  `update coverage_requests set user_id = ${USER} where id = ${id('cov', 7)}`,
  `update organizations
    set schedule_count = (select count(*) from schedules where schedules.organization_id = organizations.id)`,
];

export async function fillWithExamples(db: Database): Promise<void> {
  await fillEveryTable(db, FEW);
  const changes = [...awkwardTexts(), ...OPTIONAL_VALUES, ...TIED_TIMES, ...ONE_OF_EACH_KIND, ...EXAMPLES];
  await db.exclusively(async (tx) => {
    for (const sql of changes) await tx.execute(sql);
  });
}
