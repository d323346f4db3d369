/** Inserts many schedules with the same people directly into the tables: using the API would take longer than the test. */
import type { Database } from '../../../src/db/driver/database.ts';
import { statement } from '../../../src/db/driver/statement.ts';
import type { UserId } from '../../../src/ids.ts';
import { MAX_INSTANT } from '../../../src/time/iso.ts';
import { DAY_MS, WEEK_MS } from '../../../src/time/units.ts';

const ROWS_PER_BATCH = 500;

/** How long before `nowMs` the weekly turns have started. */
const AGE_MS = 10 * DAY_MS;

export interface ManySchedules {
  readonly count: number;
  /** The people of the weekly turns in all of them, in this order: of three, the second is on call now. */
  readonly people: readonly { readonly id: string }[];
  readonly nowMs: number;
  /** The number of the first id. */
  readonly firstNumber?: number;
  /** Changes to the layer as it is stored. */
  readonly layer?: object;
}

/** Returns their ids. */
export async function addManySchedules(
  db: Database,
  { count, people, nowMs, firstNumber = 1, layer: changes = {} }: ManySchedules,
): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, i) => `sch_${String(firstNumber + i).padStart(26, '0')}`);
  const users = people.map(({ id }) => id);
  const start = nowMs - AGE_MS;
  const layer = JSON.stringify({
    name: 'Weeks',
    rotationStart: start,
    concurrentUsers: 1,
    users,
    shiftLength: { amount: 1, unit: 'weeks' },
    ...changes,
  });
  const organization = '(select id from organizations)';
  await db.exclusively(async (tx) => {
    const insert = async (into: string, rows: readonly string[]) => {
      for (let i = 0; i < rows.length; i += ROWS_PER_BATCH) {
        await tx.execute(`insert into ${into} values ${rows.slice(i, i + ROWS_PER_BATCH).join()}`);
      }
    };
    await insert(
      'schedules (id, organization_id, name, name_key, time_zone, latest_revision, next_change_at, created_by, created_at)',
      ids.map(
        (id) =>
          `('${id}', ${organization}, '${id}', '${id}', 'Europe/Berlin', 0, ${start + 2 * WEEK_MS}, '${users[0]}', ${start})`,
      ),
    );
    await insert(
      'revisions (organization_id, schedule_id, number, valid_from, valid_until, layer_json, created_at)',
      ids.map((id) => `(${organization}, '${id}', 0, ${start}, ${MAX_INSTANT}, '${layer}', ${start})`),
    );
    await insert(
      'schedule_users (organization_id, schedule_id, user_id, until_at)',
      ids.flatMap((id) => users.map((user) => `(${organization}, '${id}', '${user}', ${MAX_INSTANT})`)),
    );
    await tx.execute('update organizations set schedule_count = (select count(*) from schedules)');
    if (tx.idType !== 'text') await tx.execute('analyze');
  });
  return ids;
}

const schedulesWith = statement((q, p: { userId: UserId; since: number }) =>
  q
    .selectFrom('schedule_users')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('user_id', '=', p.userId)
    .where('until_at', '>', p.since),
);

/** How many stored schedules have the user in a layer or an override after that instant. */
export async function schedulesStillWith(
  db: Database,
  { id }: { readonly id: string },
  since: number,
): Promise<number> {
  return (await db.first(schedulesWith, { userId: id as UserId, since }))?.total ?? Number.NaN;
}
