import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failed, succeeded } from '../../support/drivers/api.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

describeOnBothDatabases('teams', (create, itOnSqlite) => {
  const { watchbill, owner, ada, viewer } = givenWatchbill(create, {
    ada: 'Ada',
    viewer: { name: 'Vera', seat: 'viewer' },
  });

  describe('POST /teams/', () => {
    itOnSqlite('creates a team, with its name trimmed', async () => {
      const { team } = succeeded(await ada.post('/teams/', { name: ' Platform ', description: 'Keeps it up' }), 201);
      assert.match(team.id, /^tea_[0-9a-hjkmnp-tv-z]{26}$/);
      assert.deepEqual(team, { id: team.id, name: 'Platform', description: 'Keeps it up' });
      assert.deepEqual(succeeded(await viewer.get(`/teams/${team.id}`)), { team });
    });

    itOnSqlite('leaves an unset description out', async () => {
      const { team } = succeeded(await ada.post('/teams', { name: 'Plain' }), 201);
      assert.deepEqual(Object.keys(team), ['id', 'name']);
    });

    itOnSqlite('refuses a name that another team has, in any case and encoding', async () => {
      succeeded(await ada.post('/teams/', { name: 'Café' }), 201);
      const message = failed(await ada.post('/teams/', { name: 'CAFE\u0301' }), 422, 'duplicate_team_name');
      assert.equal(message, 'A team named "CAFE\u0301" already exists.');
    });

    for (const [body, message] of [
      [{}, 'name is required.'],
      [{ name: '' }, 'name must not have fewer than 1 characters; it is "".'],
      [{ name: '   ' }, 'name must not be blank; it is "   ".'],
      [{ name: 'x'.repeat(61) }, `name must not have more than 60 characters; it is "${'x'.repeat(59)}…".`],
      [{ name: 7 }, 'name must be string; it is 7.'],
      [{ name: 'a', description: null }, 'description must be string; it is null.'],
      [
        { name: 'a', colour: 'red' },
        'colour is not a known field. Known: name, description, external_id and managed_by.',
      ],
      [[], 'The body must be object; it is [].'],
      [{ name: 'a\u0000b' }, 'name must not hold the character NUL or half a character.'],
      [{ name: 'a\ud800b' }, 'name must not hold the character NUL or half a character.'],
    ] as const) {
      itOnSqlite(`says of ${JSON.stringify(body).slice(0, 40)}: ${message.slice(0, 60)}`, async () => {
        assert.equal(failed(await owner.post('/teams/', body), 400, 'bad_request'), message);
      });
    }

    itOnSqlite('accepts 60 characters of any kind, and a description of 200', async () => {
      const { team } = succeeded(
        await owner.post('/teams/', { name: '🛟'.repeat(60), description: '🛟'.repeat(200) }),
        201,
      );
      assert.equal(team.name, '🛟'.repeat(60));
      failed(await owner.post('/teams/', { name: '🛟'.repeat(61) }), 400, 'bad_request');
      failed(await owner.post('/teams/', { name: 'Long', description: 'x'.repeat(201) }), 400, 'bad_request');
    });

    itOnSqlite('is not for viewers', async () => {
      const message = failed(await viewer.post('/teams/', { name: 'Mine' }), 403, 'forbidden');
      assert.match(message, /It needs a member seat; viewers only read\.$/);
    });

    it('of fifty concurrent requests with one name, one is created', async () => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, i) => owner.post('/teams/', { name: i % 2 === 0 ? 'Race' : 'RACE' })),
      );
      const statuses = answers.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [201, ...Array.from({ length: 49 }, () => 422)]);
    });
  });

  describe('GET /teams/', () => {
    it('has pages in order of creation, with the true total also past the end', async () => {
      const { meta } = succeeded(await viewer.get('/teams/'));
      for (const name of ['Page 1', 'Page 2', 'Page 3']) succeeded(await owner.post('/teams/', { name }), 201);
      const total = meta.total + 3;
      const last = succeeded(await viewer.get(`/teams/?per_page=1&page=${total}`));
      assert.deepEqual([last.teams[0].name, last.meta], ['Page 3', { total, page: total, per_page: 1 }]);
      assert.deepEqual(succeeded(await viewer.get('/teams?page=1000')), {
        teams: [],
        meta: { total, page: 1000, per_page: 20 },
      });
    });

    it("finds a part of the name, ignoring case, and the caller's own teams", async () => {
      const alan = await watchbill.addPerson('Alan');
      for (const name of ['Éclair', 'Éclipse']) succeeded(await owner.post('/teams/', { name }), 201);
      const { team } = succeeded(await alan.post('/teams/', { name: '100%' }), 201);
      const found = async (query: string) =>
        succeeded(await alan.get(`/teams/?${query}`)).teams.map(({ name }: { name: string }) => name);
      assert.deepEqual(await found(`query=${encodeURIComponent('éCL')}`), ['Éclair', 'Éclipse']);
      assert.deepEqual(await found('query=%25'), ['100%']);
      assert.deepEqual(await found('mine=true'), ['100%']);
      assert.deepEqual(await found(`mine=true&query=${encodeURIComponent('éCL')}`), []);
      succeeded(await owner.delete(`/teams/${team.id}/members/${alan.id}`), 204);
      assert.deepEqual(await found('mine=true'), []);
      assert.deepEqual(succeeded(await alan.get('/teams/?mine=true')).meta, { total: 0, page: 1, per_page: 20 });
    });

    for (const query of ['page=0', 'per_page=101', 'per_page=0', 'page=x', 'page=1.5', 'page=1&page=2', 'colour=red']) {
      itOnSqlite(`refuses ?${query}`, async () => {
        failed(await owner.get(`/teams/?${query}`), 400, 'bad_request');
      });
    }
  });

  describe('PATCH /teams/{team_id}', () => {
    itOnSqlite('changes only the given fields', async () => {
      const { team } = succeeded(await owner.post('/teams/', { name: 'Before', description: 'Same' }), 201);
      const changed = { id: team.id, name: 'After', description: 'Same' };
      assert.deepEqual(succeeded(await owner.patch(`/teams/${team.id}`, { name: 'After' })), { team: changed });
      assert.deepEqual(succeeded(await owner.patch(`/teams/${team.id}`, {})), { team: changed });
      assert.deepEqual(succeeded(await owner.patch(`/teams/${team.id}`, { name: 'AFTER' })).team.name, 'AFTER');
    });

    itOnSqlite('refuses the name of another team', async () => {
      succeeded(await owner.post('/teams/', { name: 'Taken' }), 201);
      const { team } = succeeded(await owner.post('/teams/', { name: 'Free' }), 201);
      failed(await owner.patch(`/teams/${team.id}`, { name: 'taken' }), 422, 'duplicate_team_name');
      assert.equal(succeeded(await owner.get(`/teams/${team.id}`)).team.name, 'Free');
    });

    itOnSqlite('is allowed for its members and admins', async () => {
      const { team } = succeeded(await ada.post('/teams/', { name: 'Ada and friends' }), 201);
      const grace = await watchbill.addPerson('Grace');
      failed(await grace.patch(`/teams/${team.id}`, { name: 'Mine now' }), 403, 'forbidden');
      succeeded(await ada.put(`/teams/${team.id}/members/${grace.id}`), 204);
      succeeded(await grace.patch(`/teams/${team.id}`, { name: 'Ours now' }));
      succeeded(await owner.patch(`/teams/${team.id}`, { name: 'Everybody’s' }));
    });
  });

  describe('DELETE /teams/{team_id}', () => {
    itOnSqlite('deletes the team', async () => {
      const { team } = succeeded(await owner.post('/teams/', { name: 'Short-lived' }), 201);
      assert.equal(succeeded(await owner.delete(`/teams/${team.id}`), 204), undefined);
      failed(await owner.get(`/teams/${team.id}`), 404, 'not_found');
      failed(await owner.delete(`/teams/${team.id}`), 404, 'not_found');
    });

    it('of fifty concurrent calls, one succeeds', async () => {
      const { team } = succeeded(await owner.post('/teams/', { name: 'Wanted gone' }), 201);
      const answers = await Promise.all(Array.from({ length: 50 }, () => owner.delete(`/teams/${team.id}`)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [204, ...Array.from({ length: 49 }, () => 404)]);
    });
  });

  describe('/teams/{team_id}/members/{user_id}', () => {
    itOnSqlite('adds and removes; adding again changes nothing, removing again is 404', async () => {
      const { team } = succeeded(await owner.post('/teams/', { name: 'Comings and goings' }), 201);
      const path = `/teams/${team.id}/members/${ada.id}`;
      for (let i = 0; i < 2; i++) succeeded(await owner.put(path), 204);
      const { users, meta } = succeeded(await owner.get(`/teams/${team.id}/members/`));
      assert.deepEqual([users.map(({ name }: { name: string }) => name), meta.total], [['Owner', 'Ada'], 2]);
      succeeded(await owner.delete(path), 204);
      assert.match(failed(await owner.delete(path), 404, 'not_found'), /is not a member of/);
    });

    itOnSqlite('refuses viewers as members', async () => {
      const { team } = succeeded(await owner.post('/teams/', { name: 'Members only' }), 201);
      const answer = await owner.put(`/teams/${team.id}/members/${viewer.id}`);
      assert.match(failed(answer, 422, 'unprocessable_entity'), /has a viewer seat/);
    });

    itOnSqlite('names unknown ids', async () => {
      const { team } = succeeded(await owner.post('/teams/', { name: 'Real' }), 201);
      assert.equal(
        failed(await owner.put(`/teams/${team.id}/members/usr_nobody`), 404, 'not_found'),
        'There is no user "usr_nobody".',
      );
      assert.equal(
        failed(await owner.put(`/teams/tea_none/members/${ada.id}`), 404, 'not_found'),
        'There is no team "tea_none".',
      );
    });
  });
});
