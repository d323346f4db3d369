/**
 * Rows in bulk, made by the database itself and straight in its tables: through the API it would take longer than what is tested
 * or measured with them. Numbers stand for things: schedule 7 is `sch_00000000000000000000000007`.
 */
import type { Database, ExclusiveTransaction } from '../../../src/db/driver/database.ts';
import type { Tables } from '../../../src/db/schema/tables.ts';
import { DAY_MS, HOUR_MS } from '../../../src/time/units.ts';

const PEOPLE_OF_EACH = 3;
const OVERRIDES_APART_MS = 20 * DAY_MS;

/** The clocks are never changed there: a turn begins at the same instant of every day. */
const TIME_ZONE = 'Asia/Tokyo';

/** SQL for the id of the thing with a number, which is SQL too. */
export function idOf(prefix: string, number: string | number): string {
  const digits = `cast(${number} as text)`;
  return `'${prefix}_' || substr('${'0'.repeat(26)}', length(${digits}) + 1) || ${digits}`;
}

/** `columns` has SQL for each: `i` is the number of the row, from 1. */
export async function insertMany<T extends keyof Tables>(
  tx: ExclusiveTransaction,
  table: T,
  count: number,
  columns: Readonly<Partial<Record<keyof Tables[T] & string, string | number>>>,
): Promise<void> {
  if (count === 0) return;
  await tx.execute(
    `with recursive numbers(i) as (select cast(1 as bigint) union all select i + 1 from numbers where i < ${count})
      insert into ${table} (${Object.keys(columns).join(', ')}) select ${Object.values(columns).join(', ')} from numbers`,
  );
}

/** Until the end of the transaction, PostgreSQL does not look up whatever each row refers to, one by one. */
export async function trustReferences(tx: ExclusiveTransaction): Promise<void> {
  const isPostgres = tx.idType !== 'text';
  if (isPostgres) await tx.execute('set local session_replication_role = replica');
}

export interface Amounts {
  readonly users: number;
  readonly schedules: number;
  readonly overridesOfEach: number;
  readonly coverageRequests: number;
}

/**
 * Daily turns of three people, overrides of eight hours before and after `nowMs`, and requests for cover that wait for somebody.
 * A turn begins at `nowMs`. `organization` gives SQL for whose the thing with a number is. Nothing is due.
 */
export function fillWith(
  db: Database,
  { users, schedules, overridesOfEach, coverageRequests }: Amounts,
  { nowMs, organization }: { nowMs: number; organization: (number: string) => string },
): Promise<void> {
  const startMs = nowMs - 400 * DAY_MS;
  const personOf = (schedule: string, place: string | number) =>
    idOf('usr', `1 + (${PEOPLE_OF_EACH} * (${schedule}) + ${place}) % ${users}`);
  const layer = `'{"name":"Days","rotationStart":${startMs},"concurrentUsers":1,"users":["' || ${personOf('i', 0)} || '","' || ${personOf('i', 1)} || '","' || ${personOf('i', 2)} || '"],"shiftLength":{"amount":1,"unit":"days"}}'`;
  const overridden = `1 + (i - 1) / ${overridesOfEach}`;
  const overridingUser = idOf('usr', `1 + i % ${users}`);
  const overrideStart = `${nowMs + 12 * HOUR_MS} + ((i - 1) % ${overridesOfEach} - ${Math.floor(overridesOfEach / 2)}) * ${OVERRIDES_APART_MS}`;

  return db.exclusively(async (tx) => {
    await trustReferences(tx);
    await insertMany(tx, 'users', users, {
      id: idOf('usr', 'i'),
      organization_id: organization('i'),
      name: `'Person ' || cast(i as text)`,
      name_key: `'person ' || cast(i as text)`,
      email: `'person-' || cast(i as text) || '@example.com'`,
      email_key: `'person-' || cast(i as text) || '@example.com'`,
      email_match_key: `'person-' || cast(i as text) || '@example.com'`,
      email_match_key_of: `'person-' || cast(i as text) || '@example.com'`,
      chat_id: `'U' || cast(i as text)`,
      role: `'standard'`,
      seat: `'member'`,
      created_at: startMs,
    });
    await insertMany(tx, 'schedules', schedules, {
      id: idOf('sch', 'i'),
      organization_id: organization('i'),
      name: `'Schedule ' || cast(i as text)`,
      name_key: `'schedule ' || cast(i as text)`,
      time_zone: `'${TIME_ZONE}'`,
      latest_revision: 1,
      next_change_at: `${nowMs + 400 * DAY_MS} + i`,
      created_by: idOf('usr', 1),
      created_at: startMs,
    });
    await insertMany(tx, 'revisions', schedules, {
      organization_id: organization('i'),
      schedule_id: idOf('sch', 'i'),
      number: 1,
      valid_from: startMs,
      layer_json: layer,
      created_at: startMs,
    });
    await insertMany(tx, 'schedule_users', PEOPLE_OF_EACH * schedules, {
      organization_id: organization(`1 + (i - 1) / ${PEOPLE_OF_EACH}`),
      schedule_id: idOf('sch', `1 + (i - 1) / ${PEOPLE_OF_EACH}`),
      user_id: personOf(`1 + (i - 1) / ${PEOPLE_OF_EACH}`, `(i - 1) % ${PEOPLE_OF_EACH}`),
      until_at: Date.UTC(2200, 0),
    });
    await insertMany(tx, 'overrides', overridesOfEach * schedules, {
      id: idOf('ovr', 'i'),
      organization_id: organization(overridden),
      schedule_id: idOf('sch', overridden),
      start_at: overrideStart,
      end_at: `${overrideStart} + ${8 * HOUR_MS}`,
      rank: `1 + (i - 1) % ${overridesOfEach}`,
      users_json: `'["' || ${overridingUser} || '"]'`,
      created_by: overridingUser,
      created_at: startMs,
    });
    await insertMany(tx, 'override_users', overridesOfEach * schedules, {
      organization_id: organization(overridden),
      override_id: idOf('ovr', 'i'),
      user_id: overridingUser,
      end_at: `${overrideStart} + ${8 * HOUR_MS}`,
    });
    await insertMany(tx, 'coverage_requests', coverageRequests, {
      id: idOf('cov', 'i'),
      organization_id: organization('i'),
      user_id: idOf('usr', `1 + i % ${users}`),
      reason: `'Away'`,
      status: `'pending'`,
      start_at: `${nowMs + DAY_MS} + i`,
      end_at: `${nowMs + 8 * DAY_MS} + i`,
      shifts_json: `'[]'`,
      created_at: startMs,
    });
  });
}
