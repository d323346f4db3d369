import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { clientFrom, failed, succeeded } from '../../support/drivers/api.ts';
import { createSchedule, layer, namesOf, newOverride } from '../../support/drivers/schedules.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

describeOnBothDatabases('[CODE-1] external ids', (create, itOnSqlite) => {
  const { watchbill, owner, ada, ben } = givenWatchbill(create, { ada: 'Ada', ben: 'Ben' });
  beforeEach(() => watchbill.at('2026-01-05T09:00:00Z'));

  it('identify one schedule, and are free again when it is deleted', async () => {
    const body = { external_id: 'primary', managed_by: 'file' };
    const schedule = await createSchedule(owner, [ada], body);
    assert.deepEqual([schedule.external_id, schedule.managed_by], ['primary', 'file']);
    const second = await createSchedule(owner, [ada], { name: 'Second' });
    const answers = [
      await owner.post('/schedules', { ...(await bodyOf('Third')), ...body }),
      await owner.patch(`/schedules/${second.id}`, { external_id: 'primary' }),
    ];
    for (const answer of answers) {
      const message = failed(answer, 422, 'duplicate_external_id');
      assert.equal(message, 'Another schedule has the external_id "primary" already.');
    }
    succeeded(await owner.delete(`/schedules/${schedule.id}`), 204);
    const taken = succeeded(await owner.patch(`/schedules/${second.id}`, { external_id: 'primary' })).schedule;
    assert.equal(taken.external_id, 'primary');
    const freed = succeeded(await owner.patch(`/schedules/${second.id}`, { external_id: null })).schedule;
    assert.equal('external_id' in freed, false);
  });

  itOnSqlite('identify one team', async () => {
    const team = succeeded(
      await owner.post('/teams/', { name: 'One', external_id: 'one', managed_by: 'file' }),
      201,
    ).team;
    assert.deepEqual([team.external_id, team.managed_by], ['one', 'file']);
    const { team: two } = succeeded(await owner.post('/teams/', { name: 'Two' }), 201);
    const message = 'Another team has the external_id "one" already.';
    const added = await owner.post('/teams/', { name: 'Three', external_id: 'one' });
    assert.equal(failed(added, 422, 'duplicate_external_id'), message);
    const changed = await owner.patch(`/teams/${two.id}`, { external_id: 'one' });
    assert.equal(failed(changed, 422, 'duplicate_external_id'), message);
    failed(await owner.post('/teams/', { name: 'ONE', external_id: 'four' }), 422, 'duplicate_team_name');
  });

  itOnSqlite('have letters, digits and a few signs, up to 100', async () => {
    for (const external_id of ['', ' a', 'a b', '-a', 'ä', 'a\n', 'a'.repeat(101), 7]) {
      const message = failed(await owner.post('/teams/', { name: 'No', external_id }), 400, 'bad_request');
      assert.match(message, /^external_id must/);
    }
    succeeded(await owner.post('/teams/', { name: 'Yes', external_id: 'A1._:@/-'.padEnd(100, 'z') }), 201);
  });

  itOnSqlite('are part of the entity tag', async () => {
    const { id } = await createSchedule(owner, [ada]);
    const { etag } = (await owner.get(`/schedules/${id}`)).headers;
    succeeded(await owner.patch(`/schedules/${id}`, { external_id: 'other' }));
    const careful = clientFrom(watchbill.app, { headers: { 'x-api-key': owner.key, 'if-match': String(etag) } });
    failed(await careful.patch(`/schedules/${id}`, { name: 'Late' }), 412, 'precondition_failed');
  });

  itOnSqlite('mark the override that a file created, and list all that are not over', async () => {
    const { id } = await createSchedule(owner, [ada]);
    const far = newOverride([ben], '2040-01-01T00:00:00Z', '2040-01-02T00:00:00Z');
    const { override } = succeeded(
      await owner.post(`/schedules/${id}/overrides/`, { ...far, managed_by: 'file' }),
      201,
    );
    assert.equal(override.managed_by, 'file');
    const { overrides, meta } = succeeded(await owner.get(`/schedules/${id}/overrides/?unfinished=true`));
    assert.deepEqual([overrides, meta.total], [[override], 1]);
    const both = await owner.get(`/schedules/${id}/overrides/?unfinished=true&from=2026-01-05T09:00:00Z`);
    assert.match(failed(both, 422, 'unprocessable_entity'), /^unfinished cannot be combined with from and to/);
  });

  async function bodyOf(name: string): Promise<object> {
    return { name, time_zone: 'UTC', layers: [layer([ada])], team_ids: [] };
  }

  describe('[REV-4] planned_layers', () => {
    const MARCH = '2026-03-01T09:00:00Z';
    const JUNE = '2026-06-01T09:00:00Z';

    async function onCall(id: string, at: string) {
      const { oncall } = succeeded(await owner.get(`/oncall?at=${at}`));
      const [found] = oncall.filter((one: { schedule_reference: { id: string } }) => one.schedule_reference.id === id);
      return namesOf(found?.shift?.users ?? []);
    }

    it('replace everything planned, in one change, and the same again changes nothing', async () => {
      const planned_layers = [
        layer([ben], { rotation_start: MARCH }),
        layer([], { rotation_start: JUNE, name: 'Nobody' }),
      ];
      const schedule = await createSchedule(owner, [ada], { planned_layers });
      assert.equal(schedule.current_revision, 2);
      const days = ['2026-01-06', '2026-03-02', '2026-06-02'].map((day) => `${day}T12:00:00Z`);
      const who = async () => Promise.all(days.map((day) => onCall(schedule.id, day)));
      assert.deepEqual(await who(), [['Ada'], ['Ben'], []]);
      const path = `/schedules/${schedule.id}`;
      const again = succeeded(await owner.patch(path, { layers: [layer([ada])], planned_layers })).schedule;
      assert.equal(again.current_revision, 2);
      const less = { layers: [layer([ada])], planned_layers: planned_layers.slice(1) };
      succeeded(await owner.patch(path, less));
      assert.deepEqual(await who(), [['Ada'], ['Ada'], []]);
      succeeded(await owner.patch(path, { layers: [layer([ada])], planned_layers: [] }));
      assert.deepEqual(await who(), [['Ada'], ['Ada'], ['Ada']]);
    });

    itOnSqlite('keep the layer in force if the first of them starts later, and drop past ones', async () => {
      const { id } = await createSchedule(owner, [ada]);
      const later = { layers: [layer([ben], { rotation_start: MARCH })], planned_layers: [] };
      succeeded(await owner.patch(`/schedules/${id}`, later));
      assert.deepEqual(
        [await onCall(id, '2026-02-01T12:00:00Z'), await onCall(id, '2026-03-02T12:00:00Z')],
        [['Ada'], ['Ben']],
      );
      watchbill.at('2026-06-02T09:00:00Z');
      const past = {
        layers: [layer([ada])],
        planned_layers: [layer([ben], { rotation_start: MARCH }), layer([ada], { rotation_start: JUNE })],
      };
      const { schedule } = succeeded(await owner.patch(`/schedules/${id}`, past));
      assert.deepEqual([schedule.current_revision, namesOf(schedule.layers[0].users)], [2, ['Ada']]);
      assert.deepEqual(await onCall(id, '2026-06-02T09:00:00Z'), ['Ada']);
    });

    itOnSqlite('are refused without a layer, out of order, or with replaces_revision', async () => {
      const { id } = await createSchedule(owner, [ada]);
      const planned = layer([ben], { rotation_start: '2026-01-05T09:00:00Z' });
      for (const [body, message] of [
        [{ planned_layers: [] }, /^planned_layers needs layers/],
        [{ layers: [layer([ada])], planned_layers: [planned] }, /^planned_layers\[0\]\.rotation_start must be after/],
        [{ layers: [layer([ada])], planned_layers: [], replaces_revision: 0 }, /^planned_layers cannot be combined/],
        [
          { layers: [layer([ada])], planned_layers: [layer([ben], { rotation_start: JUNE, counted_days: 'open' })] },
          /^planned_layers\[0\]\.counted_days cannot be "open"/,
        ],
      ] as const) {
        const answer = await owner.patch(`/schedules/${id}`, body);
        assert.match(failed(answer, 422, 'unprocessable_entity'), message);
      }
    });
  });
});
