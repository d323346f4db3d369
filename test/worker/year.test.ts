/** A year of handoffs in seconds: each is processed once and in order, and the groups are right after each. */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { plainText } from '../../src/chat/plain-text.ts';
import type { ChatMessage } from '../../src/chat/provider.ts';
import { deliveriesPage } from '../../src/db/outbox/deliveries.ts';
import { anyOrganization } from '../../src/db/people/organizations.ts';
import { nextDue, runDueBatch } from '../../src/services/jobs/due-work.ts';
import { formatInstant } from '../../src/time/iso.ts';
import { inDepth } from '../support/depth.ts';
import { type Person, succeeded } from '../support/drivers/api.ts';
import { createSchedule, layer } from '../support/drivers/schedules.ts';
import { givenWatchbill } from '../support/drivers/suites.ts';
import { describeOnSqlite } from '../support/servers/databases.ts';

const SCHEDULES = inDepth(40, 200);
const WITH_GROUP = 4;
const START = '2026-01-05T09:00:00Z';
const END = '2027-01-05T09:00:00Z';

/** With clock changes at different times, and without. */
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'];

describeOnSqlite('a year of handoffs', (create) => {
  let people: Person[];
  const ids: string[] = [];

  const { watchbill } = givenWatchbill(create, {}, START);
  before(async () => {
    people = [];
    for (const name of ['Ada', 'Bob', 'Cleo']) {
      const person = await watchbill.addPerson(name);
      succeeded(await watchbill.owner.patch(`/users/${person.id}`, { chat_id: `U0${name.toUpperCase()}` }));
      people.push(person);
    }
    for (let i = 0; i < SCHEDULES; i++) {
      const first = people.slice(i % 3).concat(people.slice(0, i % 3));
      const shift_length = { amount: i < WITH_GROUP ? 1 : 2, unit: 'weeks' };
      const { id } = await createSchedule(watchbill.owner, first, {
        name: `Schedule ${i}`,
        time_zone: ZONES[i % ZONES.length],
        layers: [layer(first, { shift_length, rotation_start: `2026-01-05T0${i % 10}:00:00Z` })],
      });
      ids.push(id);
      succeeded(await watchbill.owner.put(`/schedules/${id}/chat_channels/C0ONCALL`), 204);
      if (i < WITH_GROUP) {
        const group = { name: `Group ${i}`, handle: `group-${i}` };
        succeeded(await watchbill.owner.put(`/schedules/${id}/chat_user_group/`, group));
      }
    }
  });

  async function assertGroupsRight(): Promise<void> {
    const { groups } = succeeded(await watchbill.owner.get('/chat/local/groups/'));
    const { oncall } = succeeded(await watchbill.owner.get(`/oncall?per_page=${WITH_GROUP}`));
    assert.deepEqual(
      groups.map(({ member_ids }: { member_ids: string[] }) => member_ids),
      oncall.map(({ users }: { users: { chat_id: string }[] }) => users.map(({ chat_id }) => chat_id)),
    );
  }

  /** The expected messages in the schedule's channel: everyone whose turn begins after the start. */
  async function expectedOf(index: number): Promise<string[]> {
    watchbill.at(START);
    const path = `/schedules/${ids[index]}/shifts/?from=${START}&to=${END}&per_page=100`;
    const { shifts } = succeeded(await watchbill.owner.get(path));
    return shifts
      .filter(({ start }: { start: string }) => start > START && start <= END)
      .map(({ users, start }: { users: { name: string }[]; start: string }) => `${users[0]?.name} ${start}`);
  }

  async function toldOf(): Promise<Map<string, string[]>> {
    const organization = await watchbill.services.db.first(anyOrganization, {});
    assert.ok(organization !== undefined);
    const rows = await watchbill.services.db.all(deliveriesPage, {
      organizationId: organization.id,
      limit: 100_000,
      offset: 0,
    });
    const told = new Map<string, string[]>();
    for (const { message_json, created_at } of rows.toReversed()) {
      const text = plainText(JSON.parse(message_json) as ChatMessage);
      const [, schedule = '', who] = /^(.*): (\w+) is on call/.exec(text) ?? [];
      told.set(schedule, [...(told.get(schedule) ?? []), `${who} ${formatInstant(created_at)}`]);
    }
    return told;
  }

  it('is processed completely: every handoff once, on time, in order, with the groups right after each', async () => {
    const { services } = watchbill;
    const end = Date.parse(END);
    for (let { handoff } = await nextDue(services); typeof handoff === 'number' && handoff <= end; ) {
      watchbill.at(formatInstant(handoff));
      for (const kind of ['handoff', 'groupSync', 'delivery'] as const) while ((await runDueBatch(services, kind)) > 0);
      await assertGroupsRight();
      ({ handoff } = await nextDue(services));
    }
    const told = await toldOf();
    for (let i = 0; i < SCHEDULES; i++)
      assert.deepEqual(told.get(`Schedule ${i}`), await expectedOf(i), `Schedule ${i}`);
  });
});
