/** Rows in every table, of several organizations: by default enough that PostgreSQL plans as in a large installation. */
import type { Database, ExclusiveTransaction } from '../../../src/db/driver/database.ts';
import type { Tables } from '../../../src/db/schema/tables.ts';
import { DAY_MS } from '../../../src/time/units.ts';
import { fillWith, idOf, insertMany, trustReferences } from './many-rows.ts';

export interface TableSizes {
  readonly organizations: number;
  readonly rowsOfEach: number;
  /** Schedules without any content. */
  readonly bareSchedules: number;
  /** SQL for the organization number of row `number`, which is SQL too. */
  readonly organizationOf: (number: string) => string;
}

/** So many bare schedules that it never pays to read them all for a list of a hundred. */
const LARGE_INSTALLATION: TableSizes = {
  organizations: 50,
  rowsOfEach: 5_000,
  bareSchedules: 40_000,
  organizationOf: (number) => `1 + (${number}) % 50`,
};
const NOW = Date.UTC(2026, 0, 5, 9);

const numbered = (prefix: string, number = 'i') => `'${prefix}' || cast(${number} as text)`;

type RowsOf = {
  readonly [T in keyof Tables]?: Readonly<Partial<Record<keyof Tables[T] & string, string | number>>>;
};

/** In an order in which referenced rows come first. */
function rowsOf(organization: (number: string) => string): RowsOf {
  const mine = { organization_id: organization('i') };
  const once = { ...mine, created_at: `${NOW} + i` };
  const group = { ...mine, group_id: numbered('S') };
  const user = { ...mine, user_id: idOf('usr', 'i') };
  const schedule = { ...mine, schedule_id: idOf('sch', 'i') };
  return {
    api_keys: { ...once, ...user, id: idOf('key', 'i'), name: `'Key'`, key_hash: numbered('hash '), hint: `'hint'` },
    sessions: { ...once, ...user, id: idOf('ses', 'i'), token_hash: numbered('hash '), last_seen_at: `${NOW} + i` },
    calendar_feeds: {
      ...once,
      ...user,
      id: idOf('cal', 'i'),
      kind: `'mine'`,
      token_hash: numbered('hash '),
      encrypted_token: numbered('encrypted '),
      secret_id: numbered('secret '),
    },
    time_off: {
      ...once,
      ...user,
      id: idOf('off', 'i'),
      start_at: `${NOW} + i`,
      end_at: `${NOW} + i + ${DAY_MS}`,
      event_key: numbered('event '),
    },
    idempotency_keys: {
      ...user,
      route: `'POST /teams/'`,
      idempotency_key: numbered('key '),
      fingerprint: numbered('fingerprint '),
      lease_id: idOf('lea', 'i'),
      started_at: `${NOW} + i`,
    },
    idempotency_key_counts: { ...user, day: `${NOW} + i`, count: 1 },
    passwords: { ...user, hash: `'hash'` },
    sign_in_links: { ...user, token_hash: numbered('hash '), expires_at: `${NOW} + i` },
    oidc_identities: { ...once, ...user, issuer: `'https://sign-in.example.com'`, subject: numbered('subject ') },
    sign_in_attempts: { bucket: numbered('bucket '), window_start: `${NOW} + i`, count: 1 },
    teams: { ...once, id: idOf('tea', 'i'), name: numbered('Team '), name_key: numbered('team ') },
    erasures: { ...user, traces_json: `'{}'` },
    calendar_rules: { ...mine, subject_id: idOf('usr', 'i'), rules_json: `'{"holidays":{"country":"DE"}}'` },
    former_calendar_rules: {
      ...mine,
      subject_id: idOf('usr', 'i'),
      field: `'holidays'`,
      until_at: `${NOW} + i`,
      value_json: `'null'`,
    },
    coverage_answers: {
      ...user,
      id: idOf('ans', 'i'),
      request_id: idOf('cov', 'i'),
      answered_at: `${NOW} + i`,
      shifts_json: `'[]'`,
      start_at: `${NOW} + i`,
      end_at: `${NOW} + ${DAY_MS} + i`,
    },
    departures: {
      ...user,
      started_by: idOf('usr', '1 + i / 5'),
      left_at: `${NOW} + i`,
      due_at: `${NOW} + i`,
      reopened_to: 'null',
    },
    team_members: { ...once, ...user, team_id: idOf('tea', '1 + i / 5') },
    schedule_teams: { ...schedule, team_id: idOf('tea', '1 + i / 5'), position: 1 },
    audit_log: {
      ...once,
      id: idOf('aud', 'i'),
      actor_id: idOf('usr', '1 + i / 5'),
      action: numbered('action ', 'i % 20'),
      target_id: idOf('sch', '1 + i / 5'),
      detail_json: `'{}'`,
    },
    chat_groups: {
      ...once,
      id: numbered('S'),
      name: `'Group'`,
      handle: numbered('group-'),
      change_count: 1,
      sync_due_at: `${NOW} + i`,
    },
    schedule_chat_groups: { ...once, ...schedule, ...group },
    schedule_chat_channels: { ...once, ...schedule, channel_id: numbered('C'), channel_name: `'channel'` },
    change_notifications: {
      ...once,
      id: idOf('new', 'i'),
      schedule_id: idOf('sch', '1 + i / 5'),
      notification_json: `'{}'`,
    },
    deliveries: {
      ...once,
      id: idOf('del', 'i'),
      destination_id: numbered('C', 'i / 5'),
      sequence: 'i % 5',
      message_json: `'{}'`,
      subject_id: idOf('cov', '1 + i / 5'),
      status: `case when i % 10 = 0 then 'pending' else 'sent' end`,
      attempts: 1,
      done_at: `case when i % 10 = 0 then null else ${NOW} + i end`,
    },
    delivery_queues: { ...mine, destination_id: numbered('C'), due_at: `${NOW} + i`, failures: 0 },
    webhooks: {
      ...once,
      id: idOf('whk', 'i'),
      url: numbered('https://hooks.example.com/'),
      events_json: `'["gap.ahead"]'`,
      secret: `'secret'`,
    },
    gap_watch: { ...schedule, due_at: `${NOW} + i` },
    local_chat_groups: {
      ...once,
      id: idOf('grp', 'i'),
      name: `'Group'`,
      handle: numbered('group-'),
      is_enabled: 1,
      members_json: `'[]'`,
    },
    local_chat_messages: { ...once, id: idOf('msg', 'i'), channel_id: numbered('C', 'i % 50'), text: `'Hello'` },
  };
}

