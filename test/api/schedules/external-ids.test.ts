import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Answer } from '../../support/drivers/answer.ts';
import { clientFrom, failed, succeeded } from '../../support/drivers/api.ts';
import type { Json } from '../../support/drivers/calls.ts';
import { createSchedule, layer, namesOf, newOverride } from '../../support/drivers/schedules.ts';
import { addStranger } from '../../support/drivers/stranger.ts';
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

  describe('of webhooks', () => {
    const TAKEN = 'Another webhook has the external_id "pager" already.';
    const hook = (more: object = {}) => ({ url: 'https://hooks.example.com/a', events: ['gap.ahead'], ...more });
    const add = async (more: object = {}) => succeeded(await owner.post('/webhooks/', hook(more)), 201).webhook;

    afterEach(async () => {
      for (const { id } of succeeded(await owner.get('/webhooks/')).webhooks)
        succeeded(await owner.delete(`/webhooks/${id}`), 204);
    });

    it('identify one webhook, and are free again when it is deleted', async () => {
      const webhook = await add({ external_id: 'pager', managed_by: 'file' });
      assert.deepEqual([webhook.external_id, webhook.managed_by], ['pager', 'file']);
      assert.deepEqual(succeeded(await owner.get(`/webhooks/${webhook.id}`)), { webhook });
      assert.deepEqual(succeeded(await owner.get('/webhooks/')).webhooks, [webhook]);
      const second = await add({ external_id: 'Pager' });
      const path = `/webhooks/${second.id}`;
      const entries = await auditTotal();
      for (const answer of [
        await owner.post('/webhooks/', hook({ external_id: 'pager' })),
        await owner.patch(path, { external_id: 'pager', description: 'Lost' }),
      ]) {
        assert.equal(failed(answer, 422, 'duplicate_external_id'), TAKEN);
      }
      assert.deepEqual(succeeded(await owner.get('/webhooks/')).webhooks, [webhook, second]);
      assert.equal(await auditTotal(), entries);
      succeeded(await owner.delete(`/webhooks/${webhook.id}`), 204);
      const taken = succeeded(await owner.patch(path, { external_id: 'pager' })).webhook;
      assert.deepEqual(taken, { ...second, external_id: 'pager' });
    });

    it('are changed and removed by an update, which leaves them alone otherwise', async () => {
      const webhook = await add({ external_id: 'pager', managed_by: 'file' });
      const path = `/webhooks/${webhook.id}`;
      const update = async (body: object) => succeeded(await owner.patch(path, body)).webhook;
      assert.deepEqual(await update({ enabled: false, url: hook().url }), { ...webhook, enabled: false });
      assert.equal(succeeded(await owner.post(`${path}/rotate_secret`)).webhook.external_id, 'pager');
      const both = { external_id: 'bot', managed_by: 'tool' };
      assert.partialDeepStrictEqual(await update(both), both);
      assert.partialDeepStrictEqual(await update({ external_id: 'bot' }), both);
      assert.partialDeepStrictEqual(await update({ managed_by: null }), { external_id: 'bot' });
      const cleared = await update({ external_id: null });
      assert.deepEqual(['external_id' in cleared, 'managed_by' in cleared], [false, false]);
      assert.deepEqual(succeeded(await owner.get(path)).webhook, cleared);
      assert.deepEqual(
        succeeded(await owner.get(`/audit_log/?target_id=${webhook.id}`)).audit_log.map(
          ({ action, detail: { external_id, managed_by } }: Json) => [action, external_id, managed_by],
        ),
        [
          ['webhook.updated', null, undefined],
          ['webhook.updated', undefined, null],
          ['webhook.updated', 'bot', undefined],
          ['webhook.updated', 'bot', 'tool'],
          ['webhook.secret_rotated', undefined, undefined],
          ['webhook.updated', undefined, undefined],
          ['webhook.created', 'pager', 'file'],
        ],
      );
    });

    it('are given to one webhook, however many are created or changed at once', async () => {
      const created = await Promise.all(
        Array.from({ length: 5 }, () => owner.post('/webhooks/', hook({ external_id: 'pager' }))),
      );
      assertOneSucceeded(created, 201);
      assert.equal(succeeded(await owner.get('/webhooks/')).meta.total, 1);
      const ids = [await add(), await add(), await add()].map(({ id }) => id);
      const changed = await Promise.all(ids.map((id) => owner.patch(`/webhooks/${id}`, { external_id: 'bot' })));
      assertOneSucceeded(changed, 200);
      const { webhooks } = succeeded(await owner.get('/webhooks/'));
      assert.deepEqual(webhooks.flatMap(({ external_id = [] }: Json) => external_id).sort(), ['bot', 'pager']);
    });

    it('may be the same in another organization', async () => {
      const webhook = await add({ external_id: 'pager' });
      const stranger = await addStranger(watchbill);
      const { webhook: theirs } = succeeded(await stranger.post('/webhooks/', hook({ external_id: 'pager' })), 201);
      assert.equal(theirs.external_id, 'pager');
      failed(await stranger.patch(`/webhooks/${webhook.id}`, { external_id: null }), 404, 'not_found');
      assert.deepEqual(succeeded(await owner.get('/webhooks/')).webhooks, [webhook]);
    });

    itOnSqlite('are for admins, and have the format of other external ids', async () => {
      const webhook = await add();
      const path = `/webhooks/${webhook.id}`;
      for (const body of [{ external_id: 'a b' }, { external_id: 'a'.repeat(101) }, { managed_by: 'a'.repeat(61) }]) {
        failed(await owner.post('/webhooks/', hook(body)), 400, 'bad_request');
        failed(await owner.patch(path, body), 400, 'bad_request');
      }
      failed(await owner.post('/webhooks/', hook({ external_id: null })), 400, 'bad_request');
      failed(await ada.post('/webhooks/', hook({ external_id: 'pager' })), 403, 'forbidden');
      failed(await ada.patch(path, { external_id: 'pager' }), 403, 'forbidden');
      assert.deepEqual(succeeded(await owner.get(path)), { webhook });
    });

    function assertOneSucceeded(answers: readonly Answer[], status: number): void {
      assert.equal(answers.filter((answer) => answer.status === status).length, 1);
      for (const answer of answers.filter((answer) => answer.status !== status))
        failed(answer, 422, 'duplicate_external_id');
    }

    async function auditTotal(): Promise<number> {
      return succeeded(await owner.get('/audit_log/')).meta.total;
    }
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
