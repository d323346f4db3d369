/**
 * [STO-4] An answer about a schedule outlives a commit if everything that it was computed from reads the same again. Every operation of
 * the table is done once; after each, the answer must be what is computed from the stored data.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseId } from '../../src/ids.ts';
import type { Caller } from '../../src/permissions.ts';
import { runDueBatch } from '../../src/services/jobs/due-work.ts';
import { getSchedule, listSchedules } from '../../src/services/schedules/schedules.ts';
import { listShifts } from '../../src/services/schedules/shifts.ts';
import type { Services } from '../../src/services/shared/services.ts';
import { formatInstant } from '../../src/time/iso.ts';
import { DAY_MS } from '../../src/time/units.ts';
import { SAME_ORIGIN } from '../support/drivers/sessions.ts';
import { describeOnBothDatabases } from '../support/servers/databases.ts';
import { isWork, OPERATIONS, type Operation, requestOf } from './operations.ts';
import { buildWorld, NOW_MS, type World } from './world.ts';

const A_YEAR_LATER = formatInstant(NOW_MS + 366 * DAY_MS);

describeOnBothDatabases('answers about schedules', (create) => {
  it('follow every change, and outlive changes to other things', async () => {
    const { watchbill, world } = await buildWorld(create);
    await using _ = { [Symbol.asyncDispose]: watchbill.stop };
    const { app, services } = watchbill;
    const ids = [world.ids.primary, world.ids.secondary];
    const reading = { services, caller: ownerOf(world) };
    let last = await readEach(reading, ids);
    let [reused, changed] = [0, 0];
    for (const operation of OPERATIONS.toSorted(deletionsLast)) {
      if (isWork(operation)) await runDueBatch(services, operation.work);
      else await app.inject(requestOf(operation, world, SAME_ORIGIN));
      const answers = await readEach(reading, ids);
      // A list is computed from its own rows.
      assert.deepEqual(
        answers.flatMap((answer) => answer?.schedule ?? []),
        await readList(reading, ids),
        operation.name,
      );
      for (const [i, answer] of answers.entries()) {
        if (answer === last[i]) reused++;
        else changed++;
      }
      last = answers;
    }
    assert.ok(
      reused > OPERATIONS.length / 2 && changed > OPERATIONS.length / 10,
      `${reused} reused, ${changed} changed`,
    );
  });

  it('follow a departure before the schedule is changed for it', async () => {
    const { watchbill, world } = await buildWorld(create);
    await using _ = { [Symbol.asyncDispose]: watchbill.stop };
    const { services } = watchbill;
    const ids = [world.ids.secondary];
    const reading = { services, caller: ownerOf(world) };
    const [before] = await readEach(reading, ids);
    await services.db.exclusively(async (tx) => {
      await tx.execute(
        `insert into departures (organization_id, user_id, started_by, left_at, due_at)
          select organization_id, id, '${world.ids.owner}', ${NOW_MS}, ${NOW_MS} from users where id = '${world.ids.eve}'`,
      );
    });
    const [after] = await readEach(reading, ids);
    assert.notDeepEqual(after, before);
    assert.deepEqual([after?.schedule], await readList(reading, ids));
  });
});

interface Reading {
  readonly services: Services;
  readonly caller: Caller;
}

function ownerOf({ ids }: World): Caller {
  const organizationId = parseId('organization', ids.organization) ?? assert.fail();
  const userId = parseId('user', ids.owner) ?? assert.fail();
  return { organizationId, userId, role: 'owner', seat: 'member' };
}

/** Undefined: deleted. The shifts of a year come first: what is cached for them must not hide a read from the answer. */
function readEach({ services, caller }: Reading, ids: readonly string[]) {
  const year = { to: A_YEAR_LATER, clip_to_interval: false, page: 1, per_page: 1 };
  return services.db.asOneReader(() =>
    Promise.all(
      ids.map((id) =>
        listShifts(services, caller, id, year)
          .then(() => getSchedule(services, caller, id))
          .catch(() => undefined),
      ),
    ),
  );
}

async function readList({ services, caller }: Reading, ids: readonly string[]) {
  const { schedules } = await services.db.asOneReader(() =>
    listSchedules(services, caller, { page: 1, per_page: 100 }),
  );
  return ids.flatMap((id) => schedules.find((schedule) => schedule.id === id) ?? []);
}

function deletionsLast(a: Operation, b: Operation): number {
  return Number(isDeletion(a)) - Number(isDeletion(b));
}

function isDeletion(operation: Operation): boolean {
  return !isWork(operation) && operation.route.startsWith('DELETE');
}