export async function fillEveryTable(db: Database, sizes = LARGE_INSTALLATION): Promise<void> {
  const { organizations, rowsOfEach, bareSchedules } = sizes;
  const organization = (number: string) => idOf('org', sizes.organizationOf(number));
  await db.exclusively((tx) =>
    insertMany(tx, 'organizations', organizations, {
      id: idOf('org', 'i'),
      name: numbered('Organization '),
      time_zone: `'UTC'`,
      created_at: NOW,
    }),
  );
  const amounts = {
    users: rowsOfEach,
    schedules: rowsOfEach,
    overridesOfEach: 4,
    coverageRequests: rowsOfEach,
  };
  await fillWith(db, amounts, { nowMs: NOW, organization });
  await db.exclusively(async (tx) => {
    await trustReferences(tx);
    for (const [table, columns] of Object.entries(rowsOf(organization))) {
      await insertMany(tx, table as keyof Tables, rowsOfEach, columns);
    }
    await insertMany(tx, 'notice_watch', organizations, { organization_id: idOf('org', 'i'), due_at: `${NOW} + i` });
    await insertMany(tx, 'schedules', bareSchedules, {
      organization_id: organization('i'),
      created_at: `${NOW} + i`,
      id: idOf('sch', `${rowsOfEach} + i`),
      name: `'Schedule'`,
      name_key: `'schedule'`,
      time_zone: `'UTC'`,
      latest_revision: 0,
      created_by: idOf('usr', 1),
    });
    await spreadDueTimes(tx);
    await tx.execute('analyze');
  });
}

/** For a few schedules a notification or a reminder is due; a few requests were answered, a few users left. */
async function spreadDueTimes(tx: ExclusiveTransaction): Promise<void> {
  const fewer = `substr(id, 29) in ('03', '35', '67')`;
  await tx.execute(
    `update schedules set notifications_due_at = created_at, next_reminder_at = created_at where ${fewer}`,
  );
  await tx.execute(`update coverage_requests set next_reminder_at = start_at where ${fewer.replace('03', '05')}`);
  await tx.execute(`update coverage_requests set status = 'canceled' where ${fewer}`);
  await tx.execute(`update coverage_requests set expired_at = ${NOW + DAY_MS} where substr(id, 30) = '4'`);
  await tx.execute(`update users set deactivated_at = ${NOW}, email_key = null, chat_id = null where ${fewer}`);
  await tx.execute(`update users set role = 'owner' where substr(id, 28) = '011'`);
}
