import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { failed, type Person, succeeded } from '../../support/drivers/api.ts';
import { createSchedule } from '../../support/drivers/schedules.ts';
import { givenFreshWatchbill } from '../../support/drivers/suites.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

interface Entry {
  readonly action: string;
  readonly target_id: string;
}

describeOnSqlite('GET /audit_log/', (create) => {
  let ada: Person;
  let team: { id: string };

  const { watchbill, owner } = givenFreshWatchbill(create, {}, '2026-01-05T09:00:00Z');
  beforeEach(async () => {
    watchbill.at('2026-01-05T10:00:00Z');
    ada = await watchbill.addPerson('Ada');
    watchbill.at('2026-01-05T11:00:00Z');
    team = succeeded(await ada.post('/teams/', { name: 'Platform', description: 'Keeps it up' }), 201).team;
    watchbill.at('2026-01-05T12:00:00Z');
    succeeded(await owner.patch(`/teams/${team.id}`, { name: 'Harbour' }));
  });

  async function actions(query = ''): Promise<string[]> {
    return succeeded(await owner.get(`/audit_log/${query}`)).audit_log.map(({ action }: Entry) => action);
  }

  it('shows who did what, to what and when, newest first', async () => {
    const { audit_log, meta } = succeeded(await owner.get('/audit_log/'));
    assert.deepEqual(
      audit_log.map(({ action }: Entry) => action),
      ['team.updated', 'team.created', 'user.created', 'sign_in_link.created', 'organization.created'],
    );
    assert.deepEqual(meta, { total: 5, page: 1, per_page: 20 });
    const [, created] = audit_log;
    assert.match(created.id, /^aud_[0-9a-hjkmnp-tv-z]{26}$/);
    assert.deepEqual(created, {
      id: created.id,
      at: '2026-01-05T11:00:00Z',
      action: 'team.created',
      target_id: team.id,
      actor: succeeded(await ada.get('/user/')).user,
      address: '127.0.0.1',
      detail: { name: 'Platform', description: 'Keeps it up' },
    });
  });

  it('names nobody for actions of the service itself', async () => {
    const { audit_log } = succeeded(await owner.get('/audit_log/?action=organization.created'));
    assert.deepEqual(Object.keys(audit_log[0]), ['id', 'at', 'action', 'target_id', 'detail']);
  });

  it('has pages, with the true total also past the end', async () => {
    const { audit_log, meta } = succeeded(await owner.get('/audit_log/?per_page=3&page=2'));
    assert.deepEqual([audit_log.length, meta], [2, { total: 5, page: 2, per_page: 3 }]);
    assert.deepEqual(succeeded(await owner.get('/audit_log?page=9')), {
      audit_log: [],
      names: {},
      meta: { total: 5, page: 9, per_page: 20 },
    });
  });

  describe('filters', () => {
    it('by actor, target, action, and all of them together', async () => {
      assert.deepEqual(await actions(`?actor_id=${ada.id}`), ['team.created']);
      assert.deepEqual(await actions(`?target_id=${team.id}`), ['team.updated', 'team.created']);
      assert.deepEqual(await actions('?action=user.created'), ['user.created']);
      assert.deepEqual(await actions(`?actor_id=${owner.id}&target_id=${team.id}&action=team.updated`), [
        'team.updated',
      ]);
      assert.deepEqual(await actions(`?actor_id=${ada.id}&action=team.updated`), []);
    });

    it('by a prefix of the action', async () => {
      assert.deepEqual(await actions('?action=team.*'), ['team.updated', 'team.created']);
      assert.deepEqual(await actions('?action=t*'), ['team.updated', 'team.created']);
      assert.deepEqual(await actions(`?action=team.*&actor_id=${ada.id}`), ['team.created']);
      assert.deepEqual(await actions('?action=t_am.*'), []);
      assert.deepEqual(await actions('?action=TEAM.*'), []);
      assert.deepEqual(await actions('?action=team'), []);
      assert.equal(succeeded(await owner.get('/audit_log/?action=team.*&per_page=1')).meta.total, 2);
      assert.deepEqual(await actions('?action=*'), await actions());
    });

    it('by time: from the first instant, up to but excluding the last', async () => {
      assert.deepEqual(await actions('?from=2026-01-05T10:00:00Z&to=2026-01-05T12:00:00Z'), [
        'team.created',
        'user.created',
      ]);
      assert.deepEqual(await actions('?from=2026-01-05T12:00:00Z'), ['team.updated']);
      assert.deepEqual(await actions('?to=2026-01-05T09:00:00.001Z'), ['sign_in_link.created', 'organization.created']);
    });

    it('finds nothing for unknown ids', async () => {
      for (const query of ['actor_id=usr_none', 'target_id=tea_none', 'action=team.sunk']) {
        assert.deepEqual(succeeded(await owner.get(`/audit_log/?${query}`)), {
          audit_log: [],
          names: {},
          meta: { total: 0, page: 1, per_page: 20 },
        });
      }
    });

    for (const actor of ['', '&actor_id=usr_none', '&actor_id=nonsense']) {
      it(`refuses an interval that ends before it starts${actor && `, also with ${actor.slice(1)}`}`, async () => {
        const answer = await owner.get(`/audit_log/?from=2026-01-05T12:00:00Z&to=2026-01-05T12:00:00Z${actor}`);
        assert.match(failed(answer, 422, 'unprocessable_entity'), /^to must be after from/);
      });
    }

    for (const query of ['from=today', 'to=2026-01-05', 'action=%00', 'target_id=', 'colour=red', 'per_page=101']) {
      it(`refuses ?${query}`, async () => {
        failed(await owner.get(`/audit_log/?${query}`), 400, 'bad_request');
      });
    }
  });

  it('is for admins', async () => {
    const admin = await watchbill.addPerson('Adam', { role: 'admin' });
    succeeded(await admin.get('/audit_log/'));
    assert.match(failed(await ada.get('/audit_log/'), 403, 'forbidden'), /needs an admin\.$/);
    const viewer = await watchbill.addPerson('Vera', { seat: 'viewer' });
    failed(await viewer.get('/audit_log/'), 403, 'forbidden');
  });

  it('has the current names of people and things in its entries', async () => {
    const { names } = succeeded(await owner.get(`/audit_log/?target_id=${team.id}`));
    assert.deepEqual(names, { [team.id]: 'Harbour' });
    const { team: empty } = succeeded(await owner.post('/teams/', { name: 'Empty' }), 201);
    const schedule = await createSchedule(owner, [ada], { name: 'Primary', team_ids: [] });
    succeeded(await owner.put(`/teams/${empty.id}/members/${ada.id}`), 204);
    const { names: more } = succeeded(await owner.get('/audit_log/?per_page=3'));
    assert.deepEqual(more, { [empty.id]: 'Empty', [schedule.id]: 'Primary', [ada.id]: 'Ada' });
    succeeded(await owner.delete(`/teams/${empty.id}`), 204);
    assert.equal(succeeded(await owner.get(`/audit_log/?target_id=${empty.id}`)).names[empty.id], undefined);
  });
});
