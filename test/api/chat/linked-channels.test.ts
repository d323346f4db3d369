import assert from 'node:assert/strict';
import { it } from 'node:test';
import { failed, type Person, succeeded } from '../../support/drivers/api.ts';
import { createSchedule } from '../../support/drivers/schedules.ts';
import { addStranger } from '../../support/drivers/stranger.ts';
import { givenFreshWatchbill } from '../../support/drivers/suites.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

describeOnBothDatabases('GET /chat/linked_channels/', (create) => {
  const { watchbill, owner, viewer } = givenFreshWatchbill(create, { viewer: { name: 'Vera', seat: 'viewer' } });

  const list = async (query = '', by: Person = viewer) => succeeded(await by.get(`/chat/linked_channels/${query}`));

  const channel = (scheduleId: string, channelId: string, by: Person = owner) => ({
    link: async () => succeeded(await by.put(`/schedules/${scheduleId}/chat_channels/${channelId}`), 204),
    unlink: async () => succeeded(await by.delete(`/schedules/${scheduleId}/chat_channels/${channelId}`), 204),
  });

  async function addSchedules(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let i = 0; i < count; i++) ids.push((await createSchedule(owner, [owner], { name: `Schedule ${i}` })).id);
    return ids.sort();
  }

  it('lists the channels of all schedules, by schedule, for everyone, in pages', async () => {
    assert.deepEqual(await list(), { channels: [], meta: { total: 0, page: 1, per_page: 20 } });
    const [first = '', second = ''] = await addSchedules(3);
    for (const id of [second, first]) {
      await channel(id, 'C0ONCALL').link();
      await channel(id, 'C0GENERAL').link();
    }
    const all = [first, second].flatMap((schedule_id) => [
      { schedule_id, id: 'C0GENERAL', name: 'general' },
      { schedule_id, id: 'C0ONCALL', name: 'oncall' },
    ]);
    assert.deepEqual(await list(), { channels: all, meta: { total: 4, page: 1, per_page: 20 } });
    const pages = [await list('?per_page=3'), await list('?per_page=3&page=2'), await list('?per_page=3&page=3')];
    assert.deepEqual(
      pages.map(({ channels }) => channels),
      [all.slice(0, 3), all.slice(3), []],
    );
    failed(await viewer.get('/chat/linked_channels/?page=0'), 400, 'bad_request');
  });

  it('leaves out what was unlinked, and the channels of deleted schedules', async () => {
    const [first = '', second = ''] = await addSchedules(2);
    for (const id of [first, second]) await channel(id, 'C0ONCALL').link();
    await channel(first, 'C0GENERAL').link();
    await channel(first, 'C0ONCALL').unlink();
    succeeded(await owner.delete(`/schedules/${second}`), 204);
    const rest = [{ schedule_id: first, id: 'C0GENERAL', name: 'general' }];
    assert.deepEqual(await list(), { channels: rest, meta: { total: 1, page: 1, per_page: 20 } });
  });

  it('knows only the schedules of the organization', async () => {
    const stranger = await addStranger(watchbill);
    const { id: theirs } = await createSchedule(stranger, [stranger]);
    await channel(theirs, 'C0ONCALL', stranger).link();
    const [ours = ''] = await addSchedules(1);
    await channel(ours, 'C0GENERAL').link();
    assert.deepEqual((await list()).channels, [{ schedule_id: ours, id: 'C0GENERAL', name: 'general' }]);
    const forThem = [{ schedule_id: theirs, id: 'C0ONCALL', name: 'oncall' }];
    assert.deepEqual((await list('', stranger)).channels, forThem);
  });
});
