/**
 * [STO-4] An answer about a schedule outlives a commit if everything that it was computed from reads the same again. Every operation of
 * the table is done once; after each, the answer must be what is computed from the stored data.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DatabaseConfig } from '../../src/config/database.ts';
import { parseId } from '../../src/ids.ts';
import type { Caller } from '../../src/permissions.ts';
import { getSchedule, listSchedules } from '../../src/services/schedules/schedules.ts';
import { listShifts } from '../../src/services/schedules/shifts.ts';
import type { Services } from '../../src/services/shared/services.ts';
import { formatInstant } from '../../src/time/iso.ts';
import { DAY_MS } from '../../src/time/units.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { startNode } from './node.ts';
import { isWork, OPERATIONS, type Operation } from './operations.ts';
import { copyToPostgres, copyToSqlite } from './stored-state.ts';
import { type BuiltWorld, buildWorld, NOW_MS } from './world.ts';

const A_YEAR_LATER = formatInstant(NOW_MS + 366 * DAY_MS);

type Copy = (source: string) => Promise<{ readonly config: DatabaseConfig; remove(): Promise<void> }>;

const COPIES: Readonly<Record<string, Copy>> = {
  SQLite: async (source) => {
    const { path, remove } = await copyToSqlite(source);
    return { config: { kind: 'sqlite', path }, remove };
  },
  PostgreSQL: copyToPostgres,
};

let built: BuiltWorld;
before(async () => {
  built = await buildWorld();
});
after(() => built.remove());

for (const [name, copy] of Object.entries(COPIES)) {
  describe(`answers about schedules, on ${name}`, () => {
    let remove: () => Promise<void>;
    let node: Awaited<ReturnType<typeof startNode>>;
    let otherNode: typeof node;

    beforeEach(async () => {
      const copied = await copy(built.path);
      remove = copied.remove;
      node = await startNode(copied.config);
      otherNode = await startNode(copied.config);
    });
    afterEach(() => cleanUp(node.stop, otherNode.stop, remove));

    it('follow every change, and outlive changes to other things', async () => {
      const { ids } = built.world;
      const wanted = [ids.primary, ids.secondary];
      let last = await readEach(node, wanted);
      let [reused, changed] = [0, 0];
      for (const operation of OPERATIONS.toSorted(deletionsLast)) {
        await node.perform(operation, built.world);
        // As over the network: two requests never share a turn of the event loop.
        await nextTurn();
        const answers = await readEach(node, wanted);
        const schedules = answers.flatMap((answer) => answer?.schedule ?? []);
        // A list is computed from its own rows.
        assert.deepEqual(schedules, await readList(node, wanted), operation.name);
        for (const [i, answer] of answers.entries()) {
          if (answer === last[i]) reused++;
          else changed++;
        }
        last = answers;
      }
      assert.ok(changed > OPERATIONS.length / 10, `${changed} changed`);
      // On PostgreSQL nothing is kept while its checks take too long, as on a busy machine.
      if (name === 'SQLite') assert.ok(reused > OPERATIONS.length / 2, `${reused} reused`);
    });

    it('follow a change that another node commits', async () => {
      const { ids } = built.world;
      await readEach(node, [ids.secondary]);
      await otherNode.services.db.exclusively(async (tx) => {
        await tx.execute(`update users set name = 'Evelyn' where id = '${ids.eve}'`);
      });
      // SQLite is asked once in a turn of the event loop, and this node has no other way to notice: decision 7.
      await nextTurn();
      const [after] = await readEach(node, [ids.secondary]);
      assert.ok(after?.schedule.users.some((user) => user.name === 'Evelyn'));
    });

    it('follow a departure before the schedule is changed for it', async () => {
      const { ids } = built.world;
      const [before] = await readEach(node, [ids.secondary]);
      await node.services.db.exclusively(async (tx) => {
        await tx.execute(
          `insert into departures (organization_id, user_id, started_by, left_at, due_at)
            select organization_id, id, '${ids.owner}', ${NOW_MS}, ${NOW_MS} from users where id = '${ids.eve}'`,
        );
      });
      const [after] = await readEach(node, [ids.secondary]);
      assert.notDeepEqual(after, before);
      assert.deepEqual([after?.schedule], await readList(node, [ids.secondary]));
    });
  });
}

interface Reading {
  readonly services: Services;
}

function owner(): Caller {
  const { ids } = built.world;
  const organizationId = parseId('organization', ids.organization) ?? assert.fail();
  const userId = parseId('user', ids.owner) ?? assert.fail();
  return { organizationId, userId, role: 'owner', seat: 'member' };
}

/** Undefined: deleted. The shifts of a year come first: what is cached for them must not hide a read from the answer. */
function readEach({ services }: Reading, ids: readonly string[]) {
  const year = { to: A_YEAR_LATER, clip_to_interval: false, page: 1, per_page: 1 };
  return services.db.asOneReader(() =>
    Promise.all(
      ids.map((id) =>
        listShifts(services, owner(), id, year)
          .then(() => getSchedule(services, owner(), id))
          .catch(() => undefined),
      ),
    ),
  );
}

async function readList({ services }: Reading, ids: readonly string[]) {
  const { schedules } = await services.db.asOneReader(() =>
    listSchedules(services, owner(), { page: 1, per_page: 100 }),
  );
  return ids.flatMap((id) => schedules.find((schedule) => schedule.id === id) ?? []);
}

function deletionsLast(a: Operation, b: Operation): number {
  return Number(isDeletion(a)) - Number(isDeletion(b));
}

function isDeletion(operation: Operation): boolean {
  return !isWork(operation) && operation.route.startsWith('DELETE');
}
