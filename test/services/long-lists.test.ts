/** Long lists of schedules: callers with the same page share the work, and others do not wait for it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Database, Queryable } from '../../src/db/driver/database.ts';
import { shownUsersByIds } from '../../src/db/people/users.ts';
import { revisionsInForce } from '../../src/db/schedules/revisions.ts';
import type { ScheduleRow } from '../../src/db/schedules/schedules.ts';
import type { OrganizationId, UserId } from '../../src/ids.ts';
import { showList } from '../../src/services/schedules/schedule-answers.ts';
import { CallerLeft } from '../../src/services/shared/work.ts';
import { MAX_INSTANT } from '../../src/time/iso.ts';

const START = Date.UTC(2026, 0, 5, 9);
const BEFORE_HANDOFF = Date.UTC(2026, 1, 2, 8, 59, 59);
const AFTER_HANDOFF = Date.UTC(2026, 1, 2, 9, 0, 1);

const LAYER = {
  name: 'Days',
  rotationStart: START,
  concurrentUsers: 1,
  users: ['usr_ada', 'usr_ben'],
  shiftLength: { amount: 1, unit: 'days' },
};

const USERS = ['ada', 'ben'].map((name) => ({
  id: `usr_${name}`,
  name,
  email: `${name}@example.com`,
  time_zone: null,
  role: 'standard',
  seat: 'member',
  chat_id: null,
  deactivated_at: null,
}));

/** As a read cache returns them: frozen. */
function pageOf(name: string, length = 30): ScheduleRow[] {
  return Array.from({ length }, (_, i) => {
    const row = { id: `sch_${name}_${i}`, organization_id: 'org_1', name, description: null, time_zone: 'UTC' };
    return Object.freeze({ ...row, external_id: null, managed_by: null }) as unknown as ScheduleRow;
  });
}

function caller(name: string, hasLeft = () => false) {
  return { organizationId: 'org_1' as OrganizationId, userId: `usr_${name}` as UserId, hasLeft };
}

/** Reads of the revisions of schedules with the name in `held` end when it is released. */
function given(held?: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
  const reads: string[] = [];
  const time = { now: BEFORE_HANDOFF };
  const db: Queryable = {
    async all(statement: unknown, { ids = [] }: { ids?: readonly string[] }) {
      if (statement === shownUsersByIds) return USERS;
      if (statement !== revisionsInForce) return [];
      const name = ids[0]?.split('_')[1] ?? '';
      reads.push(name);
      if (name === held) {
        hold();
        await released;
      }
      return ids.map((id) => ({
        organization_id: 'org_1',
        schedule_id: id,
        number: 0,
        valid_from: START,
        valid_until: MAX_INSTANT,
        layer_json: JSON.stringify(LAYER),
        departures: null,
      }));
    },
  } as unknown as Queryable;
  const services = { db: db as Database, clock: { now: () => time.now } };
  return { services, reads, time, isHeld, release };
}

describe('a long list of schedules', () => {
  it('is computed once for all who ask for the same page at the same time', async () => {
    const { services, reads } = given();
    const page = pageOf('same');
    const lists = await Promise.all(['cai', 'dee', 'eve', 'cai'].map((name) => showList(services, caller(name), page)));
    assert.deepEqual(reads, ['same']);
    for (const list of lists) assert.deepEqual(list, lists[0]);
    assert.equal(lists[0]?.length, 30);
  });

  it('does not wait for a page that another user asks for', async () => {
    const { services, reads, isHeld, release } = given('slow');
    const slow = showList(services, caller('cai'), pageOf('slow'));
    await isHeld;
    const second = showList(services, caller('cai'), pageOf('second'));
    assert.equal((await showList(services, caller('dee'), pageOf('quick'))).length, 30);
    assert.deepEqual(reads, ['slow', 'quick']);
    release();
    assert.deepEqual([(await slow).length, (await second).length], [30, 30]);
  });

  it('names who is on call after the wait', async () => {
    const { services, time, isHeld, release } = given('handoff');
    const page = pageOf('handoff');
    const first = showList(services, caller('cai'), page);
    await isHeld;
    const second = showList(services, caller('dee'), page);
    time.now = AFTER_HANDOFF;
    release();
    const names = [await first, await second].map(([one]) => one?.current_oncall_shift?.users[0]?.name);
    assert.deepEqual(names, ['ben', 'ada']);
  });

  it('is not computed for a caller who has left', async () => {
    const { services, reads, isHeld, release } = given('left');
    const first = showList(services, caller('cai'), pageOf('left'));
    await isHeld;
    const gone = showList(
      services,
      caller('cai', () => true),
      pageOf('gone'),
    );
    release();
    await assert.rejects(gone, CallerLeft);
    await first;
    assert.deepEqual(reads, ['left']);
  });

  it('is computed by the next caller if the first one fails', async () => {
    const { services } = given();
    const page = pageOf('failing');
    let failures = 1;
    const all = services.db.all;
    const db = {
      ...services.db,
      all: (...args: Parameters<typeof all>) => (failures-- > 0 ? Promise.reject(new Error('lost')) : all(...args)),
    };
    const [first, second] = await Promise.allSettled(
      ['cai', 'dee'].map((name) => showList({ ...services, db: db as Database }, caller(name), page)),
    );
    assert.deepEqual([first?.status, second?.status], ['rejected', 'fulfilled']);
  });
});
